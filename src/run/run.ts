/** A run from its request to its record: define → plan → build → verify → measure → store. */
import { setMaxListeners } from 'node:events';
import { join, resolve } from 'node:path';
import { type FailRule, parseFailRules } from '../analysis/rules/rule.ts';
import type { BuildsInput } from '../build/builds.ts';
import { takenPackages, withoutFolder } from '../build/code.ts';
import type { Catalog } from '../define/catalog.ts';
import { comparedFigures } from '../define/published.ts';
import type { SuiteDefinition } from '../define/types.ts';
import { recordMachine } from '../machine/describe.ts';
import { keepCoresAwake } from '../machine/idle-spinners.ts';
import { alsoMeasuring, type Turn, takeTurn } from '../machine/measuring-lock.ts';
import { type MachineUse, observeMachine } from '../machine/usage.ts';
import { type Contender, contenderName } from '../plan/case.ts';
import { BenchError } from '../plan/error.ts';
import { filtersOf } from '../plan/filters.ts';
import type { Plan } from '../plan/plan.ts';
import { absoluteFilters } from '../plan/version-filters.ts';
import { createRun, reopenRun, wholeOf } from '../store/folder/writer.ts';
import { listRuns, newRunId, runsFolder } from '../store/locate.ts';
import { age } from '../store/newest.ts';
import type { RunRecord, RunRequest, RunSettings } from '../store/record/record.ts';
import type { Patience } from '../trial/process.ts';
import { openWorkbench, type Workbench } from '../trial/workbench.ts';
import type { UserData } from '../userdata/userdata.ts';
import { openPlan, type PlanRequest } from './definitions.ts';
import type { RunEvents } from './events.ts';
import { measureAll } from './measuring.ts';
import { otherObjects } from './other-objects.ts';
import { plannedRecord, Recorder } from './recorder.ts';
import { differences, resumedRecord, type Unfinished } from './resuming.ts';
import { resolveSettings, type SettingOptions } from './settings.ts';
import { keepData } from './user-data.ts';

/** What a new run is asked for. */
export interface Wish extends SettingOptions, Omit<PlanRequest, 'limits'> {
  readonly runners: readonly string[];
  readonly bench?: RunRequest['bench'];
  readonly failIf?: RunRequest['failIf'];
  readonly name?: string;
  /** Absent: as the settings have it, not when quick. */
  readonly limits?: boolean;
  /** Absent: the same. */
  readonly memory?: boolean;
  readonly timeUnverified?: boolean;
  readonly redact?: boolean;
}

/** A run that may begin, or go on. */
export interface RunPlan {
  readonly catalog: Catalog;
  readonly plan: Plan;
  readonly request: RunRequest;
  readonly settings: RunSettings;
  /** Its name, and its suite's published table. A run that goes on has those that it was begun with. */
  readonly labels: Pick<RunRecord, 'name' | 'published' | 'editions'>;
  readonly data: UserData | null;
  /** Rules of `--fail-if`, evaluated when all is measured. */
  readonly rules: readonly FailRule[];
  /** Null: a new run. */
  readonly resumed: Unfinished | null;
}

/**
 * The plan and the settings of a new run.
 *
 * @param home the package folder
 * @throws as `openPlan`
 */
