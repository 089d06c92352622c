/** Counts comparisons that other programs disturbed: slices that waited for a core. */

import { groupBy } from '../stats/group-by.ts';
import type { TimedSlice } from '../stats/slice.ts';

/** Share of its time from which on a slice that waited counts as disturbed. */
export const DISTURBED = 0.05;

/** Pairs of slices: those of which it is known whether one waited too long, and those in which one did. */
export interface DisturbedPairs {
  readonly known: number;
  readonly disturbed: number;
}

/** Whether more than half of the known pairs were disturbed: then every claim is worth a grade less. */
export function tooDisturbed({ disturbed, known }: DisturbedPairs): boolean {
  return known > 0 && disturbed > known / 2;
}

/**
 * Counts pairs of rows within blocks, since pairs are compared; the share of disturbed blocks would grow with the number of rows.
 *
 * @param rows the slices of each; rows whose waits the system doesn't report don't count
 */
export function comparedPairs(rows: readonly (readonly TimedSlice[])[]): DisturbedPairs {
  const slices = rows.filter((row) => row.some(tellsWait)).flat();
  const rounds = [...groupBy(slices, ({ round }) => round).values()];
  const blocks = rounds.flatMap((round) => [...groupBy(round, ({ block }) => block).values()].map(pairsOf));
  const total = (of: (one: DisturbedPairs) => number) => blocks.reduce((sum, one) => sum + of(one), 0);
  return { known: total(({ known }) => known), disturbed: total(({ disturbed }) => disturbed) };
}

/** Whether the system reported how long the slice waited. */
export const tellsWait = ({ waitNs }: TimedSlice): boolean => typeof waitNs === 'number';

/** Share of the slices' time spent waiting for a core; null where the system doesn't report it. */
export function waitedShare(slices: readonly TimedSlice[]): number | null {
  const known = slices.filter(tellsWait);
  const total = (of: (one: TimedSlice) => number) => known.reduce((sum, one) => sum + of(one), 0);
  return known.length === 0 ? null : total(({ waitNs }) => waitNs!) / total(({ ns }) => ns);
}

/** @param block its slices, of rows whose waits are reported; a single slice counts as a pair */
function pairsOf(block: readonly TimedSlice[]): DisturbedPairs {
  const of = (count: number) => (block.length === 1 ? count : (count * (count - 1)) / 2);
  const known = block.filter(tellsWait);
  const waited = known.filter(({ waitNs, ns }) => waitNs! > DISTURBED * ns).length;
  // A pair is disturbed if either slice waited.
  const disturbed = of(block.length) - of(block.length - waited);
  return { known: disturbed + of(known.length - waited), disturbed };
}
