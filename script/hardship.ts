/**
 * Kills runs at random moments and goes on with them, and damages what was recorded: says what was lost, and what was
 * believed. Seeded. Exits with 1 when a run could not be finished, a sample that was on disk is in neither the run nor
 * what it put aside, or a damage was met by anything but the same report or a refusal.
 *
 *     node --import tsx script/hardship.ts [--kills 40] [--damages 300] [--seed 1]
 *
 * Forty kills take some six minutes. Hostile addresses and names are tests: test/web/serve-safety.test.ts,
 * test/web/render.test.ts, test/cli/outlet.test.ts.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomAt } from '../src/measure/random.ts';
import { renderReport } from '../src/report/run/report.ts';
import { StoreError } from '../src/store/error.ts';
import { ABANDONED_FILE, PACKED_FILE, RUN_FILE, SAMPLES_FILE } from '../src/store/files.ts';
import { readRun } from '../src/store/reader.ts';
import type { Sample } from '../src/store/record.ts';

const { values: flags } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    damages: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});
const program = join(import.meta.dirname, '..', 'wiremark');
const scratch = mkdtempSync(join(tmpdir(), 'hardship-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const generator = randomAt(Number(flags.seed), 0);
const random = () => generator.below(2 ** 30) / 2 ** 30;
const WORDS = ['quickstart', '-s', 'node/json', '-t', 'serialize', '--rounds', '3', '--quick', '--no-limits'];
/** Milliseconds: so long the run takes on a machine at rest. */
const WHOLE = 6_000;

let faults = 0;
const wholeRun = await kills(Number(flags.kills));
await damages(Number(flags.damages), wholeRun);
process.exitCode = faults === 0 ? 0 : 1;

/** @returns the folder of a run that is finished */
async function kills(count: number): Promise<string> {
  let last = '';
  const onDisk: number[] = [];
  const aside: number[] = [];
  for (let i = 0; i < Math.max(1, count); i++) {
    const cwd = join(scratch, `kill-${i}`);
    mkdirSync(cwd);
    const child = spawn(program, ['run', ...WORDS], { cwd, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('close', resolve));
    await Promise.race([pause(random() * WHOLE), ended]);
    child.kill('SIGKILL');
    await ended;
    const before = linesOf(runIn(cwd), SAMPLES_FILE).map(asKey);
    onDisk.push(before.length);
    if (runIn(cwd) === null) spawnSync(program, ['run', ...WORDS], { cwd });
    else spawnSync(program, ['run', '--resume'], { cwd });
    last = runIn(cwd) ?? '';
    const putAside = linesOf(last, ABANDONED_FILE);
    aside.push(putAside.length);
    const run = last === '' ? null : await readRun(last);
    const kept = new Set([...(run?.samples ?? []).map(keyOf), ...putAside.map(asKey)]);
    const lost = before.filter((one) => !kept.has(one)).length;
    const isWhole = run?.record.partial === false;
    if (lost > 0 || !isWhole) faults++;
    if (lost > 0 || !isWhole)
      console.log(`kill ${i}: ${lost} samples lost, ${isWhole ? '' : 'not '}finished`);
  }
  const range = (numbers: readonly number[]) => `${Math.min(...numbers)} to ${Math.max(...numbers)}`;
  console.log(
    `${count} kills: ${range(onDisk)} samples on disk, ${range(aside)} put aside, ${faults} faults`,
  );
  return last;
}

function asKey(line: string): string {
  return keyOf(JSON.parse(line));
}

/** No two samples of a run take the same time in the same place. */
function keyOf({ contender, round, phase, block, ns, cpuNs }: Sample): string {
  return [contender, round, phase, block, ns, cpuNs].join(' ');
}

function runIn(cwd: string): string | null {
  const runs = join(cwd, '.wiremark', 'runs');
  const [name] = existsSync(runs) ? readdirSync(runs) : [];
  return name === undefined ? null : join(runs, name);
}

/** Whole lines. */
function linesOf(run: string | null, name: string): string[] {
  if (run === null || !existsSync(join(run, name))) return [];
  return readFileSync(join(run, name), 'utf8').split('\n').slice(0, -1);
}

async function damages(count: number, whole: string): Promise<void> {
  const expected = await reportOf(whole);
  const tally = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const folder = join(scratch, `damage-${i}`);
    cpSync(whole, folder, { recursive: true });
    const name = random() < 0.5 ? RUN_FILE : PACKED_FILE;
    const file = join(folder, name);
    writeFileSync(file, damaged(readFileSync(file)));
    const what = await met(folder, expected);
    // A record has no digest: a letter of a title can change in it.
    const isFault = what === 'crash' || (what === 'another report' && name !== RUN_FILE);
    if (isFault) faults++;
    tally.set(`${name}: ${what}`, (tally.get(`${name}: ${what}`) ?? 0) + 1);
    rmSync(folder, { recursive: true });
  }
  console.log(`${count} damages:`);
  for (const [what, number] of [...tally].sort()) console.log(`  ${what} ${number}`);
}

/** A bit, a stretch of zeros, or the end. */
function damaged(bytes: Buffer): Buffer {
  const at = Math.floor(random() * bytes.length);
  const kind = Math.floor(random() * 3);
  if (kind === 0) bytes[at]! ^= 1 << Math.floor(random() * 8);
  if (kind === 1) bytes.fill(0, at, Math.min(at + 64, bytes.length));
  return kind === 2 ? bytes.subarray(0, at) : bytes;
}

async function met(folder: string, expected: string): Promise<string> {
  try {
    return (await reportOf(folder)) === expected ? 'the same report' : 'another report';
  } catch (error) {
    if (error instanceof StoreError) return 'refused';
    console.log(error);
    return 'crash';
  }
}

async function reportOf(folder: string): Promise<string> {
  return renderReport(await readRun(folder), {
    format: 'json',
    terminal: { width: 100, color: false },
    published: [],
  });
}
