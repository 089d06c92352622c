/** The rows of a report. What a row says of itself decides which figures it can have: a failed row has none. */

import type { Bound, OutputKind } from '../define/types.ts';
import type { Difference, VerdictName } from '../plan/verdict.ts';
import type { MemoryFigures, RunCase, RunContender, Sizes } from '../store/record/record.ts';
import type { DocumentBytes } from './analyze.ts';
import type { Bounds, Disturbances, Place, UnverifiedTime } from './contest.ts';
import type { Figures } from './figures.ts';

type Recorded = Pick<RunCase, 'dataset' | 'size' | 'task'> &
  Omit<RunContender, 'output' | 'bound' | 'varies' | 'reuses'>;

/** Of the record; its deviations are those that the case needed. */
export interface RowFacts extends Recorded {
  /** `ark/circe`, `ark+parallel-gc/circe`. */
  readonly name: string;
  readonly outputKind: OutputKind;
  /** Where it breaks beyond the range of the data, though it is `ok`; null for most. */
  readonly beyond: string | null;
  readonly varies: boolean;
  readonly reuses: boolean;
  readonly bound: Bound | null;
}

export type Finding = 'baseline' | 'faster' | 'slower' | 'same' | 'unclear';

export interface CaseFacts {
  /** Name of the row that the ratios of its case are relative to; null when none is ranked. */
  readonly baseline: string | null;
  readonly batchSize: number;
  readonly disturbances: Disturbances;
  /** Other programs disturbed more than half of what was compared in its case: every claim is worth a grade less. */
  readonly disturbed: boolean;
}

type Counts = Pick<Figures, 'rounds' | 'samples'>;
type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/**
 * A row of a case, in whatever way it ended: what it can't have is null. It is what `--format json` prints, and what every
 * column is of.
 */
interface AnyRow extends RowFacts, CaseFacts, Counts, Nullable<Omit<Figures, keyof Counts>>, Nullable<Place> {
  readonly kind: keyof Own;
  /** Null where the run ended before verification after timing. */
  readonly verdict: VerdictName | null;
  readonly reason: string | null;
  /** Of a row that failed: whether the exit code is 1 because of it. Unavailable and declared rows are no failures. */
  readonly isFailure: boolean | null;
  readonly fix: string | null;
  readonly difference: Difference | null;
  /** Million bytes of documents, written or read, a second; null where their size isn't known. */
  readonly megabytesPerSecond: number | null;
  /** Null for tasks that read. */
  readonly sizes: Sizes | null;
  readonly bounds: Bounds | null;
  /** Null where the memory pass was not made. */
  readonly memory: MemoryFigures | null;
  /** Null for most: only where it was asked for, and the row got so far. */
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

/** Did the work, was timed, and has a place in the order. */
export type RankedRow = RowOf<'ranked'>;
/** A bound that was measured in the same blocks: never ranked. */
export type LimitRow = RowOf<'limit'>;
/** Did not do the work, or couldn't. */
export type FailedRow = RowOf<'failed'>;
/** Has nothing against it, but the run ended before it could be ranked. */
export type UnmeasuredRow = RowOf<'unmeasured'>;

export type Row = RankedRow | LimitRow | FailedRow | UnmeasuredRow;

/** Whether it failed and was timed all the same, which is struck out wherever it is shown. */
export function isStruck(row: Row): row is FailedRow & { readonly unverified: UnverifiedTime } {
  return row.kind === 'failed' && row.unverified !== null;
}

/** @param own what rows of its kind have beside the facts */
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
  idleCores: null,
  memory: null,
  unverified: null,
};

/** Mean bytes of the document that a row writes, or reads: that of its format as another row wrote it, if any did. */
export function documentSize(
  { sizes, format }: Pick<Row, 'sizes' | 'format'>,
  { documentBytes }: { readonly documentBytes: DocumentBytes },
): number | undefined {
  return sizes?.raw ?? documentBytes[format];
}
