/**
 * The shared folder of a fleet, which all machines can see:
 *
 *     plan.json                  kinds and cells
 *     claims/CELL.1/             a job's claim to a cell: claim.json, then job.sh, job, started-N, interrupted-N, failed
 *     partial/CELL@MACHINE.tar   the unfinished run of an interrupted job
 *     runs/CELL.wiremark         a finished run, exported
 *     log/CELL.log               output of a cell's Slurm jobs
 *
 * Files and claims are written under another name, then renamed, so that no reader sees half of one. wiremark never removes a claim:
 * the next claim to the cell has the next number, and if two processes make it at once, only one rename succeeds. Times of day
 * aren't compared, because the clocks of machines differ.
 */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { cellParts, rowName } from '../define/names.ts';
import { keepText, makeFolder } from '../machine/files/write.ts';
import { fullDisk } from '../machine/free-resources.ts';
import { type Holder, isAlive, MACHINE, OWN } from '../machine/lock.ts';
import { namesIn, read } from '../machine/proc.ts';
import { scratchFor } from '../machine/scratch.ts';
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

export interface Claim extends Holder {
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
  /** True if the process that made the claim still runs, or is on another machine, where this is unknown. */
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
  const aside = mkdtempSync(join(folder, 'claims', '.claim-'));
  try {
    const claim = { engine, host: hostname(), machine: MACHINE, ...OWN };
    writeFileSync(join(aside, 'claim.json'), JSON.stringify(claim));
    renameSync(aside, join(folder, path));
    return path;
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

export const runFile = (folder: string, cell: string): string => join(folder, 'runs', `${cell}${EXPORTED}`);

export function finishedRun(folder: string, cell: string): StoredRun | null {
  const file = runFile(folder, cell);
  const run = existsSync(file) ? openExported(file) : null;
  if (run !== null && run.record.tags?.fleet !== cell)
    throw new StoreError(file, 'is the run of another cell');
  return run;
}

export function openExported(file: string): StoredRun {
  const place = scratchFor('run');
  unpackRun(file, place);
  return readRun(place);
}

export interface FleetRuns {
  /** Runs with an `ok` row, by cell id. `missing` has the reason for each cell without such a run. */
  readonly runs: ReadonlyMap<string, StoredRun>;
  readonly missing: ReadonlyMap<string, string>;
}

export function finishedRuns({ folder, cells }: Pick<FleetPlan, 'folder' | 'cells'>): FleetRuns {
  return usableRuns(cells, (cell) => finishedRun(folder, cell));
}

/** @param read returns null for a cell without a run */
export function usableRuns(cells: readonly string[], read: (cell: string) => StoredRun | null): FleetRuns {
  const runs = new Map<string, StoredRun>();
  const missing = new Map<string, string>();
  for (const cell of cells) {
    const run = attempt(() => read(cell));
    if (run instanceof StoreError) missing.set(cell, run.message);
    else if (run?.record.outcomes.some(({ verdict }) => verdict.verdict === 'ok')) runs.set(cell, run);
    else missing.set(cell, run === null ? 'no run' : `no row is ok: ${reasonOf(run)}`);
  }
  return { runs, missing };
}

export function reasonOf({ record: { outcomes, contenders } }: StoredRun): string {
  const texts = outcomes.flatMap(({ verdict, contender }) => {
    if (verdict.verdict === 'ok' || verdict.verdict === 'unsupported') return [];
    return `${rowName(contenders[contender]!)} ${verdict.verdict} (${verdict.reason.split('\n')[0]})`;
  });
  const [first = '', ...others] = new Set(texts);
  return `${first}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}

export function completeKinds({ cells }: Pick<FleetPlan, 'cells'>, runs: ReadonlyMap<string, unknown>) {
  const kindsOf = (some: readonly string[]) => [...new Set(some.map((cell) => cellParts(cell).kind))];
  const [kinds, lacking] = [kindsOf(cells), kindsOf(cells.filter((cell) => !runs.has(cell)))];
  return { kinds, complete: kinds.filter((kind) => !lacking.includes(kind)) };
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

export const jobName = ({ id }: Pick<Fleet, 'id'>, claim: string): string =>
  `wiremark-${id}+${claim.slice('claims/'.length)}`;

/** @param claim must be read before `jobs`: otherwise a job that is submitted in between looks lost */
export function stateOf(
  { folder, ...fleet }: Fleet,
  cell: Cell,
  claim: Claim | null,
  jobs: ReadonlyMap<string, Job>,
  down: ReadonlySet<string>,
): CellState {
  const as = (state: CellState['state'], why = ''): CellState => {
    return { cell, state, why, claim: claim?.number ?? 0 };
  };
  const { runs, missing } = finishedRuns({ folder, cells: [cell.id] });
  const run = runs.get(cell.id);
  if (run !== undefined) return as('done', reasonOf(run));
  if (claim === null) return as('open');
  const { engine, host, pid, path, job: id, failed, on, isAtWork } = claim;
  if (failed !== '') return as('failed', failed);
  const process = `process ${pid} on ${host}`;
  const unless = claim.machine === MACHINE ? '' : `; if it has ended, remove ${join(folder, path)}`;
  const job = engine === 'slurm' ? jobs.get(jobName(fleet, path)) : undefined;
  const before = on === '' ? '' : `; ran on ${on}${down.has(on) ? ', which is down now' : ''}`;
  if (job?.state === 'running') return as('running', `job ${job.id} on ${on || job.words}`);
  if (job?.state === 'waiting') return as('waiting', `job ${job.id}: ${job.words}${before}`);
  // The file exists, but it is damaged or has no `ok` row.
  if (existsSync(runFile(folder, cell.id))) return as('failed', missing.get(cell.id));
  if (isAtWork && engine !== 'slurm') return as('running', process + unless);
  if (isAtWork && id === '') return as('waiting', `${process} is submitting it${unless}`);
  const full = fullDisk(folder) === null ? '' : `; ${folder} is full`;
  const how = job === undefined ? 'is gone' : `ended (${job.words})`;
  return as('lost', `${id ? `job ${id} ${how}` : `${process} ended`} without a result${before}${full}`);
}
