import { join, resolve } from 'node:path';
import { measureAll } from '../bench/measuring.ts';
import {
  differences,
  findResumable,
  type Resumable,
  refusedBesideResume,
  resumedRecord,
  secondsSpent,
} from '../bench/resuming.ts';
import { openWorkbench, type Workbench } from '../bench/workbench.ts';
import { recordMachine } from '../measure/machine.ts';
import { plannedRecord, Recorder } from '../measure/recorder.ts';
import { resolveSettings } from '../measure/settings.ts';
import type { Filters } from '../plan/filters.ts';
import { caseName, contenderName, type Plan } from '../plan/plan.ts';
import { ANSWER_LIMITS, type AnswerLimits } from '../runner/process.ts';
import { newRunId, runsFolder } from '../store/locate.ts';
import type { RunRecord, RunRequest, RunSettings } from '../store/record.ts';
import { createRun, reopenRun, wholeSamples } from '../store/writer.ts';
import { attended } from './attended.ts';
import { UsageError } from './errors.ts';
import {
  type FilterOptions,
  filtersFrom,
  type MeasuringOptions,
  type OutputOptions,
  type RunnerOptions,
} from './options.ts';
import { type ExitCode, type Place, toolVersion } from './place.ts';
import { printRun, refuseStyle } from './print.ts';
import { type ProgressInput, RunProgress, spelledPlan } from './progress.ts';
import { packRun } from './runs/pack.ts';
import { openPlan } from './session.ts';

type RunOptions = FilterOptions &
  RunnerOptions &
  MeasuringOptions &
  OutputOptions & { readonly list?: boolean; readonly resume?: string | true };

const DEFAULT_SUITE = 'quickstart';

/** `wiremark run`: define → plan → build → verify → measure → store → report. */
export async function run(place: Place, suite: string | undefined, options: RunOptions): Promise<ExitCode> {
  refuseStyle(options);
  const resumed = await resumable(suite, options);
  const { catalog, plan, request, settings } = resumed
    ? again(place, resumed)
    : anew(place, suite ?? DEFAULT_SUITE, options);
  const runner = (runtime: string) => catalog.runners.get(runtime)!;
  const expected: ProgressInput = { plan, settings, memory: request.memory, runner };
  if (options.list) return printPlan(expected);
  return attended('what was measured is kept', async ({ status, signal }) => {
    const { cache } = place;
    const answers = options.patience === undefined ? ANSWER_LIMITS : answersWithin(options.patience);
    const workbench = await openWorkbench({ plan, catalog, cache, progress: status.show, signal, answers });
    const planned = await record(place, workbench, request, settings);
    const { folder, recorder, earlier, spent } = resumed ? goOn(resumed, planned) : begin(planned);
    const budget = settings.budget === null ? null : Math.max(0, settings.budget - spent);
    if (!resumed) status.note(`wiremark: ${spelledPlan(expected)}`);
    const progress = new RunProgress({ ...expected, settings: { ...settings, budget } }, status);
    const complete = await measureAll({ workbench, recorder, progress, signal, earlier, spent });
    recorder.finish(complete);
    status.clear();
    const exitCode = await printRun(catalog, folder, options);
    // Last: nothing is timed any more, and nobody waits for it.
    await packRun(folder);
    if (!signal.aborted) return exitCode;
    process.stderr.write(`wiremark: to go on: wiremark run --resume ${recorder.record.id}\n`);
    return 130;
  });
}

function answersWithin(seconds: number): AnswerLimits {
  const ms = seconds * 1000;
  return { load: ms, dump: ms, slice: ms, end: Math.min(ms, ANSWER_LIMITS.end) };
}

function printPlan(expected: ProgressInput): ExitCode {
  for (const planned of expected.plan.cases) {
    process.stdout.write(`${caseName(planned)}\n`);
    for (const contender of planned.contenders) {
      const note = contender === planned.baseline ? '  (baseline)' : '';
      process.stdout.write(`  ${contenderName(contender)}${note}\n`);
    }
  }
  process.stdout.write(`${spelledPlan(expected)}\n`);
  return 0;
}

