/** How far each row is from the bounds of its own runtime: a walk over the objects, and code written by hand. */
import { runtimeName } from '../../define/names.ts';
import { type BlockTimes, compare, type RoundLog, roundsBetween } from '../../stats/comparison.ts';
import { estimateOf } from './figures.ts';
import type { Bounds, Estimate, RowFacts } from './rows.ts';

/** A row or limit. */
export interface Bounded {
  readonly facts: Pick<RowFacts, 'runtime' | 'variant' | 'format' | 'name' | 'limit' | 'bound'>;
}

/** The bounds that the rows of a case have. */
export class CaseBounds<Row extends Bounded> {
  /** By runtime as it was started: a variant has bounds of its own. */
  readonly #walks = new Map<string, Row>();
  /** The fastest, by the same and format: what takes another shape is no bound. */
  readonly #byHand = new Map<string, Row>();
  readonly #logs: (a: Row, b: Row) => readonly RoundLog[];

  /**
   * @param ranked all ranked rows of the case, fastest first
   * @param limits all limits of the case
   * @param through the recorded baseline, which is in all groups
   */
  constructor(
    ranked: readonly Row[],
    limits: readonly Row[],
    through: Row,
    timesOf: (row: Row) => BlockTimes,
  ) {
    this.#logs = (a, b) => roundsBetween(timesOf(a), timesOf(b), timesOf(through));
    for (const limit of limits)
      if (limit.facts.limit === 'walk') this.#walks.set(runtimeName(limit.facts), limit);
    for (const row of ranked) {
      const key = shapeOf(row.facts);
      if (row.facts.bound === 'hand-written' && !this.#byHand.has(key)) this.#byHand.set(key, row);
    }
  }

  /** How far a ranked row is from them. */
  of(row: Row): Bounds {
    const walk = this.#walks.get(runtimeName(row.facts));
    const hand = this.#byHand.get(shapeOf(row.facts));
    return {
      timesWalk: walk === undefined ? null : scaled(this.#logs(row, walk), 1),
      percentOfHandWritten: hand === undefined ? null : scaled(this.#logs(hand, row), 100),
      handWritten: hand?.facts.name ?? null,
    };
  }
}

const shapeOf = (facts: Bounded['facts']): string => `${runtimeName(facts)} ${facts.format}`;

function scaled(logs: readonly RoundLog[], factor: number): Estimate | null {
  const comparison = compare(logs);
  if (comparison === null) return null;
  const { ratio, interval } = comparison;
  const ends = interval && { ...interval, low: interval.low * factor, high: interval.high * factor };
  return estimateOf(ratio * factor, ends);
}
