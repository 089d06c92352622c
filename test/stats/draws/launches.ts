/** Simulated tables of rows whose launches scatter, drawn from a seed. */
import { type BlockTimes, blockTimes } from '../../../src/analysis/comparison.ts';
import { judgeTable, type Table } from '../../../src/analysis/pairs.ts';
import { Random } from '../../../src/stats/random.ts';
import type { TimedSlice } from '../../../src/stats/slice.ts';

export interface Row {
  readonly slices: readonly TimedSlice[];
}

const timesOf = ({ slices }: Row): BlockTimes => blockTimes(slices);

/** Judges rows with a margin of 5 %; the first is the baseline. */
export function judge<R extends Row>(rows: readonly R[], more: Partial<Table<R>> = {}) {
  const [first] = rows as readonly [R];
  const terms = { margin: 0.05, disturbed: false };
  return judgeTable<R>({ rows, timesOf, reference: first, through: first, ...terms, ...more });
}

/** Standard deviation of ln(time) from launch to launch, by row. */
export type Deviations = readonly number[];

/** From 1 to 8 % in equal steps; the baseline's is the smallest or the largest. */
export function evenly(rows: number, baseline: 'quiet' | 'restless'): Deviations {
  const rising = Array.from({ length: rows }, (_, i) => 0.01 + (0.07 * i) / (rows - 1));
  return baseline === 'quiet' ? rising : rising.reverse();
}

export interface Launches {
  readonly rounds: number;
  readonly deviations: Deviations;
  /** Time of each row relative to the first's; default 1. */
  readonly ratios?: readonly number[];
  /** One in so many launches takes 1.5 times as long; 0 for none. */
  readonly slowLaunches?: number;
}

export class Draw {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  even(): number {
    return this.#random.below(2 ** 30) / 2 ** 30;
  }

  /** Nearly normal, mean 0, standard deviation 1: the sum of twelve uniform numbers (Irwin and Hall). */
  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += this.even();
    return sum;
  }

  /** Random deviations between 1 and 8 %, uniform in their logarithm. */
  deviations(rows: number): Deviations {
    return Array.from({ length: rows }, () => 0.01 * 8 ** this.even());
  }

  /** ln(time) by row, then round; effects of a round on all rows cancel out, so there are none. */
  logs({ rounds, deviations, ratios = [], slowLaunches = 0 }: Launches): number[][] {
    return deviations.map((deviation, row) =>
      Array.from({ length: rounds }, () => {
        const slow = slowLaunches > 0 && this.#random.below(slowLaunches) === 0 ? Math.log(1.5) : 0;
        return Math.log(ratios[row] ?? 1) + deviation * this.normal() + slow;
      }),
    );
  }

  table(launches: Launches): { readonly slices: TimedSlice[] }[] {
    return this.logs(launches).map((logs) => ({ slices: slicesOf(logs) }));
  }
}

export function slicesOf(logs: readonly number[]): TimedSlice[] {
  return logs.map((log, round) => ({ round, block: 0, ops: 1, ns: 1e6 * Math.exp(log) }));
}