async function resumable(suite: string | undefined, options: RunOptions): Promise<Resumable | null> {
  if (options.resume === undefined) return null;
  const refused = refusedBesideResume(suite, options);
  if (refused !== null) throw new UsageError(refused);
  return findResumable(process.cwd(), options.resume === true ? 'last' : options.resume);
}

/** The plan and the settings of a new run. */
function anew(place: Place, suite: string, options: RunOptions) {
  const ranked = openPlan(place, suite, { ...options, limits: false });
  const settings = resolveSettings(options, ranked.plan.suite.quick);
  // A first reading is to be there soon: like the memory pass, the limits wait for a full run unless asked for.
  const limits = options.limits ?? !settings.quick;
  const { catalog, plan } = limits ? openPlan(place, suite, { ...options, limits }) : ranked;
  const given = Object.entries(filtersFrom(options)).filter(([, patterns]) => patterns.length > 0);
  const request: RunRequest = {
    suite: suite.endsWith('.toml') ? resolve(suite) : suite,
    runners: (options.runner ?? []).map((file) => resolve(file)),
    filters: Object.fromEntries(given),
    limits,
    memory: options.memory ?? !settings.quick,
    packages: packagesOf(plan),
  };
  return { catalog, plan, request, settings };
}

/** The same of a run that goes on, made from what it was asked for, by the definitions as they are now. */
function again(place: Place, { run, request }: Resumable) {
  const filters = request.filters as Partial<Filters>;
  const options = { ...filters, runner: request.runners, limits: request.limits };
  const { catalog, plan } = openPlan(place, request.suite, options);
  return {
    catalog,
    plan,
    request: { ...request, packages: packagesOf(plan) },
    settings: run.record.settings,
  };
}

function packagesOf(plan: Plan): Record<string, readonly string[]> {
  const having = plan.contenders.filter(({ definition }) => definition.packages.length > 0);
  return Object.fromEntries(having.map((one) => [contenderName(one), one.definition.packages]));
}

/** The record that a run of this plan begins with. */
async function record(
  place: Place,
  workbench: Workbench,
  request: RunRequest,
  settings: RunSettings,
): Promise<RunRecord> {
  const startedAt = new Date();
  return plannedRecord(workbench.plan, {
    id: newRunId(workbench.plan.suite.name, startedAt),
    tool: toolVersion(place),
    startedAt,
    machine: await recordMachine(),
    settings,
    request,
    code: () => null,
    datasets: new Map([...workbench.datasets].map(([key, { digest }]) => [key, digest])),
  });
}

function begin(planned: RunRecord) {
  const folder = join(runsFolder(process.cwd()), planned.id);
  return { folder, recorder: new Recorder(planned, createRun(folder, planned)), earlier: [], spent: 0 };
}

function goOn(resumed: Resumable, planned: RunRecord) {
  const { run } = resumed;
  const different = differences(run.record, planned);
  if (different.length > 0) {
    const lines = different.map((line) => `\n  ${line}`).join('');
    const cure = 'Its rounds would not be comparable: put that back as it was, or begin a new run.';
    throw new UsageError(`run ${run.record.id} can't go on, because things have changed:${lines}\n${cure}`);
  }
  for (const warning of run.warnings) process.stderr.write(`wiremark: ${warning}\n`);
  const now = new Date();
  const record = resumedRecord(resumed, now);
  const spent = secondsSpent(record.startedAt, record.interruptions ?? [], now);
  const recorder = new Recorder(record, reopenRun(run, record));
  process.stderr.write(`wiremark: going on with ${record.id}\n`);
  return { folder: run.folder, recorder, earlier: wholeSamples(run), spent };
}