export function planRun(home: string, wish: Wish): RunPlan {
  const { suite, runners, rows = [], bench, baseline, filters, usual, data, hard, acceptLicense } = wish;
  const rules = parseFailRules(wish.failIf);
  const settingsOf = (one: SuiteDefinition) => resolveSettings(wish, bench !== undefined || one.quick);
  // A first reading is to be there soon: like the memory pass, the limits wait for a full run unless asked for.
  const limitsOf = (one: SuiteDefinition) => wish.limits ?? !settingsOf(one).quick;
  const { catalog, plan } = openPlan(home, { ...wish, limits: limitsOf });
  const settings = settingsOf(plan.suite);
  const { memory = plan.suite.memory ?? !settings.quick } = wish;
  const request: RunRequest = {
    suite: suite.endsWith('.toml') ? resolve(suite) : suite,
    runners: runners.map((file) => resolve(file)),
    ...(rows.length > 0 && { rows: rows.map((file) => resolve(file)) }),
    ...(bench && { bench }),
    ...(baseline !== undefined && { baseline }),
    typed: typedFlags(wish),
    ...(wish.failIf && { failIf: wish.failIf }),
    filters: filtersOf(absoluteFilters(filters)),
    ...(usual && { usual: filtersOf(usual) }),
    limits: limitsOf(plan.suite),
    memory,
    packages: packagesOf(plan, catalog),
    ...(acceptLicense && { acceptLicense }),
    ...(wish.timeUnverified && { timeUnverified: true }),
    ...(wish.redact && { redact: true }),
    ...(data && { data: data.request }),
    ...(hard && { hard }),
  };
  const name = wish.name !== undefined && { name: wish.name };
  const labels = { ...name, ...comparedFigures(plan.suite) };
  return { catalog, plan, request, settings, labels, data: data ?? null, rules, resumed: null };
}

/** What was said of measuring, as it can be typed again. */
export function typedFlags(wish: Partial<Wish>): string[] {
  const { quick, full, rounds, target, budget, limits, memory } = wish;
  const percent = target && +(100 * target).toFixed(2);
  const flags = { quick, full, rounds, target: percent, budget: budget && `${budget}s`, limits, memory };
  return Object.entries(flags).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return `--${value ? '' : 'no-'}${name}`;
    return value === undefined ? [] : [`--${name}`, `${value}`];
  });
}

/**
 * The same of a run that goes on, made from what it was asked for, by the definitions as they are now.
 *
 * @param data taken again, as the run was asked for them; null where it was asked for none
 */
export function planAgain(home: string, resumed: Unfinished, data: UserData | null = null): RunPlan {
  const { request, settings } = resumed.run.record;
  const rules = parseFailRules(request.failIf);
  const { catalog, plan } = openPlan(home, { ...request, data: data ?? undefined });
  const again = { ...request, packages: packagesOf(plan, catalog) };
  return { catalog, plan, request: again, settings, labels: {}, data, rules, resumed };
}

function packagesOf(plan: Plan, { runners }: Catalog): Record<string, readonly string[]> {
  const having = plan.contenders.filter(({ definition }) => definition.packages.length > 0);
  const taken = ({ runtime, definition }: Contender) => takenPackages(runners.get(runtime)!, definition);
  return Object.fromEntries(having.map((one) => [contenderName(one), taken(one).map(withoutFolder)]));
}

/** How long a run looks at what the machine does without it, in milliseconds. */
const LOOK = 1_000;

export interface RunPlace extends Pick<BuildsInput, 'cache' | 'rebuild'> {
  /** The folder in which wiremark is used: new runs go below it. */
  readonly root: string;
  readonly tool: string;
  readonly events: RunEvents;
  /** Ends it with what was measured, which is no error. */
  readonly signal: AbortSignal;
  readonly patience: Patience;
  readonly wait: boolean;
}

/**
 * Measures a run to its end, or until it is interrupted.
 *
 * @returns where it was recorded
 * @throws BenchError when a run can't go on because something has changed; StoreError, DefinitionError
 */
export async function measureRun(run: RunPlan, place: RunPlace): Promise<string> {
  // A fault of ours ends everything at once, as an interrupt does: runners would be waited for otherwise.
  const faults = new AbortController();
  const signal = AbortSignal.any([place.signal, faults.signal]);
  // Each runner that stands ready listens, and more than ten aren't a leak, as Node would warn.
  setMaxListeners(0, signal);
  // Before anything is built: building disturbs another run, too.
  const turn = await begins(place, signal);
  return measureAlone(run, { ...place, signal }, faults).finally(turn.done);
}

