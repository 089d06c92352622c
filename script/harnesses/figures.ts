/** The figure of a harness for one serializer on one case, and the ratio of two such figures. */

import { compare } from '../../src/analysis/comparison.ts';
import { errorInterval, ownError } from '../../src/stats/centre.ts';
import { mean } from '../../src/stats/samples.ts';

/** A figure with its interval; `low` and `high` are null if it has none. */
export interface Span {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** Identifies one serializer on one case. */
export interface Key {
  /** Row, such as `ark/json`. */
  readonly name: string;
  /** Case, such as `users/small, serialize`. */
  readonly case: string;
}

/** wiremark's result; it computes the ratio itself, not as a quotient of the times. */
export interface Ours extends Key {
  readonly ns: number;
  readonly ratio: Span;
  /** Bytes that an operation allocates; null if the runner doesn't count them. */
  readonly allocated: number | null;
}

/** Another harness's result, which has only times. */
export interface Theirs extends Key {
  readonly ns: number;
  /** Half-width of its 95 % interval relative to `ns`; null if it has none. */
  readonly relativeError: number | null;
  /** Bytes that an operation allocates, if the harness counts them. */
  readonly allocated?: number;
  /** Median of its samples; null if the harness reports none. */
  readonly medianNs: number | null;
  /** Time in each turn, if rows were measured in turns. */
  readonly turns?: readonly number[];
}

export const CONFIDENCE = 0.95;

/**
 * The mean of iterations with Student's interval over all of them, as JMH computes its error (which it prints for
 * 99.9 %).
 */
export function pooled(values: readonly number[]): {
  readonly ns: number;
  readonly relativeError: number | null;
} {
  const error = ownError(values);
  const ns = mean(values);
  return { ns, relativeError: error && errorInterval(0, error, CONFIDENCE).high / ns };
}

/** Combines a row's results in turns into one, with the mean of their times. */
export function inTurns(turns: readonly Theirs[]): Theirs {
  const times = turns.map(({ ns }) => ns);
  return { ...turns[0]!, ...pooled(times), medianNs: null, turns: times };
}

/**
 * The quotient of two times. Turns are compared pairwise, as wiremark compares rounds. Other results are independent: their
 * relative errors add up in quadrature, and the interval is symmetrical on the logarithmic scale.
 */
export function quotient(row: Theirs, baseline: Theirs): Span {
  const value = row.ns / baseline.ns;
  if (row === baseline) return { value, low: 1, high: 1 };
  if (row.turns && baseline.turns) {
    const before = baseline.turns;
    const logs = row.turns.map((ns, round) => ({ round, log: Math.log(ns / before[round]!), blocks: 1 }));
    const { ratio, interval } = compare(logs)!;
    return { value: ratio, low: interval?.low ?? null, high: interval?.high ?? null };
  }
  if (row.relativeError === null || baseline.relativeError === null) return { value, low: null, high: null };
  const error = Math.hypot(row.relativeError, baseline.relativeError);
  return { value, low: value * Math.exp(-error), high: value * Math.exp(error) };
}

export type Agreement = 'agree' | 'differ' | 'no interval';

/** Compares two intervals, which agree if they have a value in common. */
export function agreement(one: Span, other: Span): Agreement {
  if (one.low === null || one.high === null || other.low === null || other.high === null)
    return 'no interval';
  return one.low <= other.high && other.low <= one.high ? 'agree' : 'differ';
}
