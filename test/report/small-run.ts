/** Makes runs of one case from the few facts that a test needs. */
import { parse } from 'csv-parse/sync';
import { type AnalyzedCase, analyze, type RecordedRun } from '../../src/analysis/analyze.ts';
import { type Choice, choose } from '../../src/analysis/choose.ts';
import { evaluateRun } from '../../src/analysis/rules/evaluate.ts';
import { parseFailRules } from '../../src/analysis/rules/rule.ts';
import { type CompareOptions, compareRuns as compareAnalyzed } from '../../src/analysis/runs/compare.ts';
import type { Figure } from '../../src/plan/figure.ts';
import type { FailedVerdict } from '../../src/plan/verdict.ts';
import { type ReportFormat, render } from '../../src/report/formats.ts';
import { type ReportOptions, reportOf } from '../../src/report/run/report.ts';
import { caseWords } from '../../src/report/tables/case-answer.ts';
import { SAMPLES_HEAD } from '../../src/store/folder/samples.ts';
import {
  type MemoryFigures,
  RUN_SCHEMA,
  type RunCase,
  type RunContender,
  type RunOutcome,
  type RunRecord,
  type Sample,
  type Sizes,
} from '../../src/store/record/record.ts';

/** A run with all of its record and samples. */
export interface WholeRun extends RecordedRun {
  readonly record: RunRecord;
  readonly samples: ReturnType<typeof stored>;
}

/** Samples in memory, with the interface of a stored run's samples. */
export function stored(all: readonly Sample[], warnings: readonly string[] = []) {
  return {
    all,
    warnings,
    count: all.length,
    of: (number: number) => all.filter((sample) => sample.case === number),
    upTo: () => new Uint8Array(),
  };
}

/** The same run with each sample changed, or replaced by several or none. */
export function withSamples(
  run: WholeRun,
  change: (sample: Sample) => Partial<Sample> | readonly Partial<Sample>[],
): WholeRun {
  const changed = (sample: Sample) => [change(sample)].flat().map((one) => ({ ...sample, ...one }));
  return { ...run, samples: stored(run.samples.all.flatMap(changed)) };
}

/** The same run, with other facts in its record. */
export const withRecord = <Run extends RecordedRun>(run: Run, changes: Partial<RunRecord>): Run => {
  return { ...run, record: { ...run.record, ...changes } };
};

/** Repeats the run's only case, with its rows, outcomes and times, once for each of the changes. */
export function inCases(run: WholeRun, ...changes: readonly Partial<RunCase>[]): WholeRun {
  const { cases, outcomes } = run.record;
  const made = withRecord(run, {
    cases: changes.map((change) => ({ ...cases[0]!, ...change })),
    outcomes: changes.flatMap((_, number) => outcomes.map((one) => ({ ...one, case: number }))),
  });
  return withSamples(made, () => changes.map((_, number) => ({ case: number })));
}

/** The same run on a machine on which each slice waited for a core half of its time. */
export const busy = (run: WholeRun): WholeRun => withSamples(run, ({ ns }) => ({ waitNs: ns / 2 }));

/** Facts of every record that few tests need. */
export const recordedFacts = {
  seconds: 60,
  samples: SAMPLES_HEAD.recorded,
  request: { suite: 'small', runners: [], filters: {}, limits: false, memory: false, packages: {} },
} as const satisfies Partial<RunRecord>;

/** One block of a thousand operations, the first of its run. */
export const slice: Sample = {
  ...{ case: 0, contender: 0, round: 0, phase: 'block', block: 0 },
  ...{ ops: 1000, ns: 1e6, cpuNs: 0, waitNs: null },
};

/** Times in ns per operation, by round; one number is that of ten rounds. */
export type Times = number | readonly number[];

/** Facts of a row: of its contender and its outcome. */
interface RowFacts
  extends Partial<RunContender>,
    Partial<Pick<RunOutcome, 'verdict' | 'memory' | 'conversion'>> {
  /** Default: it has no samples. */
  readonly ns?: Times;
  readonly bytes?: number;
}
/** A row by its times alone, or by its facts. */
export type Row = Times | RowFacts;

/** A verdict that isn't `ok`, as a fact of a row or an outcome. */
export const failed = (verdict: FailedVerdict['verdict'], reason = 'gone') => {
  return { verdict: { verdict, reason } as FailedVerdict };
};

function madeRow([name, row]: readonly [string, Row], index: number) {
  const facts: RowFacts = typeof row === 'number' || 'length' in row ? { ns: row } : row;
  const { ns: times = [], bytes, verdict = { verdict: 'ok' }, memory = null, conversion, ...own } = facts;
  const sizes = bytes === undefined ? null : sizesOf(bytes, 1);
  return {
    contender: contender(name, own),
    outcome: outcome(index, { verdict, memory, sizes, ...(conversion && { conversion }) }),
    samples: (typeof times === 'number' ? rounds(10, () => times) : times).map(
      (ns, round): Sample => ({ ...slice, contender: index, round, ns: ns * 1000 }),
    ),
  };
}

/** A run of one case, with the rows mill/s0, mill/s1, … */
export function smallRun(rows: readonly Row[], changes: Partial<RunRecord> = {}): WholeRun {
  return namedRun(Object.fromEntries(rows.map((row, i) => [`mill/s${i}`, row])), changes);
}

