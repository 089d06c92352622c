/** The rows of a comparison of two runs: what each run says of a row decides which figures it can have. */
import type { Estimate, Finding, RankedRow, Row, RowFacts } from '../../view/rows.ts';
import type { CaseView } from '../../view/view.ts';

/**
 * - `relative`: ratios to a baseline of the same blocks, in which the machine's speed cancels
 * - `absolute`: times, with all that the machine did in between
 */
export type CompareMode = 'relative' | 'absolute';

/** What both runs say alike. */
export type PairFacts = Pick<
  RowFacts,
  'runtime' | 'variant' | 'serializer' | 'name' | 'format' | 'outputKind' | 'dataset' | 'size' | 'task'
>;

/** What one run says of a row. */
export interface Side extends Pick<Row, 'verdict' | 'version' | 'code'> {
  /** Why it has no figures; null where it has. */
  readonly reason: string | null;
  readonly runtimeVersion: string | null;
}

export interface MeasuredSide extends Side, Pick<RankedRow, 'rounds' | 'sizes' | 'memory'> {
  readonly verdict: 'ok';
  /** Nanoseconds per operation. */
  readonly nsPerOp: Estimate;
  /** Time relative to the baseline that both runs share; null where they share none. */
  readonly ratio: Estimate | null;
}

/** A figure that isn't a time, before and after. */
export interface Growth {
  readonly before: number;
  readonly after: number;
  /** The least and the most that after / before can be, as far as both are known; equal for what is exact. */
  readonly low: number;
  readonly high: number;
}

interface Pair extends PairFacts {
  readonly bytes: Growth | null;
  readonly allocated: Growth | null;
}

/** Ranked in both runs, and compared. */
export interface ComparedRow extends Pair {
  readonly kind: 'compared';
  readonly before: MeasuredSide;
  readonly after: MeasuredSide;
  /** Time after over time before, each relative to the baseline unless times are compared: above 1 is slower. */
  readonly change: Estimate;
  readonly finding: Exclude<Finding, 'baseline'>;
  /** Fewer than ten rounds in a run. */
  readonly preliminary: boolean;
  /** Faster or slower by the test too, adjusted for all rows of the comparison. */
  readonly sure: boolean;
  /** Adjusted for all rows of the comparison. */
  readonly pValue: number;
}

/** What the ratios of both runs are relative to. */
export interface BaselineRow extends Pair {
  readonly kind: 'baseline';
  readonly before: MeasuredSide;
  readonly after: MeasuredSide;
  /** Of its own time, with the machine's drift in it; null between machines that can't be compared. */
  readonly change: Estimate | null;
}

/**
 * Has no change of time, because:
 * - `failing`: it was ok and isn't any more: mismatch, crash or timeout
 * - `lost`: it was ranked, and isn't there any more, can't be had, isn't done any more or was not measured
 * - `mended`: it failed before and is ranked now
 * - `new`: the run before didn't have it, or without figures
 * - `unranked`: neither run ranked it
 * - `incomparable`: both did, but they can't be held against each other
 */
export interface OtherRow extends PairFacts {
  readonly kind: 'failing' | 'lost' | 'mended' | 'new' | 'unranked' | 'incomparable';
  /** Null where the run doesn't have the row. */
  readonly before: Side | null;
  readonly after: Side | null;
  /** Of the run after, else of the run before, else why it can't be compared; empty where there is none to tell. */
  readonly reason: string;
}

/** Has figures in both runs. */
export type FiguredRow = ComparedRow | BaselineRow;
export type CompareRow = FiguredRow | OtherRow;

export function isFigured(row: CompareRow | undefined): row is FiguredRow {
  return row?.kind === 'compared' || row?.kind === 'baseline';
}

export interface CaseComparison<Row = ComparedRow> extends Pick<CaseView, 'dataset' | 'size' | 'task'> {
  /** `record/single, serialize`. */
  readonly title: string;
  /** Null where no row serves as the baseline of both runs, and where times are compared. */
  readonly baseline: BaselineRow | null;
  /** The most slowed down first. */
  readonly compared: readonly Row[];
  /** In the order of the report. */
  readonly others: readonly OtherRow[];
  /** Why times of this case can't be held against each other; null where they can. */
  readonly obstacle: string | null;
}
