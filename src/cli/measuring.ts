/** Measures a plan, case after case, and keeps its record current. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { measureCase } from '../measure/case.ts';
import { measureMemory } from '../measure/memory.ts';
import type { Recorder } from '../measure/recorder.ts';
import { measureSizes } from '../measure/sizes.ts';
import type { CaseOutcome, MeasuredContender, Progress } from '../measure/types.ts';
import type { PlannedCase } from '../plan/plan.ts';
import type { Contender, Verdict } from '../plan/verdict.ts';
import type { RunnerClient } from '../runner/client.ts';
import type { Sample } from '../store/record.ts';
import { splitFrames } from '../verify/frames.ts';
import { UsageError } from './errors.ts';
import type { RunProgress } from './progress.ts';
import type { Workbench } from './workbench.ts';

export interface Bench {
  readonly workbench: Workbench;
  readonly recorder: Recorder;
  readonly progress: RunProgress;
  readonly signal: AbortSignal;
  /** Samples of whole rounds from before the run was resumed; none in a new one. */
  readonly earlier: readonly Sample[];
  /** Seconds of the budget that were spent before. */
  readonly spent: number;
}

/** Measures all cases that aren't over. @returns whether every case ran to its end, and not short of rounds */
export async function measureAll(bench: Bench): Promise<boolean> {
  const { recorder, progress } = bench;
  const { cases } = bench.workbench.plan;
  const { budget } = recorder.record.settings;
  const begin = performance.now() - bench.spent * 1000;
  const open = recorder.record.cases.flatMap(({ ended }, number) => (ended === undefined ? [number] : []));
  for (const number of cases.keys()) if (!open.includes(number)) progress.over(number);
  for (const [position, number] of open.entries()) {
    const left = budget === null ? null : Math.max(0, budget - (performance.now() - begin) / 1000);
    // Each case gets an equal share of what is left: one that ends early leaves its time to the others.
    const share = left === null ? null : left / (open.length - position);
    const measured = await measurePlanned(bench, number, cases[number]!, share);
    const outcome = await countMemory(bench, number, cases[number]!, measured);
    recorder.case(number, outcome);
    progress.over(number);
    if (outcome.ended === 'aborted') return false;
  }
  const { rounds } = recorder.record.settings;
  return recorder.record.cases.every((one) => one.ended !== 'budget' || (one.rounds ?? 0) >= rounds.minimum);
}

interface Row extends MeasuredContender {
  readonly contender: Contender;
}

const NOBODY: CaseOutcome = {
  verdicts: new Map(),
  versions: new Map(),
  rounds: 0,
  ended: 'no contenders left',
  reference: null,
  missed: [],
};

async function measurePlanned(
  bench: Bench,
  number: number,
  planned: PlannedCase,
  budget: number | null,
): Promise<CaseOutcome> {
  const { workbench, recorder, signal } = bench;
  const rows = rowsOf(bench, number, planned);
  if (rows.length === 0) return NOBODY;
  // What failed before is out with its verdict; its earlier samples must not bring it back.
  const taking = new Set(rows.map(({ index }) => index));
  const earlier = bench.earlier.filter((one) => one.case === number && taking.has(one.contender));
  bench.progress.case(number, recorder.record.cases[number]!.rounds ?? 0, earlier);
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
      earlier,
      cores: availableParallelism(),
      start: (row) => start(bench, planned, row),
      counts: ({ contender }) => workbench.counts(planned, contender),
      verifyDump: (row, set, file) => verifyDump(bench, number, planned, row, set, file),
      signal,
    },
    {
      sample: (sample) => {
        recorder.sample(sample);
        bench.progress.sample(sample);
      },
      // At once, so that a resumed run doesn't try again what has failed.
      failed: (index, verdict) => recorder.absent(number, [[index, verdict]]),
      progress: (progress) => follow(bench, number, planned, progress),
    },
  );
}

/** The memory pass of the serializers that are fine, before the case is over: a resumed run makes it if this one can't. */
async function countMemory(
  bench: Bench,
  number: number,
  planned: PlannedCase,
  outcome: CaseOutcome,
): Promise<CaseOutcome> {
  const { workbench, recorder, signal } = bench;
  if (!recorder.record.request?.memory || outcome.ended === 'aborted') return outcome;
  const fine = planned.contenders.filter(
    (one) => one.limit === null && outcome.verdicts.get(recorder.indexOf(one))?.verdict === 'ok',
  );
  const contenders = fine.map((contender) => rowOf(bench, contender));
  const { batch } = planned;
  const documents = workbench.documents(planned);
  const start = ({ contender }: Row) => {
    bench.progress.memory(number, planned, contender);
    return workbench.start(planned, contender);
  };
  try {
    await measureMemory<Row>({ documents, batch, contenders, start, signal }, (index, figures) =>
      recorder.memory(number, index, figures),
    );
    return outcome;
  } catch (error) {
    if (signal.aborted && error === signal.reason) return { ...outcome, ended: 'aborted' };
    throw error;
  }
}

function rowOf({ workbench, recorder }: Bench, contender: Contender): Row {
  const index = recorder.indexOf(contender);
  return { contender, index, limit: contender.limit, ...workbench.runner(contender) };
}

/** Who takes part; what can't be had here or failed before the run was resumed has its verdict in the record. */
function rowsOf(bench: Bench, number: number, planned: PlannedCase): Row[] {
  const { workbench, recorder } = bench;
  const absent: (readonly [number, Verdict])[] = [];
  const rows: Row[] = [];
  for (const contender of planned.contenders) {
    const index = recorder.indexOf(contender);
    const before = recorder.verdict(number, index);
    if (before !== null && before.verdict !== 'ok') continue;
    const reason = workbench.unavailable(planned, contender);
    if (reason) absent.push([index, reason]);
    else rows.push(rowOf(bench, contender));
  }
  if (absent.length > 0) recorder.absent(number, absent);
  return rows;
}

/** @throws UsageError when a version isn't that of the rounds before: the two can't be one run */
async function start({ workbench, recorder }: Bench, planned: PlannedCase, row: Row): Promise<RunnerClient> {
  const client = await workbench.start(planned, row.contender);
  const { runtimeVersion: runtime, serializerVersion: serializer } = client;
  const changed = recorder.started(row.index, { runtime, serializer });
  if (changed === null) return client;
  await client.end();
  throw new UsageError(`${changed}: this run can't go on with another version; begin a new one`);
}

/** A round that begins says that the one before is whole, verified to its end. */
function follow(bench: Bench, number: number, planned: PlannedCase, progress: Progress): void {
  const { recorder } = bench;
  if (progress.step === 'start' && progress.group === 0) {
    if (progress.round > (recorder.record.cases[number]!.rounds ?? 0))
      recorder.rounds(number, progress.round);
    bench.progress.round(number, progress.round);
    bench.progress.roundBegins(
      planned,
      (contender) => recorder.indexOf(contender),
      (index) => recorder.verdict(number, index),
    );
  }
  bench.progress.show(number, planned, progress);
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
  if (row.contender.limit !== null) return verdict;
  if (verdict.verdict === 'ok' && writes && set === 'documents' && !recorder.hasSizes(number, row.index))
    recorder.sizes(number, row.index, await measureSizes(splitFrames(readFileSync(file))));
  return verdict;
}