/** A run of one case, with rows by their names; the first is the baseline. */
export function namedRun(rows: Readonly<Record<string, Row>>, changes: Partial<RunRecord> = {}): WholeRun {
  const made = Object.entries(rows).map(madeRow);
  const record: RunRecord = {
    schema: RUN_SCHEMA,
    id: 'id',
    tool: '0',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:01:00.000Z',
    partial: false,
    ...recordedFacts,
    suite: { name: 'small', title: 'Small', style: 'default' },
    machine: { cpu: '', cores: 1, memoryBytes: 1, os: '', kernel: '', arch: '', load: null, governor: null },
    runtimes: {},
    settings: { seed: 1, quick: false, rounds: { minimum: 10, maximum: 30 }, target: 0.02, budget: null },
    datasets: {},
    contenders: made.map(({ contender }) => contender),
    cases: [
      { dataset: 'd', size: 's', task: 'serialize', batch: 1, contenders: [...made.keys()], baseline: 0 },
    ],
    outcomes: made.map(({ outcome }) => outcome),
    ...changes,
  };
  return { record, samples: stored(made.flatMap(({ samples }) => samples)) };
}

/** Compares two runs. Made runs share an id, so the second gets another one. */
export function compareRuns(before: RecordedRun, after: RecordedRun, options: Partial<CompareOptions> = {}) {
  const again = after !== before && after.record.id === before.record.id;
  const other = again ? withRecord(after, { id: `${after.record.id}2` }) : after;
  return compareAnalyzed(before, other, { within: 0.05, filters: {}, ...options });
}

export const onlyCase = (run: RecordedRun): AnalyzedCase => analyze(run).cases[0]!;

export interface Asked extends ReportOptions {
  readonly width?: number;
  readonly color?: boolean;
  readonly relativeTo?: string;
  readonly choice?: Choice;
}

/** A rendered report. Default width: 100 columns. */
export function reported(run: RecordedRun, format: ReportFormat, asked: Asked = {}): Promise<string> {
  const { width = 100, color = false, relativeTo, choice = {}, ...options } = asked;
  const outcomes = evaluateRun(analyze(run), parseFailRules(run.record.request?.failIf));
  const view = choose(analyze(run, relativeTo), choice);
  return render(reportOf(view, { outcomes, ...options }), format, { width, color });
}

export const csvRows = async (run: RecordedRun, options: Asked = {}): Promise<Record<string, string>[]> =>
  parse(await reported(run, 'csv', options), { columns: true });

/** @param name `runtime/serializer` or `runtime+variant/serializer` */
export function contender(name: string, changes: Partial<RunContender> = {}): RunContender {
  const [started, serializer] = name.split('/') as [string, string];
  const [runtime, variant = null] = started.split('+') as [string, string?];
  return {
    ...{ runtime, variant, serializer, title: serializer, version: '1', code: 'sha256:00' },
    ...{ format: 'json', output: 'text', deviations: [], limit: null },
    ...changes,
  };
}

export function outcome(contender: number, changes: Partial<RunOutcome> = {}): RunOutcome {
  const verdict = { verdict: 'ok' } as const;
  return { case: 0, contender, verdict, sizes: null, deviations: [], memory: null, ...changes };
}

export function sizesOf(raw: number, factor: number): Sizes {
  return { raw, gzip: raw / factor, zstd: raw / factor, brotli: raw / factor };
}

export const known = (value: number): Figure => ({ known: true, value });
export const unknown = (reason = 'not told'): Figure => ({ known: false, reason });

/** Figures of a memory pass with 1,000 bytes per operation. */
export function memory(changes: Partial<MemoryFigures> = {}): MemoryFigures {
  const none = { ops: 1000, allocatedError: null, collections: {}, peakResident: known(1) };
  return { ...none, allocated: known(1000), ...changes };
}

export const rounds = (count: number, ns: (round: number) => number) =>
  Array.from({ length: count }, (_, i) => ns(i));

/** Ten rounds that scatter by 1 %. */
export const wobbly = (ns: number) => rounds(10, (i) => ns * (i % 2 === 0 ? 1.01 : 0.99));

/** Rounds that scatter by about 1 %, never twice the same. */
export const around = (ns: number, seed = 0, count = 10, scatter = 0.01) =>
  rounds(count, (i) => ns * (1 + scatter * Math.sin(5 * i + 3 * seed + 1)));

export const MACHINE = {
  ...{ cpu: 'Example CPU 3000 @ 2.50GHz', cores: 2, memoryBytes: 8 * 2 ** 30 },
  ...{ os: 'Debian GNU/Linux 12 (bookworm)', kernel: '6.1.0-44-amd64', arch: 'x64' },
  ...{ load: 0.31, governor: null },
} as const;

/** Factors around 1, by the linear congruential generator of Numerical Recipes: the same on every machine. */
export function makeJitter(seed: number): (width: number) => number {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (width) => 1 + width * (random() + random() + random() - 1.5);
}

/** The answer of a case, as facts and as words. */
export function answerWords(one: AnalyzedCase) {
  return { ...one.answer!, ...caseWords(one)! };
}