async function begins({ wait, events }: RunPlace, signal: AbortSignal): Promise<Turn> {
  let isTold = false;
  const waits = (others: readonly number[]) => {
    if (!isTold) events.note(`waiting: ${alsoMeasuring(others)}`);
    isTold = true;
    events.preparing('waiting until no other run is measuring');
  };
  const turn = await takeTurn(wait ? waits : null, signal);
  if (turn.others.length > 0)
    events.note(
      `${alsoMeasuring(turn.others)}; use --wait to start after ${turn.others.length > 1 ? 'them' : 'it'}`,
    );
  return turn;
}

async function measureAlone(run: RunPlan, place: RunPlace, faults: AbortController) {
  const { cache, events, signal, patience, rebuild } = place;
  const { seed } = run.settings;
  const workbench = await openWorkbench({
    ...run,
    seed,
    cache,
    signal,
    patience,
    rebuild,
    progress: events.preparing,
    redact: run.request.redact,
  });
  events.preparing('checking what else is running');
  const use = await observeMachine(LOOK);
  const keepers = await keepCoresAwake();
  const machine = { use, keptAwake: keepers.reason === null };
  return recorded(run, place, workbench, machine, faults).finally(keepers.stop);
}

async function recorded(
  run: RunPlan,
  place: RunPlace,
  workbench: Workbench,
  { use, keptAwake }: { use: MachineUse | null; keptAwake: boolean },
  faults: AbortController,
) {
  const { catalog, plan, request, settings, labels, data, resumed } = run;
  const { root, tool, events, signal } = place;
  const now = new Date();
  const planned = plannedRecord(plan, workbench, {
    id: newRunId(plan.suite.name, now),
    ...labels,
    tool,
    startedAt: now.toISOString(),
    ...(resumed === null && (await clockSetBack(root, now))),
    request,
    settings: { ...settings, keptAwake },
    machine: { ...recordMachine(), ...(use && { busyCores: use.busyCores }) },
    ...(data && { own: data.own }),
    ...otherObjects(plan, catalog),
  });
  const started = resumed ? goOn(resumed, planned) : begin(root, planned, data);
  const { folder, recorder, earlier, spent } = started;
  const warnings = resumed?.run.samples.warnings ?? null;
  events.begins({ record: recorder.record, use, warnings });
  const fault = (error: unknown) => faults.abort(error);
  try {
    const bench = { plan, workbench, recorder, events, signal, fault, earlier, spent };
    recorder.finish(await measureAll(bench));
  } catch (error) {
    fault(error);
    try {
      recorder.crashed((faults.signal.reason as Error).message);
    } catch {
      // A disk that is full is full for run.json, too: the run is then as one that was killed.
    }
  }
  // What went wrong first says more than what went wrong because of it. What was measured is on disk.
  faults.signal.throwIfAborted();
  return folder;
}

/** When the newest run was begun, where that can't have been yet. */
async function clockSetBack(root: string, now: Date): Promise<Pick<RunRecord, 'after'>> {
  const newest = (await listRuns(root)).runs.at(-1);
  const begun = newest === undefined ? 0 : age(newest.record);
  return begun > now.getTime() ? { after: new Date(begun).toISOString() } : {};
}

function begin(root: string, planned: RunRecord, data: UserData | null) {
  const folder = join(runsFolder(root), planned.id);
  const recorder = new Recorder(planned, createRun(folder, planned));
  if (data !== null)
    keepData(folder, data.definition.folder, data.request.keep ? null : data.definition.documents!);
  return { folder, recorder, earlier: () => [], spent: 0 };
}

function goOn(resumed: Unfinished, planned: RunRecord) {
  const { run } = resumed;
  const different = differences(run.record, planned);
  if (different.length > 0) {
    const lines = different.map((line) => `\n  ${line}`).join('');
    const fix = 'Its rounds would not be comparable: restore what changed, or begin a new run.';
    throw new BenchError(`run ${run.record.id} can't continue, because this has changed:${lines}\n${fix}`);
  }
  const record = resumedRecord(resumed, new Date());
  return {
    folder: run.folder,
    recorder: new Recorder(record, reopenRun(run, record)),
    earlier: (number: number) => wholeOf(run.record.cases[number]!, number, run.samples),
    spent: record.seconds,
  };
}
