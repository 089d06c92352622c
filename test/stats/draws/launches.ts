/** Tables of rows with launches as they scatter, drawn from a seed: what the rates of claims are found with. */

import { type BlockTimes, blockTimes } from '../../../src/analysis/comparison.ts';
import { Random } from '../../../src/stats/random.ts';
import type { TimedSlice } from '../../../src/stats/slice.ts';

export interface Row {
  readonly slices: readonly TimedSlice[];
}

export const timesOf = ({ slices }: Row): BlockTimes => blockTimes(slices);

/** How far the launches of each row scatter: standard deviations of the logarithm of its time. */
export type Deviations = readonly number[];

/** From 1 to 8 %, evenly: the baseline's the smallest, or the largest. */
export function evenly(rows: number, baseline: 'quiet' | 'restless'): Deviations {
  const rising = Array.from({ length: rows }, (_, i) => 0.01 + (0.07 * i) / (rows - 1));
  return baseline === 'quiet' ? rising : rising.reverse();
}

export interface Launches {
  readonly rounds: number;
  readonly deviations: Deviations;
  /** Time of each row relative to the first's; 1 for those left out. */
  readonly ratios?: readonly number[];
  /** One launch in so many takes half as long again as the others: 0 for none. */
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

  /** About normal, mean 0, standard deviation 1: twelve even draws (Irwin and Hall). */
  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += this.even();
    return sum;
  }

  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, at: this.even() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }

  /** Deviations between 1 and 8 %, each row's own, small ones as often as large ones. */
  deviations(rows: number): Deviations {
    return Array.from({ length: rows }, () => 0.01 * 8 ** this.even());
  }

  /** Logarithms of times: by row, then round. What a round does to all rows is in none of their differences. */
  logs({ rounds, deviations, ratios = [], slowLaunches = 0 }: Launches): number[][] {
    return deviations.map((deviation, row) =>
      Array.from({ length: rounds }, () => {
        const slow = slowLaunches > 0 && this.#random.below(slowLaunches) === 0 ? Math.log(1.5) : 0;
        return Math.log(ratios[row] ?? 1) + deviation * this.normal() + slow;
      }),
    );
  }

  /** The same as slices, one a round. */
  table(launches: Launches): { readonly slices: TimedSlice[] }[] {
    return this.logs(launches).map((logs) => ({ slices: slicesOf(logs) }));
  }
}

export function slicesOf(logs: readonly number[]): TimedSlice[] {
  return logs.map((log, round) => ({ round, block: 0, ops: 1, ns: 1e6 * Math.exp(log) }));
}
