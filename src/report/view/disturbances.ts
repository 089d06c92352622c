/** What else ran on the machine while a case was measured, as far as the samples tell. */
import { DISTURBED } from '../../stats/disturbance.ts';
import type { RecordedRow } from './contest.ts';
import type { ViewSample } from './figures.ts';

/** How often something else took the core from what was timed. A block is one, however many rows have a slice of it. */
export interface Disturbances {
  /** Blocks that were timed again, and the blocks that count, over all rounds and groups. */
  readonly redone: number;
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

/** @param entries rows of a case with a slice that counts or was timed again */
export function disturbancesOf(entries: readonly RecordedRow[]): Disturbances {
  const redone = new Set<string>();
  for (const { samples } of entries)
    for (const sample of samples) if (sample.phase === 'disturbed') redone.add(blockOf(sample));
  const untold = entries.filter(({ slices }) => slices.length > 0 && !slices.some(isKnown));
  const slices = entries.flatMap((entry) => entry.slices);
  const counted = new Set(slices.map(blockOf));
  // Of a row for which the system never tells nothing can be said; the others' slices tell of the block.
  const telling = entries.filter((entry) => !untold.includes(entry)).flatMap((entry) => entry.slices);
  const disturbed = new Set(telling.filter(isDisturbed).map(blockOf));
  const unknown = new Set(telling.filter((slice) => !isKnown(slice)).map(blockOf));
  const known = new Set(telling.map(blockOf).filter((block) => disturbed.has(block) || !unknown.has(block)));
  return {
    redone: redone.size,
    counted: counted.size,
    known: known.size,
    disturbed: disturbed.size,
    pairs: pairsOf(telling),
    waited: waitedShare(slices.filter(isKnown)),
    slices: telling.length,
    unknown: telling.filter((slice) => !isKnown(slice)).length,
    untold: untold.map(({ facts }) => facts.name),
  };
}

function pairsOf(slices: readonly ViewSample[]): Disturbances['pairs'] {
  const blocks = new Map<string, ViewSample[]>();
  for (const slice of slices) blocks.set(blockOf(slice), [...(blocks.get(blockOf(slice)) ?? []), slice]);
  const pairs = { known: 0, disturbed: 0 };
  for (const block of blocks.values()) {
    const peaceful = block.filter((slice) => isKnown(slice) && !isDisturbed(slice)).length;
    const waiting = block.filter(isDisturbed).length;
    const of = (count: number) => (block.length === 1 ? count : (count * (count - 1)) / 2);
    // With a slice that waited, a pair is disturbed whatever the other one did.
    const disturbed = of(block.length) - of(block.length - waiting);
    pairs.disturbed += disturbed;
    pairs.known += disturbed + of(peaceful);
  }
  return pairs;
}

const blockOf = ({ round, block }: ViewSample): string => `${round} ${block}`;

/** Unknown isn't undisturbed. */
const isKnown = ({ waitNs }: ViewSample): boolean => typeof waitNs === 'number';

const isDisturbed = ({ waitNs, ns }: ViewSample): boolean => (waitNs ?? 0) > DISTURBED * ns;

function waitedShare(slices: readonly ViewSample[]): number | null {
  const total = (of: (slice: ViewSample) => number) => slices.reduce((sum, slice) => sum + of(slice), 0);
  return slices.length === 0 ? null : total(({ waitNs }) => waitNs ?? 0) / total(({ ns }) => ns);
}
