/** The command as a user has it, for whole runs in folders of their own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { readRun } from '../../src/store/reader.ts';
import type { RunRecord, Sample } from '../../src/store/record.ts';
import { place } from './place.ts';

const program = join(place.home, 'wiremark');
const env = { ...process.env, WIREMARK_CACHE: place.cache };

/** A folder that is gone after the tests. @returns makes folders in it */
export function scratchFolder(name: string): (child: string) => string {
  const scratch = mkdtempSync(join(tmpdir(), `wiremark-${name}-`));
  after(() => rmSync(scratch, { recursive: true, force: true }));
  return (child) => {
    const path = join(scratch, child);
    mkdirSync(path);
    return path;
  };
}

/** Puts the kit of Node into a runner's folder, and what it shares with build programs beside that folder, as it is here. */
export function copyNodeKit(runner: string): void {
  cpSync(join(place.home, 'runners', 'node', 'kit'), join(runner, 'kit'), { recursive: true });
  cpSync(join(place.home, 'runners', 'build-kit'), join(runner, '..', 'build-kit'), { recursive: true });
}

export function wiremark(cwd: string, args: readonly string[]) {
  return spawnSync(program, args, { cwd, env, encoding: 'utf8' });
}

/** Begins without waiting for the end. */
export function begin(cwd: string, args: readonly string[]) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, ended, output: () => output, errors: () => errors };
}

/** Folders of the runs below `cwd`. */
export function runsIn(cwd: string): string[] {
  const runs = join(cwd, '.wiremark', 'runs');
  return existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name)) : [];
}

export const recordOf = (run: string): RunRecord => JSON.parse(readFileSync(join(run, 'run.json'), 'utf8'));

/** Of a run that has ended, however it keeps them. */
export const samplesOf = async (run: string): Promise<readonly Sample[]> => (await readRun(run)).samples;

/** Of a run that is under way: the lines that are whole. */
export function samplesSoFar(run: string): Sample[] {
  const file = join(run, 'samples.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line));
}

/** The order of the slices that count. */
export const orderOf = (samples: readonly Sample[]): string[] =>
  samples.filter(({ phase }) => phase === 'block').map((one) => `${one.round}.${one.block}.${one.contender}`);

/** What a process has started and not yet seen end. */
export function childrenOf({ pid }: ChildProcess): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,ppid'], { encoding: 'utf8' });
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return lines.filter(([, parent]) => parent === pid).map(([child]) => child!);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
