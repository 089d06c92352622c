/**
 * The shared folder of a fleet, which all machines can see:
 *
 *     plan.json                  the fleet's name and cells (runs to measure)
 *     claims/CELL.1/             a job's claim to a cell: claim.json, then job.sh, job, started-N, interrupted-N, failed
 *     partial/CELL@MACHINE.tar   the unfinished run of an interrupted job
 *     runs/CELL.wiremark         a finished run, exported
 *     log/CELL.log               output of a cell's Slurm jobs
 *
 * Files and claims are written under another name, then renamed, so that no reader sees half of one. wiremark removes no claim:
 * the next claim to the cell has the next number, and if two processes make it at once, only one rename succeeds. Times of day
 * aren't compared, because the clocks of machines differ.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { rowName } from '../define/names.ts';
import { keep, keepText, makeFolder } from '../machine/files/write.ts';
import { fullDisk } from '../machine/free-resources.ts';
import { type Holder, isAlive, MACHINE, OWN, placeFolder } from '../machine/lock.ts';
import { namesIn, read } from '../machine/proc.ts';
import { attempt, StoreError } from '../store/error.ts';
import { unpackRun } from '../store/exported.ts';
import { EXPORTED } from '../store/folder/files.ts';
import { parsing } from '../store/folder/parse.ts';
import { readRun, type StoredRun } from '../store/folder/reader.ts';
import type { Cell, Fleet } from './definition.ts';

export const PLAN_FILE = 'plan.json';

export interface FleetPlan extends Pick<Fleet, 'name' | 'folder'> {
  readonly cells: readonly string[];
}

export type Engine = 'local' | 'slurm' | 'ssh' | 'actions';

interface Claim extends Holder {
  readonly engine: Engine;
  readonly host: string;
  readonly machine: string;
  readonly number: number;
  readonly path: string;
  /** Id of the Slurm job; empty if there is none. */
  readonly job: string;
  readonly failed: string;
  /** Name of the machine on which the job was started last; empty if it hasn't started. */
  readonly on: string;
  /** True if the process that made the claim still runs, or if this is unknown because it is on another machine. */
  readonly isAtWork: boolean;
}

export function openFolder({ name, folder, ...fleet }: Fleet): FleetPlan {
  const cells = fleet.cells.map(({ id }) => id);
  for (const part of ['claims', 'partial', 'runs', 'log']) makeFolder(join(folder, part));
  keepText(join(folder, PLAN_FILE), `${JSON.stringify({ schema: 1, name, cells }, null, 2)}\n`);
  return { name, folder, cells };
}

export function readPlan(folder: string): FleetPlan {
  const file = join(folder, PLAN_FILE);
  const found = parsing(file, 'not the plan of a fleet', () => JSON.parse(readFileSync(file, 'utf8')));
  return { ...found, folder };
}

export function claimOf({ folder }: Fleet, { id }: Cell): Claim | null {
  const names = namesIn(join(folder, 'claims')).filter((name) => name.startsWith(`${id}.`));
  const number = Math.max(0, ...names.map((name) => Number(name.slice(id.length + 1))));
  if (number === 0) return null;
  const path = `claims/${id}.${number}`;
  const textOf = (name: string) => read(join(folder, path, name)).trim();
  const started = namesIn(join(folder, path)).flatMap((name) => /^started-(\d+)$/.exec(name)?.[1] ?? []);
  const [last] = started.map(Number).sort((a, b) => b - a);
  const claim = JSON.parse(textOf('claim.json')) as Claim;
  const isAtWork = claim.machine !== MACHINE || isAlive(claim);
  const facts = { job: textOf('job'), failed: textOf('failed'), on: textOf(`started-${last}`) };
  return { ...claim, number, path, isAtWork, ...facts };
}

/** Makes the claim with the number after `before`. @returns its path; null if another process made it first */
export function takeClaim({ folder }: Fleet, { id }: Cell, engine: Engine, before: number): string | null {
  const path = `claims/${id}.${before + 1}`;
  const claim = { engine, host: hostname(), machine: MACHINE, ...OWN };
  const isFirst = placeFolder(join(folder, path), join(folder, 'claims', `.${randomUUID()}`), (aside) =>
    writeFileSync(join(aside, 'claim.json'), JSON.stringify(claim)),
  );
  return isFirst ? path : null;
}

