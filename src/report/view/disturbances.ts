/** What else ran on the machine while a case was measured, as far as the samples tell. */
import { DISTURBED } from '../../stats/disturbance.ts';
import type { RecordedRow } from './contest.ts';
import type { ViewSample } from './figures.ts';

/** How often something else took the core from what was timed. A block is one, however many rows have a slice of it. */
export interface Disturbances {
  /** Blocks over all rounds and groups. */
  readonly counted: number;
  /** Of the counted blocks, those of which it is known whether a slice waited too long, and those in which one did. */
  readonly known: number;
  readonly disturbed: number;
  /**
   * Pairs of rows in the counted blocks, which is what is compared, of which it is known whether one of the two slices waited
   * too long, and those in which one did. Of a row that is alone in a block, its slice. Blocks alone would tell more of how many rows
   * there are than of the machine.
   */
  readonly pairs: { readonly known: number; readonly disturbed: number };
  /** Share of the counted slices' time in which they waited for a core, as far as it is known; null where it isn't. */
  readonly waited: number | null;
  /** Counted slices of all other rows than the untold ones, and those of them whose wait is unknown. */
  readonly slices: number;
  readonly unknown: number;
  /** Names of rows for which the system never told. */
  readonly untold: readonly string[];
}

/** What is known of the slices of one block. */
interface Tally {
  peaceful: number;
  disturbed: number;
  unknown: number;
}

/** @param entries rows of a case */
export function disturbancesOf(entries: readonly RecordedRow[]): Disturbances {
  const blocks = new Map<number, Map<number, Tally>>();
  const untold: string[] = [];
  const total = { waited: 0, ns: 0, slices: 0, unknown: 0 };
  for (const { facts, slices } of entries) {
    // Of a row for which the system never tells nothing can be said; the others' slices tell of the block.
    const told = slices.some(isKnown);
    if (!told && slices.length > 0) untold.push(facts.name);
    if (told) total.slices += slices.length;
    for (const slice of slices) {
      const tally = tallyOf(blocks, slice);
      if (!told) continue;
      if (!isKnown(slice)) {
        tally.unknown++;
        total.unknown++;
        continue;
      }
      total.waited += slice.waitNs ?? 0;
      total.ns += slice.ns;
      if (isDisturbed(slice)) tally.disturbed++;
      else tally.peaceful++;
    }
  }
  const tallies = [...blocks.values()].flatMap((round) => [...round.values()]);
  const disturbed = tallies.filter((tally) => tally.disturbed > 0).length;
  const peaceful = tallies.filter(
    (tally) => tally.disturbed === 0 && tally.unknown === 0 && tally.peaceful > 0,
  ).length;
  return {
    counted: tallies.length,
    known: disturbed + peaceful,
    disturbed,
    pairs: pairsOf(tallies),
    waited: total.slices === 0 ? null : total.waited / total.ns,
    slices: total.slices,
    unknown: total.unknown,
    untold,
  };
}

function tallyOf(blocks: Map<number, Map<number, Tally>>, { round, block }: ViewSample): Tally {
  const own = blocks.get(round) ?? new Map<number, Tally>();
  blocks.set(round, own);
  const tally = own.get(block) ?? { peaceful: 0, disturbed: 0, unknown: 0 };
  own.set(block, tally);
  return tally;
}

function pairsOf(tallies: readonly Tally[]): Disturbances['pairs'] {
  const pairs = { known: 0, disturbed: 0 };
  for (const { peaceful, disturbed, unknown } of tallies) {
    const all = peaceful + disturbed + unknown;
    const of = (count: number) => (all === 1 ? count : (count * (count - 1)) / 2);
    // With a slice that waited, a pair is disturbed whatever the other one did.
    const waited = of(all) - of(all - disturbed);
    pairs.disturbed += waited;
    pairs.known += waited + of(peaceful);
  }
  return pairs;
}

/** Unknown isn't undisturbed. */
const isKnown = ({ waitNs }: ViewSample): boolean => typeof waitNs === 'number';

const isDisturbed = ({ waitNs, ns }: ViewSample): boolean => (waitNs ?? 0) > DISTURBED * ns;
