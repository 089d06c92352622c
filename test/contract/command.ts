/** The command as a user has it, for whole runs in folders of their own. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { runRows } from '../../src/analysis/analyze.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import type { RunRecord, Sample } from '../../src/store/record/record.ts';
import { eventually, isRunning } from '../machine/eventually.ts';
import { temporary } from '../machine/temporary.ts';
import { place } from './place.ts';

const program = join(place.home, 'wiremark');
const env = { ...process.env, WIREMARK_CACHE: place.cache };

/** A folder that is gone after the tests. @returns makes folders in it */
export function scratchFolder(name: string): (child: string) => string {
  const scratch = temporary(name);
  return (child) => {
    const path = join(scratch, child);
    mkdirSync(path);
    return path;
  };
}

/**
 * Puts the kit of Node into a runner's folder, and what it shares with build programs beside that folder, as it is here; with the
 * name that the manifest has, or that its start ends with.
 */
export function copyNodeKit(runner: string, runtime: string): void {
  cpSync(join(place.home, 'runners', 'node', 'kit'), join(runner, 'kit'), { recursive: true });
  const main = join(runner, 'kit', 'main.mjs');
  const own = `\`\${process.argv[2] ?? '${runtime}'} \${process.version}`;
  writeFileSync(
    main,
    readFileSync(main, 'utf8').replace(/`node \$\{process\.version\}/, () => own),
  );
  cpSync(join(place.home, 'runners', 'build-kit'), join(runner, '..', 'build-kit'), { recursive: true });
}

export function wiremark(cwd: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  return spawnSync(program, args, { cwd, env: { ...env, ...more }, encoding: 'utf8' });
}

/** @returns what it prints, of a command that must end well */
export function succeeds(cwd: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = wiremark(cwd, args, more);
  assert.equal(status, 0, stdout + stderr);
  return { stdout, stderr };
}

/** The rows that `--format json` tells. */
export const rowsIn = (stdout: string): ToldRow[] => JSON.parse(stdout).rows;
export type ToldRow = ReturnType<typeof runRows>[number];

/** Begins without waiting for the end. */
export function begin(cwd: string, args: readonly string[], input = '') {
  const child = spawn(program, args, { cwd, env, stdio: 'pipe' });
  child.stdin.end(input);
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

export type Begun = ReturnType<typeof begin>;

/** Folders of the runs below `cwd`. */
export function runsIn(cwd: string): string[] {
  const runs = join(cwd, '.wiremark', 'runs');
  // A hidden one is no run yet.
  const names = existsSync(runs) ? readdirSync(runs).filter((name) => !name.startsWith('.')) : [];
  return names.map((name) => join(runs, name));
}

export const recordOf = (run: string): RunRecord => JSON.parse(readFileSync(join(run, 'run.json'), 'utf8'));

/** Of all its cases; of a run that is under way, the lines that are whole. */
export function samplesOf(run: string): readonly Sample[] {
  const { record, samples } = readRun(run);
  return record.cases.flatMap((_, number) => samples.of(number));
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

/** Waits until something is so, while a command that was begun goes on. */
export async function until({ child, errors }: Begun, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    assert.equal(child.exitCode, null, errors());
    await pause();
  }
}

/** Fails for processes that stay; a busy system takes a moment until a killed one is gone, and a slice to its end. */
export const areGone = (pids: readonly number[]) =>
  eventually(() => !pids.some(isRunning), `${pids} are gone`);

export const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