export const runFile = (folder: string, cell: string): string => join(folder, 'runs', `${cell}${EXPORTED}`);

export function finishedRun(folder: string, cell: string): StoredRun | null {
  const file = runFile(folder, cell);
  const run = existsSync(file) ? readRun(unpackRun(file)) : null;
  if (run !== null && run.record.tags?.fleet !== cell)
    throw new StoreError(file, 'is the run of another cell');
  return run;
}

/** Adds an exported run, such as the artifact of a workflow. */
export function addRun({ folder, name, cells }: FleetPlan, file: string): void {
  const cell = readRun(unpackRun(file)).record.tags?.fleet ?? '';
  if (!cells.includes(cell)) throw new StoreError(file, `is no run of fleet ${name}`);
  keep(runFile(folder, cell), readFileSync(file));
}

/** By cell id: the run, or the reason why the cell has no run with an `ok` row. */
export type FleetRuns = ReadonlyMap<string, StoredRun | string>;

export function finishedRuns({ folder, cells }: FleetPlan): FleetRuns {
  return usableRuns(cells, (cell) => finishedRun(folder, cell));
}

/** @param read returns null for a cell without a run */
export function usableRuns(cells: readonly string[], read: (cell: string) => StoredRun | null): FleetRuns {
  return new Map(cells.map((cell) => [cell, usable(attempt(() => read(cell)))]));
}

function usable(run: StoredRun | StoreError | null): StoredRun | string {
  if (run === null) return 'no run';
  if (run instanceof StoreError) return run.message;
  const isUsable = run.record.outcomes.some(({ verdict }) => verdict.verdict === 'ok');
  return isUsable ? run : `no row is ok: ${reasonOf(run)}`;
}

function reasonOf({ record: { outcomes, contenders } }: StoredRun): string {
  const texts = outcomes.flatMap(({ verdict, contender }) => {
    if (verdict.verdict === 'ok' || verdict.verdict === 'unsupported') return [];
    return `${rowName(contenders[contender]!)} ${verdict.verdict} (${verdict.reason.split('\n')[0]})`;
  });
  const [first = '', ...others] = new Set(texts);
  return `${first}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}

export interface CellState {
  readonly cell: Cell;
  readonly state: 'done' | 'running' | 'waiting' | 'failed' | 'lost' | 'open';
  readonly why: string;
  readonly claim: number;
}

export interface Job {
  readonly id: string;
  readonly state: 'running' | 'waiting' | 'ended';
  /** State and reason as Slurm reports them, such as `PENDING (Resources)`; for a running job, the machine. */
  readonly words: string;
}

/** @param job the claim's job. Read the claim before the queue: otherwise a job that is submitted in between looks lost */
export function stateOf(
  { folder }: Fleet,
  cell: Cell,
  claim: Claim | null,
  job: Job | undefined,
  down: ReadonlySet<string>,
): CellState {
  const as = (state: CellState['state'], why = ''): CellState => {
    return { cell, state, why, claim: claim?.number ?? 0 };
  };
  const run = usable(attempt(() => finishedRun(folder, cell.id)));
  if (typeof run !== 'string') return as('done', reasonOf(run));
  if (claim === null) return as('open');
  const { engine, host, pid, path, job: id, failed, on, isAtWork } = claim;
  if (failed !== '') return as('failed', failed);
  const process = `process ${pid} on ${host}`;
  const unless = claim.machine === MACHINE ? '' : `; if it has ended, remove ${join(folder, path)}`;
  const before = on === '' ? '' : `; ran on ${on}${down.has(on) ? ', which is down now' : ''}`;
  if (job?.state === 'running') return as('running', `job ${job.id} on ${on || job.words}`);
  if (job?.state === 'waiting') return as('waiting', `job ${job.id}: ${job.words}${before}`);
  // The file exists, but it is damaged or has no `ok` row.
  if (existsSync(runFile(folder, cell.id))) return as('failed', run);
  if (isAtWork && engine !== 'slurm') return as('running', process + unless);
  if (isAtWork && id === '') return as('waiting', `${process} is submitting it${unless}`);
  const full = fullDisk(folder) === null ? '' : `; ${folder} is full`;
  const how = job === undefined ? 'is gone' : `ended (${job.words})`;
  return as('lost', `${id ? `job ${id} ${how}` : `${process} ended`} without a result${before}${full}`);
}
