/** How much longer a row takes for documents that it has never seen than for those that it goes over again and again. */
import { sliceTime, type TimedSlice } from './comparison.ts';
import { groupBy } from './group-by.ts';
import { median, sortSamples } from './samples.ts';

/**
 * A row that takes more than this many times as long for new documents as for known ones has kept something. The most that an
 * honest row took is in docs/evidence/protocol-4.md.
 */
const REMEMBERS = 3;

/**
 * Short slices may take several times as long, of known documents, too. They explain a row's time up to this many times that of
 * its blocks: beyond, a row could be slow on purpose wherever few operations are asked for.
 */
const SHORT = 3;

/** One that takes no more than this for a set, by its blocks or by the same set once known, is given no other. */
export const NEAR = 2;

/** This many rounds are enough to be sure before the last. */
const SURE_ROUNDS = 3;

/**
 * Time of an operation on documents never seen before, as a multiple of that on known ones: one for each round of a row that
 * has both blocks and new documents, in the order of the rounds. Of several turns of a round the fastest: what an honest row
 * met for the first time in one, it has compiled by the next, while to a memory all are new.
 *
 * @param slices of one row, of any phase: `fresh` are new documents, `again` the timed ones in slices as short
 */
export function firstSights(slices: readonly (TimedSlice & { readonly phase: string })[]): number[] {
  const rounds = [...groupBy(slices, ({ round }) => round)].sort(([a], [b]) => a - b);
  return rounds.flatMap(([, all]) => {
    const timesOf = (wanted: string) => all.filter(({ phase }) => phase === wanted).map(sliceTime);
    const [blocks, fresh, again] = [timesOf('block'), timesOf('fresh'), timesOf('again')];
    if (blocks.length === 0 || fresh.length === 0) return [];
    const block = median(sortSamples(blocks));
    const short = again.length === 0 ? block : median(sortSamples(again));
    const known = Math.min(SHORT * block, Math.max(block, short));
    return [Math.min(...fresh) / known];
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
  const slow = sights.filter((times) => times > REMEMBERS);
  if (slow.length <= sights.length / 2) return null;
  return isLast || sights.length >= SURE_ROUNDS
    ? { times: median(sortSamples(slow)), rounds: slow.length }
    : null;
}
