import type { Bound, OutputKind } from '../define/types.ts';
import type { Difference, VerdictName } from '../plan/verdict.ts';
import type { MemoryFigures, RunCase, RunContender, RunOutcome, Sizes } from '../store/record/record.ts';
import type { Estimate, Figures } from './figures.ts';
import type { Disturbances } from './judge.ts';
import type { JudgedRow, Rank } from './pairs.ts';

type Recorded = Pick<RunCase, 'dataset' | 'size' | 'task'> &
  Omit<RunContender, 'output' | 'bound' | 'varies' | 'reuses'>;

/** Facts about a row in a case. `deviations`: the declared differences from the expected output that its output really has. */
export interface RowFacts extends Recorded {
  readonly name: string;
  readonly outputKind: OutputKind;
  /** How an `ok` row fails for values beyond the bounds of the schema; null if it doesn't. */
  readonly beyond: string | null;
  readonly varies: boolean;
  readonly reuses: boolean;
  readonly bound: Bound | null;
}

export type Finding = JudgedRow<unknown>['finding'];

export interface CaseFacts {
  /** Name of the row that ratios are relative to; null if no row is ranked. */
  readonly baseline: string | null;
  readonly batchSize: number;
  readonly disturbances: Disturbances<string>;
  readonly disturbed: boolean;
}

export interface Gain extends Pick<JudgedRow<unknown>, 'finding' | 'grade'> {
  /** Name of the row that users of this language probably use today. */
  readonly over: string;
  readonly ratio: Estimate;
}

interface Place extends Rank, Pick<JudgedRow<unknown>, 'finding' | 'grade' | 'preliminary'> {
  readonly beatenBy: readonly string[];
  readonly probablyBeatenBy: readonly string[];
  readonly ratio: Estimate;
  /** False for the baseline; for other rows, true if `halfWidth` is unknown or larger than the run's target. */
  readonly targetMissed: boolean;
  readonly gain: Gain | null;
  readonly halfWidth: number | null;
  readonly launchSpread: number | null;
  readonly ratioDeviation: number | null;
}

export interface Bounds {
  /** The row's time / the time of a program that only visits all objects (the limit `walk`). */
  readonly timesWalk: Estimate | null;
  /** Speed as a percentage of the speed of the row `handWritten`: 50 is half as fast. */
  readonly percentOfHandWritten: Estimate | null;
  readonly handWritten: string | null;
}

/** Time of a row with wrong or remembered results, timed on request (`--time-unverified`). The row is never ranked. */
export interface UnverifiedTime extends Counts {
  readonly nsPerOp: Estimate;
  readonly ratio: Estimate | null;
}

type Counts = Pick<Figures, 'rounds' | 'samples'>;
type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/** A row of any kind, as `--format json` prints it. Missing figures are null, missing counts 0. */
interface AnyRow extends RowFacts, CaseFacts, Counts, Nullable<Omit<Figures, keyof Counts>>, Nullable<Place> {
  readonly kind: keyof Own;
  readonly verdict: VerdictName | null;
  readonly reason: string | null;
  /** True if the verdict counts as a failure (`unsupported`, for example, doesn't); null if the row is ok or has no verdict. */
  readonly isFailure: boolean | null;
  readonly fix: string | null;
  readonly difference: Difference | null;
  readonly megabytesPerSecond: number | null;
  /** Sizes of the documents that the row writes or reads; null if it isn't ranked. */
  readonly sizes: Sizes | null;
  readonly bounds: Bounds | null;
  readonly memory: MemoryFigures | null;
  readonly conversion: NonNullable<RunOutcome['conversion']> | null;
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

export type RankedRow = RowOf<'ranked'>;
export type LimitRow = RowOf<'limit'>;
export type FailedRow = RowOf<'failed'>;
export type UnmeasuredRow = RowOf<'unmeasured'>;
export type Row = RankedRow | LimitRow | FailedRow | UnmeasuredRow;

export function isStruck(row: Row): row is FailedRow & { readonly unverified: UnverifiedTime } {
  return row.kind === 'failed' && row.unverified !== null;
}

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
  gain: null,
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
  conversion: null,
  unverified: null,
};

export function needsSchema({ format, schema }: Pick<Row, 'format' | 'schema'>): boolean {
  return schema === true || format === 'protobuf' || format === 'avro';
}
