/** How much longer a row takes for documents that it has never seen than for those that it goes over again and again. */
import { sliceTime, type TimedSlice } from './comparison.ts';
import { DISTURBED, waitedShare } from './disturbance.ts';
import { groupBy } from './group-by.ts';
import { median, sortSamples } from './samples.ts';

/** Of a round. */
export interface FirstSight {
  /** Time of an operation on documents never seen before, as a multiple of the median of the blocks. */
  readonly times: number;
  /** The blocks had to wait for a core. */
  readonly disturbed: boolean;
}

/**
 * A row that takes more than this many times as long for each set of a round has kept something. The most that an honest row took
 * is in docs/evidence/protocol-4.md.
 */
const REMEMBERS = 3;

/** The same where others used the processor: rows that kept nothing took up to 6 times as long there. */
const REMEMBERS_DISTURBED = 10;

/** One that takes no more than this for a set is given no other. */
export const NEAR = 2;

/** This many rounds are enough to be sure before the last. */
const SURE_ROUNDS = 3;

/**
 * One for each round of a row that has both blocks and new documents, in the order of the rounds. Of several turns of a
 * round the fastest: what an honest row met for the first time in one, it has compiled by the next, while to a memory all
 * are new.
 */
export function firstSights(slices: readonly (TimedSlice & { readonly phase: string })[]): FirstSight[] {
  const rounds = [...groupBy(slices, ({ round }) => round)].sort(([a], [b]) => a - b);
  return rounds.flatMap(([, all]) => {
    const blocks = all.filter(({ phase }) => phase === 'block');
    const fresh = all.filter(({ phase }) => phase === 'fresh');
    if (blocks.length === 0 || fresh.length === 0) return [];
    const times = sortSamples(fresh.map(sliceTime))[0]! / median(sortSamples(blocks.map(sliceTime)));
    return [{ times, disturbed: (waitedShare(blocks) ?? 0) > DISTURBED }];
  });
}

/**
 * Whether a row answers from memory, by more than half of its rounds.
 *
 * @param sights of `firstSights`
 * @param isLast whether no more rounds will follow; before that it takes three
 * @returns the median of the rounds that say so, and how many there are; null for an honest row
 */
export function remembering(sights: readonly FirstSight[], isLast: boolean) {
  const slow = sights.flatMap(({ times, disturbed }) =>
    times > (disturbed ? REMEMBERS_DISTURBED : REMEMBERS) ? [times] : [],
  );
  if (slow.length <= sights.length / 2) return null;
  return isLast || sights.length >= SURE_ROUNDS
    ? { times: median(sortSamples(slow)), rounds: slow.length }
    : null;
}
