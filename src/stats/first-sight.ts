/** How much longer a row takes for documents that it has never seen than for those that it goes over again and again. */
import { sliceTime } from './comparison.ts';
import { groupBy } from './group-by.ts';
import { median, sortSamples } from './samples.ts';

/** What is needed of a sample. */
interface SightSlice {
  readonly round: number;
  readonly phase: string;
  readonly ops: number;
  readonly ns: number;
  readonly waitNs: number | null;
}

/**
 * A row that takes more than this many times as long for each set of a round has kept something. The most that an honest row took
 * is in docs/evidence/protocol-4.md.
 */
const REMEMBERS = 3;

/** One that takes no more than this for a set is given no other. */
export const NEAR = 2;

/** This many rounds are enough to be sure before the last. */
const SURE_ROUNDS = 3;

/**
 * Time of an operation on documents never seen before, as a multiple of the median of the same round's blocks; one for
 * each round of a row that has both, in the order of the rounds. Of several turns of a round the fastest: what an honest
 * row met for the first time in one, it has compiled by the next, while to a memory all are new.
 */
export function firstSights(slices: readonly SightSlice[]): number[] {
  const rounds = [...groupBy(slices, ({ round }) => round)].sort(([a], [b]) => a - b);
  return rounds.flatMap(([, all]) => {
    const times = (phase: string) => all.filter((one) => one.phase === phase).map(sliceTime);
    const [warm, fresh] = [times('block'), times('fresh')];
    if (warm.length === 0 || fresh.length === 0) return [];
    return [sortSamples(fresh)[0]! / median(sortSamples(warm))];
  });
}

/**
 * Whether a row answers from memory, by more than half of its rounds.
 *
 * @param sights of `firstSights`
 * @param isLast whether no more rounds will follow; before that it takes three
 * @returns the median of the rounds that say so, and how many there are; null for an honest row
 */
export function remembering(sights: readonly number[], isLast: boolean) {
  const slow = sights.filter((ratio) => ratio > REMEMBERS);
  if (slow.length <= sights.length / 2) return null;
  return isLast || sights.length >= SURE_ROUNDS
    ? { times: median(sortSamples(slow)), rounds: slow.length }
    : null;
}
