import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { measureCase } from '../measure/case.ts';
import { recordMachine } from '../measure/machine.ts';
import { plannedRecord, Recorder } from '../measure/recorder.ts';
import { resolveSettings } from '../measure/settings.ts';
import { measureSizes } from '../measure/sizes.ts';
import type { CaseOutcome, MeasuredContender, Progress } from '../measure/types.ts';
import { caseName, contenderName, type Plan, type PlannedCase } from '../plan/plan.ts';
import type { Contender, Verdict } from '../plan/verdict.ts';
import { newRunId, runsFolder } from '../store/locate.ts';
import { createRun } from '../store/writer.ts';
import { splitFrames } from '../verify/frames.ts';
import { interruptSignal } from './interrupt.ts';
import type { FilterOptions, MeasuringOptions, OutputOptions, RunnerOptions } from './options.ts';
import { type ExitCode, type Place, toolVersion } from './place.ts';
import { printRun } from './print.ts';
import { openPlan } from './session.ts';
import { openStatus, type Status } from './status.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

type RunOptions = FilterOptions &
  RunnerOptions &
  MeasuringOptions &
  OutputOptions & { readonly list?: boolean };

/** `wiremark run`: define → plan → build → verify → measure → store → report. */
export async function run(place: Place, suiteName: string, options: RunOptions): Promise<ExitCode> {
  const { catalog, plan } = openPlan(place, suiteName, options);
  if (options.list) return printPlan(plan);
  const settings = resolveSettings(options, plan.suite.quick);
  const status = await openStatus();
  const { signal, done } = interruptSignal();
  try {
    const workbench = await openWorkbench({
      plan,
      catalog,
      cache: place.cache,
      progress: status.show,
      signal,
    });
    const startedAt = new Date();
    const id = newRunId(plan.suite.name, startedAt);
    const machine = await recordMachine();
    const datasets = new Map([...workbench.datasets].map(([key, { digest }]) => [key, digest]));
    const tool = toolVersion(place);
    const record = plannedRecord(plan, { id, tool, startedAt, machine, settings, datasets });
    const folder = join(runsFolder(process.cwd()), id);
    const recorder = new Recorder(record, createRun(folder, record));
    const complete = await measureAll({ workbench, recorder, status, signal });
    recorder.finish(complete);
    status.clear();
    const exitCode = await printRun(catalog, folder, options);
    return signal.aborted ? 130 : exitCode;
  } finally {
    status.clear();
    done();
  }
}

function printPlan(plan: Plan): ExitCode {
  for (const planned of plan.cases) {
    process.stdout.write(`${caseName(planned)}\n`);
    for (const contender of planned.contenders) {
      const note = contender === planned.baseline ? '  (baseline)' : '';
      process.stdout.write(`  ${contenderName(contender)}${note}\n`);
    }
  }
  return 0;
}

interface Bench {
  readonly workbench: Workbench;
  readonly recorder: Recorder;
  readonly status: Status;
  readonly signal: AbortSignal;
}

/** Measures case after case. @returns whether every case ran to its end */
async function measureAll(bench: Bench): Promise<boolean> {
  const { cases } = bench.workbench.plan;
  const begin = performance.now();
  let complete = true;
  for (const [number, planned] of cases.entries()) {
    const { budget } = bench.recorder.record.settings;
    const left = budget === null ? null : Math.max(0, budget - (performance.now() - begin) / 1000);
    // Each case gets an equal share of what is left: one that ends early leaves its time to the others.
    const share = left === null ? null : left / (cases.length - number);
    const outcome = await measurePlanned(bench, number, planned, share);
    if (outcome === null) continue;
    bench.recorder.case(number, outcome);
    if (outcome.ended === 'aborted') return false;
    if (outcome.ended === 'budget')
      complete &&= outcome.rounds >= bench.recorder.record.settings.rounds.minimum;
  }
  return complete;
}

interface Row extends MeasuredContender {
  readonly contender: Contender;
}

/** @returns null when no row of the case can be had here */
async function measurePlanned(
  bench: Bench,
  number: number,
  planned: PlannedCase,
  budget: number | null,
): Promise<CaseOutcome | null> {
  const { workbench, recorder, signal } = bench;
  const absent: (readonly [number, Verdict])[] = [];
  const rows: Row[] = [];
  for (const contender of planned.contenders) {
    const index = recorder.indexOf(contender);
    const reason = workbench.unavailable(contender);
    if (reason) absent.push([index, reason]);
    else rows.push({ contender, index, ...workbench.runner(contender) });
  }
  recorder.absent(number, absent);
  if (rows.length === 0) return null;
  return measureCase<Row>(
    {
      case: number,
      task: planned.task,
      documents: workbench.documents(planned),
      batch: planned.batch,
      contenders: rows,
      baseline: recorder.indexOf(planned.baseline),
      settings: recorder.record.settings,
      budget,
      cores: availableParallelism(),
      start: ({ contender }) => workbench.start(planned, contender),
      verifyDump: (row, set, file) => verifyDump(bench, number, planned, row, set, file),
      signal,
    },
    {
      sample: (sample) => recorder.sample(sample),
      progress: (progress) => bench.status.show(describe(bench, number, planned, progress)),
    },
  );
}

/** Verifies a dump; the first good one of a task that writes also tells the sizes. */
async function verifyDump(
  { workbench, recorder }: Bench,
  number: number,
  planned: PlannedCase,
  row: Row,
  set: 'documents' | 'hard',
  file: string,
): Promise<Verdict> {
  const { verdict, used } = workbench.verify(planned, row.contender, set, file);
  recorder.forgiven(number, row.index, used);
  const writes = planned.task === 'serialize' || planned.task === 'to-tree';
  if (verdict.verdict === 'ok' && writes && set === 'documents' && !recorder.hasSizes(number, row.index))
    recorder.sizes(number, row.index, await measureSizes(splitFrames(readFileSync(file))));
  return verdict;
}

function describe(bench: Bench, number: number, planned: PlannedCase, progress: Progress): string {
  const { cases } = bench.workbench.plan;
  const { minimum, maximum } = bench.recorder.record.settings.rounds;
  const rounds = minimum === maximum ? `of ${maximum}` : `of ${minimum} to ${maximum}`;
  const group = progress.groups > 1 ? `, group ${progress.group + 1} of ${progress.groups}` : '';
  const block = progress.block === undefined ? '' : ` ${progress.block + 1}/${progress.blocks}`;
  return `${caseName(planned)} (case ${number + 1} of ${cases.length}): round ${progress.round + 1} ${rounds}${group}: ${progress.step}${block}`;
}
