/** Judged rows of a case. The kind of a row decides which figures it has. */
import type { Bound, OutputKind } from '../define/types.ts';
import type { Difference, VerdictName } from '../plan/verdict.ts';
import type { MemoryFigures, RunCase, RunContender, Sizes } from '../store/record/record.ts';
import type { DocumentBytes } from './analyze.ts';
import type { Estimate, Figures } from './figures.ts';
import type { Disturbances } from './judge.ts';
import type { JudgedRow, Rank } from './pairs.ts';

type Recorded = Pick<RunCase, 'dataset' | 'size' | 'task'> &
  Omit<RunContender, 'output' | 'bound' | 'varies' | 'reuses'>;

/** Facts from the record; `deviations` are the ones that the case needed. */
export interface RowFacts extends Recorded {
  /** `ark/circe`, `ark+parallel-gc/circe`. */
  readonly name: string;
  readonly outputKind: OutputKind;
  /** Values beyond the range of the data that an `ok` row can't handle; null for most rows. */
  readonly beyond: string | null;
  readonly varies: boolean;
  readonly reuses: boolean;
  readonly bound: Bound | null;
}

export type Finding = JudgedRow<unknown>['finding'];

export interface CaseFacts {
  /** Name of the row that the ratios of its case are relative to; null when none is ranked. */
  readonly baseline: string | null;
  readonly batchSize: number;
  /** Disturbed pairs of slices; rows are named. */
  readonly disturbances: Disturbances<string>;
  /** Other programs disturbed more than half of the comparisons: every claim is at most likely. */
  readonly disturbed: boolean;
}

/** How a row compares with the others of its case. */
interface Place extends Rank, Pick<JudgedRow<unknown>, 'finding' | 'grade' | 'preliminary'> {
  readonly beatenBy: readonly string[];
  readonly probablyBeatenBy: readonly string[];
  /** Time relative to the baseline's: above 1 is slower. */
  readonly ratio: Estimate;
  /** The interval of the ratio is wider than the run's target. */
  readonly targetMissed: boolean;
  /** Half the width of the ratio's interval on the logarithmic scale: 0.02 is ± 2 %. */
  readonly halfWidth: number | null;
  /** Standard deviation of ln(ratio) from launch to launch; null for one launch. */
  readonly launchSpread: number | null;
  /** Standard deviation of the ratio over rounds; null for one round. */
  readonly ratioDeviation: number | null;
}

/** Distance of a row from the bounds of its runtime in the same case; null for a missing bound. */
export interface Bounds {
  /** Time as a multiple of a walk over the objects. */
  readonly timesWalk: Estimate | null;
  /** Time of `handWritten` as a percentage of this row's: 50 % means half as fast. */
  readonly percentOfHandWritten: Estimate | null;
  /** Name of the fastest hand-written row of the same format. */
  readonly handWritten: string | null;
}

/** Time of a row that failed verification, measured on request: shown struck out, never ranked. */
export interface UnverifiedTime extends Counts {
  readonly nsPerOp: Estimate;
  /** Relative to the baseline's; null where they have no round in common. */
  readonly ratio: Estimate | null;
}

type Counts = Pick<Figures, 'rounds' | 'samples'>;
type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/** A row of any kind; missing figures are null. `--format json` prints it, and columns are computed from it. */
interface AnyRow extends RowFacts, CaseFacts, Counts, Nullable<Omit<Figures, keyof Counts>>, Nullable<Place> {
  readonly kind: keyof Own;
  /** Null where the run was stopped before verification. */
  readonly verdict: VerdictName | null;
  readonly reason: string | null;
  /** Whether the row makes the exit code 1; null for ranked rows. Unavailable rows don't. */
  readonly isFailure: boolean | null;
  readonly fix: string | null;
  readonly difference: Difference | null;
  /** Million bytes of documents written or read per second; null where their size isn't known. */
  readonly megabytesPerSecond: number | null;
  /** Null for tasks that read. */
  readonly sizes: Sizes | null;
  readonly bounds: Bounds | null;
  /** Null without a memory pass. */
  readonly memory: MemoryFigures | null;
  /** Only with `--time-unverified`, for rows that were timed. */
  readonly unverified: UnverifiedTime | null;
}

interface Own {
  ranked: Figures & Place & { readonly verdict: 'ok'; readonly bounds: Bounds };
  limit: { readonly verdict: 'ok' } & Pick<Figures, 'nsPerOp' | 'steadiness'>;
  failed: { readonly verdict: VerdictName; readonly reason: string; readonly isFailure: boolean };
  unmeasured: { readonly reason: string };
}

type RowOf<Kind extends keyof Own> = Omit<AnyRow, 'kind' | keyof Own[Kind]> &
  Own[Kind] & { readonly kind: Kind };

/** A serializer that did the work, was timed and is ranked. */
export type RankedRow = RowOf<'ranked'>;
/** A bound measured in the same blocks: never ranked. */
export type LimitRow = RowOf<'limit'>;
/** A row that did wrong work, or none. */
export type FailedRow = RowOf<'failed'>;
/** A row that the run didn't reach or finish. */
export type UnmeasuredRow = RowOf<'unmeasured'>;

export type Row = RankedRow | LimitRow | FailedRow | UnmeasuredRow;

/** Whether the row failed but was timed on request: its time is struck out. */
export function isStruck(row: Row): row is FailedRow & { readonly unverified: UnverifiedTime } {
  return row.kind === 'failed' && row.unverified !== null;
}

/** @param own figures of this kind of row */
export function rowOf<Kind extends keyof Own>(
  kind: Kind,
  facts: RowFacts & CaseFacts,
  own: Own[Kind] & Partial<AnyRow>,
): RowOf<Kind> {
  return { kind, ...facts, ...NOTHING, ...own } as RowOf<Kind>;
}

const NOTHING: Omit<AnyRow, 'kind' | keyof RowFacts | keyof CaseFacts> = {
  verdict: null,
  reason: null,
  isFailure: null,
  fix: null,
  difference: null,
  rank: null,
  rankLast: null,
  rankLikely: null,
  beatenBy: null,
  probablyBeatenBy: null,
  ratio: null,
  finding: null,
  grade: null,
  preliminary: null,
  targetMissed: null,
  halfWidth: null,
  launchSpread: null,
  ratioDeviation: null,
  nsPerOp: null,
  longestSlice: null,
  throughput: null,
  megabytesPerSecond: null,
  roundTimes: null,
  roundSummary: null,
  rounds: 0,
  samples: 0,
  sizes: null,
  bounds: null,
  steadiness: null,
  start: null,
  firstSight: null,
  memory: null,
  unverified: null,
};

/** Mean bytes of the documents that a row writes, or that it reads as another row of its format wrote them. */
export function documentSize(
  { sizes, format }: Pick<Row, 'sizes' | 'format'>,
  { documentBytes }: { readonly documentBytes: DocumentBytes },
): number | undefined {
  return sizes?.raw ?? documentBytes[format];
}
