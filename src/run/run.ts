import { setMaxListeners } from 'node:events';
import { join, resolve } from 'node:path';
import { type FailRule, parseFailRules } from '../analysis/rules/rule.ts';
import type { BuildsInput } from '../build/builds.ts';
import { takenPackages, withoutFolder } from '../build/code.ts';
import type { Catalog } from '../define/catalog.ts';
import { present } from '../define/present.ts';
import { comparedFigures } from '../define/published.ts';
import type { SuiteDefinition } from '../define/types.ts';
import { absoluteFilters } from '../define/versions.ts';
import { recordMachine } from '../machine/describe.ts';
import { keepCoresAwake } from '../machine/idle-spinners.ts';
import { alsoMeasuring, takeTurn } from '../machine/measuring-lock.ts';
import { signsOfSharing } from '../machine/sharing.ts';
import { observeMachine, WATCH } from '../machine/usage.ts';
import { type Contender, contenderName } from '../plan/case.ts';
import { filtersOf } from '../plan/filters.ts';
import type { Plan } from '../plan/plan.ts';
import { createRun, reopenRun } from '../store/folder/writer.ts';
import { newRunId, runsFolder } from '../store/locate.ts';
import type { RunRecord, RunRequest, RunSettings } from '../store/record/record.ts';
import type { Patience } from '../trial/process.ts';
import { openWorkbench } from '../trial/workbench.ts';
import type { UserData } from '../userdata/userdata.ts';
import { openPlan, type PlanRequest } from './definitions.ts';
import type { RunEvents } from './events.ts';
import { measureAll } from './measuring.ts';
import { plannedRecord, Recorder, type RunLabels } from './recorder.ts';
import { resumedRecord, type Unfinished } from './resuming.ts';
import { resolveSettings, type SettingOptions } from './settings.ts';
import { keepData } from './user-data.ts';

export interface NewRun extends SettingOptions, Omit<PlanRequest, 'limits'> {
  readonly runners: readonly string[];
  readonly bench?: RunRequest['bench'];
  readonly failIf?: RunRequest['failIf'];
  readonly name?: string;
  readonly tag?: RunRecord['tags'];
  readonly limits?: boolean;
  readonly memory?: boolean;
  readonly timeUnverified?: boolean;
  readonly redact?: boolean;
}

export interface RunPlan {
  readonly catalog: Catalog;
  readonly plan: Plan;
  readonly request: RunRequest;
  readonly settings: RunSettings;
  readonly labels: RunLabels;
  readonly data: UserData | null;
  readonly rules: readonly FailRule[];
  readonly resumed: Unfinished | null;
}

export function planRun(home: string, asked: NewRun): RunPlan {
  const { suite, runners, rows = [], filters, usual, data, tag: tags } = asked;
  const { name, bench, baseline, failIf, all, acceptLicense, timeUnverified, redact, hard } = asked;
  const rules = parseFailRules(failIf);
  const settingsOf = (one: SuiteDefinition) => resolveSettings(asked, bench !== undefined || one.quick);
  const limitsOf = (one: SuiteDefinition) => asked.limits ?? !settingsOf(one).quick;
  const { catalog, plan } = openPlan(home, { ...asked, limits: limitsOf });
  const settings = settingsOf(plan.suite);
  const { memory = plan.suite.memory ?? !settings.quick } = asked;
  const request: RunRequest = {
    suite: suite.endsWith('.toml') ? resolve(suite) : suite,
    runners: runners.map((file) => resolve(file)),
    ...(rows.length > 0 && { rows: rows.map((file) => resolve(file)) }),
    ...present({ bench, baseline, failIf, all, usual: usual && filtersOf(usual) }),
    typed: typedFlags(asked),
    filters: filtersOf(absoluteFilters(filters)),
    limits: limitsOf(plan.suite),
    memory,
    packages: packagesOf(plan, catalog),
    ...present({ acceptLicense, timeUnverified, redact, data: data?.request, hard }),
  };
  const labels = { ...present({ name, tags }), ...comparedFigures(plan.suite) };
  return { catalog, plan, request, settings, labels, data: data ?? null, rules, resumed: null };
}

