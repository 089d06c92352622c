/**
 * What an operation costs at all and what each byte of its document adds, from times of documents of several sizes.
 *
 * The model is t = fixed + perByte · bytes. Times err by a share of themselves, so that each is weighted with 1/t²: the
 * line is as near to all as it can be relatively, and the largest document doesn't outweigh the others. (Weighted least
 * squares as in Draper and Smith, Applied Regression Analysis, 1998, section 9.2.) As everywhere, a round is one
 * observation: each has a line of its own, and estimate and interval are those of the lines' figures over the rounds.
 */
import { CONFIDENCE } from './centre.ts';
import { hodgesLehmann, type Interval, signedRankCentre } from './signed-rank.ts';

/** One size of document. */
export interface SizeTimes {
  readonly bytes: number;
  /** ns per operation in each round. Rounds are joined by their order: they are of different processes anyway. */
  readonly times: readonly number[];
}

export interface Line {
  /** In ns; below 0 where small documents are dearer by the byte than large ones are. */
  readonly fixed: number;
  /** In ns. */
  readonly perByte: number;
}

export interface Centre {
  readonly estimate: number;
  /** Null for fewer than two rounds. */
  readonly interval: Interval | null;
}

export interface Scaling {
  readonly fixed: Centre;
  readonly perByte: Centre;
  readonly sizes: number;
  readonly rounds: number;
  /**
   * How far the times of a size lie from the line at most, as a share of the time; null for two sizes, which lie on any
   * line. Large where cost doesn't grow with the bytes alone.
   */
  readonly misfit: number | null;
}

/**
 * The line nearest to points (bytes, ns), relatively.
 *
 * @throws RangeError for fewer than two different sizes, or a time that isn't above 0
 */
export function fitLine(points: readonly { readonly bytes: number; readonly ns: number }[]): Line {
  if (!points.every(({ ns }) => ns > 0 && Number.isFinite(ns))) throw new RangeError('times are above 0');
  if (new Set(points.map(({ bytes }) => bytes)).size < 2) throw new RangeError('one size has no line');
  // Weights relative to the smallest time, so that their sums are not tiny.
  const least = Math.min(...points.map(({ ns }) => ns));
  const weighted = points.map(({ bytes, ns }) => ({ bytes, ns, weight: (least / ns) ** 2 }));
  const sum = (of: (point: (typeof weighted)[number]) => number) =>
    weighted.reduce((total, point) => total + point.weight * of(point), 0);
  const weight = sum(() => 1);
  const bytes = sum((point) => point.bytes) / weight;
  const ns = sum((point) => point.ns) / weight;
  const perByte =
    sum((point) => (point.bytes - bytes) * (point.ns - ns)) / sum((point) => (point.bytes - bytes) ** 2);
  return { fixed: ns - perByte * bytes, perByte };
}

/** Null for fewer than two different sizes that were timed. */
export function scaling(sizes: readonly SizeTimes[], confidence = CONFIDENCE): Scaling | null {
  const timed = sizes.filter(({ times }) => times.length > 0);
  if (new Set(timed.map(({ bytes }) => bytes)).size < 2) return null;
  const rounds = Math.min(...timed.map(({ times }) => times.length));
  const lines = Array.from({ length: rounds }, (_, round) =>
    fitLine(timed.map(({ bytes, times }) => ({ bytes, ns: times[round]! }))),
  );
  const centre = (values: readonly number[]): Centre => signedRankCentre(values, confidence);
  const fixed = centre(lines.map((line) => line.fixed));
  const perByte = centre(lines.map((line) => line.perByte));
  const misfits = timed.map(({ bytes, times }) =>
    Math.abs((fixed.estimate + perByte.estimate * bytes) / hodgesLehmann(times.slice(0, rounds)) - 1),
  );
  return {
    fixed,
    perByte,
    sizes: timed.length,
    rounds,
    misfit: timed.length > 2 ? Math.max(...misfits) : null,
  };
}
