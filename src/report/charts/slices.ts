/** Slices relative to their row, so that rows of any speed share one scale and the noisy ones stand out. */
import { median, quantile, sortSamples } from '../../stats/samples.ts';
import type { RoundDots } from './chart.ts';

export interface Slice {
  /** Of the row, from 0. */
  readonly row: number;
  /** In rounds. */
  readonly x: number;
  /** Above the median of the row's slices. */
  readonly percent: number;
  /** The end of the scale that it lies beyond, or `percent`. */
  readonly edge: number;
}

export interface SliceRow {
  readonly row: number;
  readonly name: string;
  /** Of all its slices, per operation. */
  readonly medianNs: number;
  /** Their medians, and from where to where their slices stand. */
  readonly rounds: readonly {
    readonly round: number;
    readonly percent: number;
    readonly from: number;
    readonly to: number;
  }[];
  /** Those within the scale. */
  readonly slices: readonly Slice[];
}

/** Share of all slices at either end that may lie beyond the scale, so that a few slow ones don't flatten the rest. */
const TAIL = 0.005;
/** Share of a round's width that its slices take. */
const SPREAD = 0.8;

/** The medians of rounds always lie within `domain`. */
export function sliceRows(rows: readonly RoundDots[]): {
  readonly facets: SliceRow[];
  readonly domain: [low: number, high: number];
  readonly beyond: Slice[];
} {
  const medians = rows.map(({ rounds }) => median(sortSamples(rounds.flatMap(({ samples }) => samples))));
  const percent = (ns: number, row: number) => 100 * (ns / medians[row]! - 1);
  const values = sortSamples(
    rows.flatMap(({ rounds }, row) => rounds.flatMap(({ samples }) => samples.map((ns) => percent(ns, row)))),
  );
  const middles = rows.flatMap(({ rounds }, row) => rounds.map(({ median }) => percent(median, row)));
  const ends = sortSamples([quantile(values, TAIL), quantile(values, 1 - TAIL), ...middles]);
  const domain = padded([ends[0]!, ends.at(-1)!]);
  const beyond: Slice[] = [];
  const facets = rows.map(({ name, rounds }, row): SliceRow => {
    const slices = rounds.flatMap(({ round, samples }) =>
      samples.map((ns, i) => {
        const value = percent(ns, row);
        const edge = Math.min(Math.max(value, domain[0]), domain[1]);
        return { row, x: round + ((i + 0.5) / samples.length - 0.5) * SPREAD, percent: value, edge };
      }),
    );
    for (const slice of slices) if (slice.percent !== slice.edge) beyond.push(slice);
    return {
      row,
      name,
      medianNs: medians[row]!,
      rounds: rounds.map(({ round, median }) => ({
        round,
        percent: percent(median, row),
        from: round - SPREAD / 2,
        to: round + SPREAD / 2,
      })),
      slices: slices.filter(({ percent, edge }) => percent === edge),
    };
  });
  return { facets, domain, beyond };
}

/** At least ± 1 %. */
function padded([low, high]: [number, number]): [number, number] {
  const air = Math.max(1, (high - low) * 0.06);
  return [low - air, high + air];
}
