/** Runs that end before their time: nothing is lost, nothing is left behind, and they can go on. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
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
import { after, test } from 'node:test';
import type { RunRecord, Sample } from '../../src/store/record.ts';
import { place } from './place.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wiremark-resume-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const env = { ...process.env, WIREMARK_CACHE: place.cache };
const ROWS = ['-r', 'node', '-s', 'json', '-s', 'hand-written', '-t', 'serialize', '--no-limits'];
const THREE = ['run', 'quickstart', ...ROWS, '--rounds', '3', '--quick', '--seed', '11'];

function folder(name: string): string {
  const path = join(scratch, name);
  mkdirSync(path);
  return path;
}

function wiremark(cwd: string, args: readonly string[]) {
  return spawnSync(join(place.home, 'wiremark'), args, { cwd, env, encoding: 'utf8' });
}

function begin(cwd: string, args: readonly string[]) {
  const child = spawn(join(place.home, 'wiremark'), args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return { child, ended, errors: () => errors };
}

function runIn(cwd: string): string | null {
  const runs = join(cwd, '.wiremark', 'runs');
  const [run] = existsSync(runs) ? readdirSync(runs) : [];
  return run === undefined ? null : join(runs, run);
}

/** Whole lines only: the run may be being written. */
function samplesOf(run: string): Sample[] {
  const file = join(run, 'samples.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line));
}

const recordOf = (run: string): RunRecord => JSON.parse(readFileSync(join(run, 'run.json'), 'utf8'));
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Waits until a block of the round has been timed. */
async function reach(round: number, cwd: string, { child, errors }: ReturnType<typeof begin>): Promise<void> {
  const there = (run: string) => samplesOf(run).some((one) => one.phase === 'block' && one.round === round);
  while (!(runIn(cwd) !== null && there(runIn(cwd)!))) {
    assert.equal(child.exitCode, null, errors());
    await pause();
  }
}

function childrenOf(child: ChildProcess): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,ppid'], { encoding: 'utf8' });
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return lines.filter(([, parent]) => parent === child.pid).map(([pid]) => pid!);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The order of the slices that count, of a run that ended. */
const orderOf = (samples: readonly Sample[]) =>
  samples.filter(({ phase }) => phase === 'block').map((one) => `${one.round}.${one.block}.${one.contender}`);

test('a killed run leaves no runner, goes on where it was, and ends as if nothing had been', async () => {
  const cwd = folder('killed');
  const run = begin(cwd, THREE);
  await reach(1, cwd, run);
  const runners = childrenOf(run.child);
  assert.ok(runners.length > 0, 'runners are alive while a round is timed');
  run.child.kill('SIGKILL');
  await run.ended;
  const killed = runIn(cwd)!;
  const before = samplesOf(killed).filter(({ round }) => round === 0);
  assert.equal(recordOf(killed).cases[0]!.rounds, 1);
  // They end by themselves when their input does; a slice that is under way ends first.
  for (let tries = 0; runners.some(isAlive) && tries < 400; tries++) await pause();
  assert.deepEqual(runners.filter(isAlive), []);

  const { status, stdout, stderr } = wiremark(cwd, ['run', '--resume', '--format', 'json']);
  assert.equal(status, 0, stderr);
  assert.equal(runIn(cwd), killed, 'in the same folder');
  const record = recordOf(killed);
  assert.equal(record.partial, false);
  assert.equal(record.cases[0]!.rounds, 3);
  assert.equal(record.interruptions!.length, 1);
  const samples = samplesOf(killed);
  assert.deepEqual(
    samples.filter(({ round }) => round === 0),
    before,
    'the whole round was not repeated',
  );
  const keys = orderOf(samples);
  assert.equal(new Set(keys).size, keys.length, 'no slice twice');
  assert.deepEqual(JSON.parse(stdout).partial, false);
  for (const row of JSON.parse(stdout).rows) assert.equal(row.verdict, 'ok');

  const whole = folder('whole');
  assert.equal(wiremark(whole, [...THREE, '--format', 'csv']).status, 0);
  assert.deepEqual(keys, orderOf(samplesOf(runIn(whole)!)), 'the order that the seed gives');

  const again = wiremark(cwd, ['run', '--resume']);
  assert.equal(again.status, 2);
  assert.match(again.stderr, /is over/);
});

test('SIGTERM keeps what was measured and leaves no process; changed things refuse to go on', async () => {
  const cwd = folder('terminated');
  const run = begin(cwd, THREE);
  await reach(0, cwd, run);
  const runners = childrenOf(run.child);
  run.child.kill('SIGTERM');
  await run.ended;
  assert.equal(run.child.exitCode, 130, run.errors());
  assert.deepEqual(runners.filter(isAlive), []);
  const stopped = runIn(cwd)!;
  const record = recordOf(stopped);
  assert.equal(record.partial, true);
  assert.ok(samplesOf(stopped).length > 0);

  const changed = { ...record, tool: '0.0.1', machine: { ...record.machine, cores: 64 } };
  writeFileSync(join(stopped, 'run.json'), JSON.stringify(changed));
  const refused = wiremark(cwd, ['run', '--resume']);
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /wiremark was 0\.0\.1 and is/);
  assert.match(refused.stderr, /cores was 64 and is/);
  assert.match(refused.stderr, /begin a new run/);
  writeFileSync(join(stopped, 'run.json'), JSON.stringify(record));
  const seeded = wiremark(cwd, ['run', '--resume', '--seed', '3']);
  assert.equal(seeded.status, 2);
  assert.match(seeded.stderr, /leave out --seed/);

  // The version that a runner reports is known only when it starts.
  const contenders = record.contenders.map((one) => ({ ...one, version: '0.0.0-other' }));
  writeFileSync(join(stopped, 'run.json'), JSON.stringify({ ...record, contenders }));
  const other = wiremark(cwd, ['run', '--resume']);
  assert.equal(other.status, 2);
  assert.match(other.stderr, /was 0\.0\.0-other and is .* now: this run can't go on/);
});
