/** Runs the command as users do: as a process, in a folder of its own. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { runRows } from '../../src/analysis/analyze.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import type { RunRecord, Sample } from '../../src/store/record/record.ts';
import { eventually, isRunning } from '../machine/eventually.ts';
import { temporary } from '../machine/temporary.ts';
import { place } from './place.ts';

const program = join(place.home, 'wiremark');
const env = () => ({ ...process.env, WIREMARK_CACHE: place.cache });

/** @returns a function that makes folders by name; they are removed after the file's tests */
export function scratchFolder(name: string): (child: string) => string {
  const scratch = temporary(name);
  return (child) => {
    const path = join(scratch, child);
    mkdirSync(path);
    return path;
  };
}

export function wiremark(cwd: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  return spawnSync(program, args, { cwd, env: { ...env(), ...more }, encoding: 'utf8' });
}

export function succeeds(cwd: string, args: readonly string[]) {
  const { status, stdout, stderr } = wiremark(cwd, args);
  assert.equal(status, 0, stdout + stderr);
  return { stdout, stderr };
}

export const rowsIn = (stdout: string): ReturnType<typeof runRows> => JSON.parse(stdout).rows;

/** Verdicts of a row in a check's tables, each with what follows in its line. */
export const verdictsIn = (stdout: string, row: string): string[] =>
  stdout.split('\n').flatMap((line) => (line.startsWith(`${row} `) ? [line.slice(row.length).trim()] : []));

/** Starts the command and doesn't wait for its end. */
export function begin(cwd: string, args: readonly string[], input = '', more: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, args, { cwd, env: { ...env(), ...more }, stdio: 'pipe' });
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

/** Waits for a condition while a command runs. */
export async function until({ child, errors }: Begun, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    assert.equal(child.exitCode, null, errors());
    await pause(50);
  }
}

export function runsIn(cwd: string): string[] {
  const runs = join(cwd, '.wiremark', 'runs');
  // The folder of a run is hidden until its record is written.
  const names = existsSync(runs) ? readdirSync(runs).filter((name) => !name.startsWith('.')) : [];
  return names.map((name) => join(runs, name));
}

export function runIn(cwd: string): string {
  const [run, ...others] = runsIn(cwd);
  assert.ok(run !== undefined && others.length === 0, `one run, and ${others.length} others`);
  return run;
}

export const recordOf = (run: string): RunRecord => JSON.parse(readFileSync(join(run, 'run.json'), 'utf8'));

/** The complete samples of all cases, also while they are written. */
export function samplesOf(run: string): readonly Sample[] {
  const { record, samples } = readRun(run);
  return record.cases.flatMap((_, number) => samples.of(number));
}

/** Whether the run has timed slices of a round, which counts from 0. */
export const hasTimed = (run: string, round: number) =>
  samplesOf(run).some((sample) => sample.phase === 'block' && sample.round === round);

export function childrenOf({ pid }: ChildProcess): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,ppid'], { encoding: 'utf8' });
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return lines.filter(([, parent]) => parent === pid).map(([child]) => child!);
}

export const areGone = (pids: readonly number[]) =>
  eventually(() => !pids.some(isRunning), `${pids} are gone`);
