/** What else ran on the machine while a case was measured, as far as the samples tell. */
import { DISTURBED } from '../../stats/disturbance.ts';
import { groupBy } from '../../stats/group-by.ts';
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

/** What is known of a slice; nothing can be of a row's for which the system never tells. */
type State = 'untold' | 'unknown' | 'peaceful' | 'disturbed';

/** @param entries rows of a case */
export function disturbancesOf(entries: readonly RecordedRow[]): Disturbances {
  const timed = entries.filter(({ slices }) => slices.length > 0);
  const [told, untold] = [true, false].map((known) =>
    timed.filter(({ slices }) => slices.some(isKnown) === known),
  ) as [RecordedRow[], RecordedRow[]];
  const slices = told.flatMap((row) => row.slices);
  const known = slices.filter(isKnown);
  const silent = new Set(untold.map(({ index }) => index));
  const blocks = [
    ...groupBy(
      timed.flatMap((row) => row.slices),
      ({ round }) => round,
    ).values(),
  ].flatMap((round) => [...groupBy(round, ({ block }) => block).values()]);
  const tallies = blocks.map((block) => tallyOf(block, silent));
  const disturbed = tallies.filter((tally) => tally.disturbed > 0).length;
  const peaceful = tallies.filter((tally) => tally.peaceful > 0 && tally.disturbed + tally.unknown === 0);
  const total = (of: (slice: ViewSample) => number) => known.reduce((sum, slice) => sum + of(slice), 0);
  return {
    counted: tallies.length,
    known: disturbed + peaceful.length,
    disturbed,
    pairs: pairsOf(tallies),
    waited: known.length === 0 ? null : total(({ waitNs }) => waitNs!) / total(({ ns }) => ns),
    slices: slices.length,
    unknown: slices.length - known.length,
    untold: untold.map(({ facts }) => facts.name),
  };
}

type Tally = Readonly<Record<State, number>>;

/** @param untold contenders */
function tallyOf(block: readonly ViewSample[], untold: ReadonlySet<number>): Tally {
  const tally = { untold: 0, unknown: 0, peaceful: 0, disturbed: 0 };
  for (const slice of block) tally[untold.has(slice.contender) ? 'untold' : stateOf(slice)]++;
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

const isKnown = ({ waitNs }: ViewSample): boolean => typeof waitNs === 'number';

/** Unknown isn't undisturbed. */
function stateOf({ waitNs, ns }: ViewSample): State {
  if (typeof waitNs !== 'number') return 'unknown';
  return waitNs > DISTURBED * ns ? 'disturbed' : 'peaceful';
}