export function typedFlags(asked: Partial<NewRun>): string[] {
  const { quick, full, rounds, target, budget, limits, memory } = asked;
  const percent = target && +(100 * target).toFixed(2);
  const flags = { quick, full, rounds, target: percent, budget: budget && `${budget}s`, limits, memory };
  return Object.entries(flags).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return `--${value ? '' : 'no-'}${name}`;
    return value === undefined ? [] : [`--${name}`, `${value}`];
  });
}

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

interface RunPlace extends Pick<BuildsInput, 'cache' | 'rebuild'> {
  readonly root: string;
  readonly tool: string;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
  readonly patience: Patience;
  readonly wait: boolean;
}

/**
 * Measures a run until its end or an interrupt.
 * @returns the run's folder
 * @throws the error that ended the run, such as a StoreError
 */
export async function measureRun(run: RunPlan, place: RunPlace): Promise<string> {
  const { events, wait } = place;
  const faults = new AbortController();
  const signal = AbortSignal.any([place.signal, faults.signal]);
  // Each runner adds a listener, so more than ten listeners aren't a leak.
  setMaxListeners(0, signal);
  let isTold = false;
  const waits = (others: readonly number[]) => {
    if (!isTold) events.note(`waiting: ${alsoMeasuring(others)}`);
    isTold = true;
    events.preparing('waiting until no other run is measuring');
  };
  // Taken before the build, because a build would disturb other runs, too.
  const turn = await takeTurn(wait ? waits : null, signal);
  if (turn.others.length > 0) events.note(`${alsoMeasuring(turn.others)}; --wait starts this one afterwards`);
  return measureAlone(run, { ...place, signal }, faults).finally(turn.done);
}

async function measureAlone(run: RunPlan, place: RunPlace, faults: AbortController): Promise<string> {
  const { plan, request, settings, labels, data, resumed } = run;
  const { root, tool, events, signal } = place;
  const options = { seed: settings.seed, redact: request.redact, progress: events.preparing };
  const workbench = await openWorkbench({ ...run, ...place, ...options });
  events.preparing('checking what else is running');
  const use = await observeMachine(WATCH);
  const keepers = await keepCoresAwake();
  try {
    const now = new Date();
    const { tags } = resumed?.run.record ?? labels;
    const shared = tags?.fleet === undefined ? [] : signsOfSharing();
    const planned = plannedRecord(plan, workbench, {
      id: newRunId(plan.suite.name, now),
      ...labels,
      tool,
      startedAt: now.toISOString(),
      request,
      settings: { ...settings, keptAwake: keepers.reason === null },
      machine: {
        ...recordMachine(),
        ...(use && { busyCores: use.busyCores }),
        ...(shared.length > 0 && { shared }),
      },
      ...(data && { own: data.own }),
    });
    const before = resumed?.run;
    const record = resumed === null ? planned : resumedRecord(resumed, planned, now);
    const folder = before?.folder ?? join(runsFolder(root), planned.id);
    const recorder = new Recorder(record, before ? reopenRun(before, record) : createRun(folder, record));
    if (data !== null && resumed === null)
      keepData(folder, data.definition.folder, data.request.keep ? null : data.definition.documents!);
    events.begins({ record, workbench, use, warnings: before?.samples.warnings ?? null });
    const fault = (error: unknown) => faults.abort(error);
    try {
      const bench = { plan, workbench, recorder, events, signal, fault, before };
      recorder.finish(await measureAll(bench));
    } catch (error) {
      fault(error);
      try {
        recorder.finish(false, undefined, (faults.signal.reason as Error).message);
      } catch {
        // On a full disk, the run remains unfinished, as if it had been killed.
      }
    }
    // Throws the first error, if there is one: it may have caused the others.
    faults.signal.throwIfAborted();
    return folder;
  } finally {
    await keepers.stop();
  }
}
