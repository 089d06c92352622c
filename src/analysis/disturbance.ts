/** How much of what was timed had to wait for a core. */

import { groupBy } from '../stats/group-by.ts';
import type { TimedSlice } from '../stats/slice.ts';

/** A slice that waited for more than this share of its time was disturbed. */
export const DISTURBED = 0.05;

/** Pairs of slices: of how many it is known whether one waited too long, and in how many one did. */
export interface Pairs {
  readonly known: number;
  readonly disturbed: number;
}

/** Whether more than half of what is known of was disturbed: then every claim is worth a grade less. */
export function tooDisturbed({ disturbed, known }: Pairs): boolean {
  return known > 0 && disturbed > known / 2;
}

/**
 * Pairs of rows in blocks. It is pairs that are compared; blocks would tell more of how many rows there are than of the machine.
 *
 * @param rows the slices of each; rows of which the system never told count for nothing
 */
export function comparedPairs(rows: readonly (readonly TimedSlice[])[]): Pairs {
  const slices = rows.filter((row) => row.some(tellsWait)).flat();
  const rounds = [...groupBy(slices, ({ round }) => round).values()];
  const blocks = rounds.flatMap((round) => [...groupBy(round, ({ block }) => block).values()].map(pairsOf));
  const total = (of: (one: Pairs) => number) => blocks.reduce((sum, one) => sum + of(one), 0);
  return { known: total(({ known }) => known), disturbed: total(({ disturbed }) => disturbed) };
}

/** Whether the system told how long it waited. */
export const tellsWait = ({ waitNs }: TimedSlice): boolean => typeof waitNs === 'number';

/** Share of the slices' time in which they waited for a core, as far as it is known; null where the system never told. */
export function waitedShare(slices: readonly TimedSlice[]): number | null {
  const known = slices.filter(tellsWait);
  const total = (of: (one: TimedSlice) => number) => known.reduce((sum, one) => sum + of(one), 0);
  return known.length === 0 ? null : total(({ waitNs }) => waitNs!) / total(({ ns }) => ns);
}

/** @param block its slices, of rows for which the system tells; one alone is its own pair */
function pairsOf(block: readonly TimedSlice[]): Pairs {
  const of = (count: number) => (block.length === 1 ? count : (count * (count - 1)) / 2);
  const known = block.filter(tellsWait);
  const waited = known.filter(({ waitNs, ns }) => waitNs! > DISTURBED * ns).length;
  // With a slice that waited, a pair is disturbed whatever the other one did.
  const disturbed = of(block.length) - of(block.length - waited);
  return { known: disturbed + of(known.length - waited), disturbed };
}
