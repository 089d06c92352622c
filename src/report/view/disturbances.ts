/** What other programs did to a case while it was measured, as far as the samples tell. */
import { DISTURBED } from '../../stats/disturbance.ts';
import { groupBy } from '../../stats/group-by.ts';
import type { RecordedRow } from './contest.ts';
import type { ViewSample } from './figures.ts';

export type Disturbances = ReturnType<typeof disturbancesOf>;

/** @param entries rows of a case */
export function disturbancesOf(entries: readonly RecordedRow[]) {
  const timed = entries.filter(({ slices }) => slices.length > 0);
  const told = timed.filter(({ slices }) => slices.some(isKnown));
  const slices = told.flatMap((row) => row.slices);
  const rounds = groupBy(slices, ({ round }) => round).values();
  const pairs = [...rounds].flatMap((round) =>
    [...groupBy(round, ({ block }) => block).values()].map(pairsOf),
  );
  const known = slices.filter(isKnown);
  const total = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((sum, one) => sum + of(one), 0);
  return {
    // Pairs of rows in blocks, of which it is known whether one of the two slices waited too long, and in which one did.
    // It is pairs that are compared; blocks would tell more of how many rows there are than of the machine.
    known: total(pairs, (one) => one.known),
    disturbed: total(pairs, (one) => one.disturbed),
    // Share of the slices' time in which they waited for a core, as far as it is known.
    waited: known.length === 0 ? null : total(known, ({ waitNs }) => waitNs!) / total(known, ({ ns }) => ns),
    // Names of rows for which the system never told.
    untold: timed.filter((row) => !told.includes(row)).map(({ facts }) => facts.name),
  };
}

/** @param block its slices, of rows for which the system tells; one alone is its own pair */
function pairsOf(block: readonly ViewSample[]): { readonly known: number; readonly disturbed: number } {
  const of = (count: number) => (block.length === 1 ? count : (count * (count - 1)) / 2);
  const known = block.filter(isKnown);
  const waited = known.filter(({ waitNs, ns }) => waitNs! > DISTURBED * ns).length;
  // With a slice that waited, a pair is disturbed whatever the other one did.
  const disturbed = of(block.length) - of(block.length - waited);
  return { known: disturbed + of(known.length - waited), disturbed };
}

const isKnown = ({ waitNs }: ViewSample): boolean => typeof waitNs === 'number';
