/** How long a row takes for documents that it has never seen, and for known ones handled in the same way. */
import { groupBy } from './group-by.ts';
import { median, sortSamples } from './samples.ts';
import { sliceTime, type TimedSlice } from './slice.ts';

/** A row answers from memory if unseen documents take more than this many times as long as known ones, in every round. */
const REMEMBERS = 10;

/** Rounds needed for that verdict before the last round. */
const SURE_ROUNDS = 3;

/** Times of an operation in one round, in ns. */
export interface UnseenTimes {
  readonly unseen: number;
  readonly known: number;
}

/**
 * The times of each round that has both blocks and unseen documents, in the order of the rounds. Each is the median of its slices.
 * Known documents are slower in slices as short as those of unseen ones whose results are kept, too, so the larger of both times
 * is compared.
 *
 * @param slices of one row, of any phase: `unseen` are documents not seen before, `again` known ones in as many operations, with as many results kept
 */
export function unseenTimes(slices: readonly (TimedSlice & { readonly phase: string })[]): UnseenTimes[] {
  const rounds = [...groupBy(slices, ({ round }) => round)].sort(([a], [b]) => a - b);
  return rounds.flatMap(([, all]) => {
    const timeOf = (wanted: string) => {
      const times = all.filter(({ phase }) => phase === wanted).map(sliceTime);
      return times.length === 0 ? null : median(sortSamples(times));
    };
    const [block, unseen, again] = [timeOf('block'), timeOf('unseen'), timeOf('again')];
    return block === null || unseen === null ? [] : [{ unseen, known: Math.max(block, again ?? block) }];
  });
}

/** Time on unseen documents as a multiple of that on known ones, by round. */
export function firstSights(slices: readonly (TimedSlice & { readonly phase: string })[]): number[] {
  return unseenTimes(slices).map(({ unseen, known }) => unseen / known);
}

/**
 * Decides whether a row answers from memory.
 *
 * @param rounds of `unseenTimes`
 * @param isLast whether no more rounds will follow
 * @returns the medians of both times; null for an honest row, and before there are enough rounds
 */
export function remembering(rounds: readonly UnseenTimes[], isLast: boolean): UnseenTimes | null {
  if (rounds.length === 0 || rounds.some(({ unseen, known }) => unseen <= REMEMBERS * known)) return null;
  if (!isLast && rounds.length < SURE_ROUNDS) return null;
  const middle = (of: keyof UnseenTimes) => median(sortSamples(rounds.map((times) => times[of])));
  return { unseen: middle('unseen'), known: middle('known') };
}
