/// <reference lib="dom" />
/**
 * What the charts are drawn from: plain data that JSON can carry, so that a page can embed it. Drawing needs a document
 * and nothing else of its surroundings; a browser has one, a server makes one with linkedom.
 */
import type { RankedRow } from '../view/rows.ts';

export interface ChartContext {
  /** Of the whole chart in px; the height follows from the data. */
  readonly width: number;
  /** Where there is no global one. */
  readonly document?: Document;
  /** What the chart is of, `record/single, serialize`, as its first line; left out where a heading above says it. */
  readonly subject?: string;
  /** What else has to be known, in sentences below the chart. */
  readonly notes?: readonly string[];
}

/** What is drawn of a row of the ranking. */
export type RatioPoint = Pick<
  RankedRow,
  'name' | 'ratio' | 'finding' | 'rank' | 'tied' | 'preliminary' | 'outputKind'
>;

/** Time of an operation and size of its document. */
export interface SizePoint {
  readonly name: string;
  readonly runtime: string;
  readonly bytes: number;
  readonly nsPerOp: number;
  readonly low: number | null;
  readonly high: number | null;
  /** No other row is both at least as fast and at least as small, and better in one of the two. */
  readonly onFront: boolean;
}
