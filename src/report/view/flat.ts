/** One flat row for each contender of each case: what `--format json` and `--format csv` promise to programs. */
import type { Bound, Deviation, Format, Limit, OutputKind, Task } from '../../define/types.ts';
import type { Difference, VerdictName } from '../../plan/verdict.ts';
import type { LaunchSteadiness } from '../../stats/steady.ts';
import type { MemoryFigures } from '../../store/record.ts';
import type {
  BatchTime,
  Bounds,
  Estimate,
  Finding,
  LimitRow,
  OperationTime,
  RankedRow,
  RoundSummary,
  Row,
  StartTimes,
  Throughput,
} from './rows.ts';
import { allRows, type RunView } from './view.ts';

/** Every row has every key; what a row can't have is null. */
export interface FlatRow {
  readonly runtime: string;
  /** Id of the variant that the runtime was started in; null for the plain one. */
  readonly variant: string | null;
  readonly serializer: string;
  readonly title: string;
  readonly version: string | null;
  readonly format: Format;
  /** What the row bounds; null for a serializer. Limits have a time, but no rank and no ratio. */
  readonly limit: Limit | null;
  /** `hand-written` for the row that others of its runtime and format are a percentage of. */
  readonly bound: Bound | null;
  readonly dataset: string;
  readonly size: string;
  readonly task: Task;
  readonly outputKind: OutputKind;
  /** Null where the run ended before there was one. */
  readonly verdict: VerdictName | null;
  /** Why it isn't ranked. */
  readonly reason: string | null;
  readonly cure: string | null;
  readonly difference: Difference | null;
  readonly deviations: readonly Deviation[];
  /** Name of the row that the ratio is relative to. */
  readonly baseline: string | null;
  readonly rank: number | null;
  readonly tied: boolean | null;
  /** Time relative to the baseline's. */
  readonly ratio: Estimate | null;
  readonly finding: Finding | null;
  readonly preliminary: boolean | null;
  readonly targetMissed: boolean | null;
  /** Nanoseconds per operation; `time` has its interval and the plain figures. */
  readonly nsPerOp: number | null;
  readonly time: Omit<OperationTime, 'estimate'> | null;
  /** Operations per second. */
  readonly throughput: Throughput | null;
  /** Documents in a batch, and milliseconds for one. */
  readonly batchSize: number;
  readonly batch: BatchTime | null;
  /** Mean bytes of a document; null for tasks that read. */
  readonly bytes: number | null;
  readonly gzip: number | null;
  readonly zstd: number | null;
  readonly brotli: number | null;
  readonly rounds: number;
  readonly samples: number;
  /** Standard deviation of ln(ratio) from launch to launch. */
  readonly launchSpread: number | null;
  /** Standard deviation of the ratio from round to round. */
  readonly ratioDeviation: number | null;
  /** Nanoseconds per operation, a round being one observation. */
  readonly roundSummary: RoundSummary | null;
  readonly steadiness: LaunchSteadiness | null;
  readonly bounds: Bounds | null;
  /** Times of fresh processes, in ns. */
  readonly start: StartTimes | null;
  readonly memory: MemoryFigures | null;
}

/** In the order of the report: case by case, ranked rows first. */
export function flatRows(view: RunView): FlatRow[] {
  return view.cases.flatMap((one) =>
    allRows(one).map((row) => ({
      ...factsOf(row),
      baseline: one.baseline,
      batchSize: one.batch,
      ...failureOf(row),
      ...figuresOf(row),
    })),
  );
}

function factsOf({
  runtime,
  variant,
  serializer,
  title,
  version,
  format,
  dataset,
  size,
  task,
  outputKind,
  deviations,
  limit,
  bound,
}: Row) {
  const names = { runtime, variant, serializer, title, version, format, limit, bound };
  return { ...names, dataset, size, task, outputKind, deviations };
}

function failureOf(row: Row) {
  return {
    verdict: row.verdict,
    reason: row.kind === 'failed' || row.kind === 'unmeasured' ? row.reason : null,
    cure: row.kind === 'failed' ? row.cure : null,
    difference: row.kind === 'failed' ? row.difference : null,
  };
}

const NO_FIGURES = {
  rank: null,
  tied: null,
  ratio: null,
  finding: null,
  preliminary: null,
  targetMissed: null,
  nsPerOp: null,
  time: null,
  throughput: null,
  batch: null,
  bytes: null,
  gzip: null,
  zstd: null,
  brotli: null,
  rounds: 0,
  samples: 0,
  launchSpread: null,
  ratioDeviation: null,
  roundSummary: null,
  steadiness: null,
  bounds: null,
  start: null,
  memory: null,
};

function figuresOf(row: Row) {
  if (row.kind === 'ranked') return rankedFigures(row);
  if (row.kind !== 'limit') return NO_FIGURES;
  return { ...NO_FIGURES, ...timeFigures(row), steadiness: row.steadiness };
}

function timeFigures({ nsPerOp, rounds, samples }: RankedRow | LimitRow) {
  const { estimate, ...time } = nsPerOp;
  return { nsPerOp: estimate, time, rounds, samples };
}

function rankedFigures(row: RankedRow) {
  const { rank, tied, ratio, finding, preliminary, targetMissed, throughput, batch } = row;
  const { launchSpread, ratioDeviation, roundSummary, steadiness, bounds, start, memory } = row;
  const { raw: bytes = null, gzip = null, zstd = null, brotli = null } = row.sizes ?? {};
  return {
    ...{ rank, tied, ratio, finding, preliminary, targetMissed },
    ...timeFigures(row),
    ...{ throughput, batch, bytes, gzip, zstd, brotli },
    ...{ launchSpread, ratioDeviation, roundSummary, steadiness, bounds, start, memory },
  };
}
