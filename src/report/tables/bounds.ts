/** The bounds of each runtime, and how far the rows are from them. */

import { runtimeName } from '../../define/names.ts';
import { LIMITS, type Limit } from '../../define/types.ts';
import {
  type ColumnOf,
  figureColumn,
  numberColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { grouped, percent, ratio, singleTime } from '../text/numbers.ts';
import { resultColumn } from '../view/columns.ts';
import type { LimitRow, RankedRow } from '../view/rows.ts';

/** Columns of the ranking, blank where a row has no such bound. */
export const BOUND_COLUMNS: readonly ColumnOf<RankedRow>[] = [
  figureColumn(
    resultColumn('times_walk'),
    ({ bounds: { timesWalk } }) => (timesWalk === null ? '' : `${ratio(timesWalk)}x`),
    6,
  ),
  numberColumn(
    resultColumn('percent_of_hand_written'),
    ({ bounds }) => bounds.percentOfHandWritten?.estimate,
    (value) => `${grouped(value, value < 10 ? 1 : 0)} %`,
    7,
  ),
];

/** One line for each way a runtime was started, one column a limit: its time and half the width of the interval. */
export function limitsTable(limits: readonly LimitRow[]): Table {
  const runtimes = [...new Set(limits.map(runtimeName))];
  const there = LIMITS.filter((limit) => limits.some((row) => row.limit === limit));
  return tableOf<string>(
    [
      wordColumn('limits', (runtime) => runtime),
      ...there.map((limit) => figureColumn<string>(limit, (runtime) => limitText(limits, runtime, limit))),
    ],
    runtimes,
  );
}

function limitText(limits: readonly LimitRow[], runtime: string, limit: Limit): string {
  const row = limits.find((one) => runtimeName(one) === runtime && one.limit === limit);
  if (row === undefined) return '';
  const { estimate, low, high } = row.nsPerOp;
  const spread = low === null || high === null ? '' : ` ± ${percent(Math.log(high / low) / 2)}`;
  return `${singleTime(estimate)}${spread}`;
}
