/** What the charts are drawn from: plain data that JSON can carry, so that a page can embed it. */
import type { Estimate, RankedRow } from '../view/rows.ts';

export interface ChartContext {
  /** Of the whole chart in px; the height follows from the data. */
  readonly width: number;
  /** What the chart is of, `record/single, serialize`, as its first line; left out where a heading above says it. */
  readonly subject?: string;
  /** What else has to be known, in sentences below the chart. */
  readonly notes?: readonly string[];
}

/** What is drawn of a row of the ranking. */
export type RatioPoint = Pick<
  RankedRow,
  'name' | 'ratio' | 'nsPerOp' | 'finding' | 'grade' | 'rank' | 'tied' | 'disturbed' | 'outputKind'
>;

/** What is drawn of a row that two runs have. */
export interface ChangePoint extends Pick<RankedRow, 'name' | 'finding' | 'grade'> {
  /** Time after as a multiple of the time before. */
  readonly change: Estimate;
  /** What the table beside it says of that: `16.8 % slower`, `unclear`. */
  readonly said?: string;
}
