/** How far each row is from the bounds of its own runtime: a walk over the objects, and code written by hand. */
import { runtimeName } from '../../define/names.ts';
import { between, compare, type RoundLog, roundLogRatios, type TimedSlice } from '../../stats/comparison.ts';
import { estimateOf } from './figures.ts';
import type { Bounds, Estimate, RowFacts } from './rows.ts';

/** A row or limit with what was timed, and its comparison with the case's reference row. */
export interface Timed {
  readonly facts: Pick<RowFacts, 'runtime' | 'variant' | 'format' | 'name' | 'limit' | 'bound'>;
  readonly slices: readonly TimedSlice[];
  readonly rounds: readonly RoundLog[];
}

/** The bounds that the rows of a case have. */
export class CaseBounds {
  /** By runtime as it was started: a variant has bounds of its own. */
  readonly #walks = new Map<string, Timed>();
  /** The fastest, by the same and format: what takes another shape is no bound. */
  readonly #byHand = new Map<string, Timed>();

  /**
   * @param ranked all ranked rows of the case, fastest first
   * @param limits all limits of the case
   */
  constructor(ranked: readonly Timed[], limits: readonly Timed[]) {
    for (const limit of limits)
      if (limit.facts.limit === 'walk') this.#walks.set(runtimeName(limit.facts), limit);
    for (const row of ranked) {
      const key = shapeOf(row.facts);
      if (row.facts.bound === 'hand-written' && !this.#byHand.has(key)) this.#byHand.set(key, row);
    }
  }

  /** How far a ranked row is from them. */
  of(row: Timed): Bounds {
    const walk = this.#walks.get(runtimeName(row.facts));
    const hand = this.#byHand.get(shapeOf(row.facts));
    return {
      timesWalk: walk === undefined ? null : scaled(directLogs(row, walk), 1),
      percentOfHandWritten: hand === undefined ? null : scaled(directLogs(hand, row), 100),
      handWritten: hand?.facts.name ?? null,
    };
  }
}

const shapeOf = (facts: Timed['facts']): string => `${runtimeName(facts)} ${facts.format}`;

/** From slices of the same blocks; rows of different groups have none in common and are compared through the reference. */
function directLogs(a: Timed, b: Timed): RoundLog[] {
  const logs = roundLogRatios(a.slices, b.slices);
  return logs.length > 0 ? logs : between(a.rounds, b.rounds);
}

function scaled(logs: readonly RoundLog[], factor: number): Estimate | null {
  const comparison = compare(logs);
  if (comparison === null) return null;
  const { ratio, interval } = comparison;
  const ends = interval && { ...interval, low: interval.low * factor, high: interval.high * factor };
  return estimateOf(ratio * factor, ends);
}
