/** The rows of a report. What a row says of itself decides which figures it can have: a failed row has none. */
import type { Deviation, Format, OutputKind, Task } from '../define/types.ts';
import type { Difference, VerdictName } from '../plan/verdict.ts';
import type { Sizes } from '../store/record.ts';

export interface RowFacts {
  readonly runtime: string;
  readonly serializer: string;
  /** `jvm/circe`. */
  readonly name: string;
  readonly title: string;
  /** As the runner reported it; null when it never got that far. */
  readonly version: string | null;
  readonly format: Format;
  readonly outputKind: OutputKind;
  readonly deviations: readonly Deviation[];
  readonly dataset: string;
  readonly size: string;
  readonly task: Task;
}

/** A figure with its interval; the ends and their confidence are null where one round is all there is. */
export interface Estimate {
  readonly estimate: number;
  readonly low: number | null;
  readonly high: number | null;
  /** What the interval really has, e.g. 0.75 for three rounds. */
  readonly confidence: number | null;
}

/** Nanoseconds per operation. The estimate is over rounds; the four plain figures are over all slices alike. */
export interface OperationTime extends Estimate {
  readonly mean: number;
  readonly median: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** Milliseconds for a batch, over slices; the spread is in percent of the average, both positive. */
export interface BatchTime {
  readonly average: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly spreadBelow: number;
  readonly spreadAbove: number;
  /** Batches in the longest slice: above 1, minimum and maximum are those of means of so many batches. */
  readonly batchesPerSlice: number;
}

/** Operations per second: the mean over rounds and the half-width of Student's interval of 99.9 %. */
export interface Throughput {
  readonly score: number;
  /** Null for a single round. */
  readonly error: number | null;
  readonly rounds: number;
}

export type Finding = 'baseline' | 'faster' | 'slower' | 'same' | 'undecided';

/** Did the work, was timed, and has a place in the order. */
export interface RankedRow extends RowFacts {
  readonly kind: 'ranked';
  readonly verdict: 'ok';
  /** From 1; ties share it. */
  readonly rank: number;
  /** Shares its rank with another row. */
  readonly tied: boolean;
  /** Time relative to the baseline's: above 1 is slower. */
  readonly ratio: Estimate;
  readonly finding: Finding;
  /** Fewer than ten rounds, or an interval of less than 95 %. */
  readonly preliminary: boolean;
  /** The ratio isn't known as well as the run's target asks. Never of the baseline. */
  readonly targetMissed: boolean;
  /** Half the width of the ratio's interval on the logarithmic scale, 0.02 for ± 2 %; null without an interval. */
  readonly halfWidth: number | null;
  readonly nsPerOp: OperationTime;
  readonly batch: BatchTime;
  readonly throughput: Throughput;
  /** Null for tasks that read. */
  readonly sizes: Sizes | null;
  readonly rounds: number;
  /** Timed slices. */
  readonly samples: number;
  /** First operation of a fresh process, median over rounds; null where it wasn't recorded. */
  readonly coldStartNs: number | null;
}

/** Did not do the work, or couldn't. */
export interface FailedRow extends RowFacts {
  readonly kind: 'failed';
  readonly verdict: Exclude<VerdictName, 'ok'>;
  readonly reason: string;
  readonly cure: string | null;
  readonly difference: Difference | null;
}

/** Has nothing against it, but the run ended before it could be ranked. */
export interface UnmeasuredRow extends RowFacts {
  readonly kind: 'unmeasured';
  /** Null where the run ended before verification after timing. */
  readonly verdict: 'ok' | null;
  readonly reason: string;
}

export type Row = RankedRow | FailedRow | UnmeasuredRow;
