import { groupBy } from './group-by.ts';
import { median, sortSamples } from './samples.ts';
import { sliceTime, type TimedSlice } from './slice.ts';

/**
 * A row gets the verdict `remembers` (it returns earlier results) if, in every round, unseen documents take more than this many
 * times as long as known ones.
 */
const REMEMBERS = 10;

/** Minimum number of rounds for the verdict `remembers`. After the last round, one is enough. */
const SURE_ROUNDS = 3;

/** Median times of an operation in ns. */
export interface UnseenTimes {
  readonly unseen: number;
  readonly known: number;
}

/**
 * Times of each round that has both timed and unseen documents. In short slices, such as those of unseen documents, operations
 * are slower. `known` is therefore the longer of two medians: that of the timed blocks, and that of equally short slices of the
 * same documents (phase `again`).
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

export function medianTimes(rounds: readonly UnseenTimes[]): UnseenTimes {
  const middle = (of: keyof UnseenTimes) => median(sortSamples(rounds.map((times) => times[of])));
  return { unseen: middle('unseen'), known: middle('known') };
}

export function remembering(rounds: readonly UnseenTimes[], isLast: boolean): UnseenTimes | null {
  if (rounds.length === 0 || rounds.some(({ unseen, known }) => unseen <= REMEMBERS * known)) return null;
  if (!isLast && rounds.length < SURE_ROUNDS) return null;
  return medianTimes(rounds);
}
