/** The bounds of each runtime, and how far the rows are from them. */

import { runtimeName } from '../../define/names.ts';
import { LIMITS, type Limit } from '../../define/types.ts';
import { type ColumnOf, figureColumn, type Table, tableOf, wordColumn } from '../text/document.ts';
import { grouped, percent, ratio, singleTime } from '../text/numbers.ts';
import { resultColumn } from '../view/columns.ts';
import type { LimitRow, RankedRow } from '../view/rows.ts';

/** Columns of the ranking; none where no row has such a bound. */
export function boundColumns(rows: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  const has = (bound: 'timesWalk' | 'percentOfHandWritten') =>
    rows.some(({ bounds }) => bounds[bound] !== null);
  return [
    ...(has('timesWalk') ? [figureColumn(resultColumn('times_walk'), timesWalk, 6)] : []),
    ...(has('percentOfHandWritten')
      ? [figureColumn(resultColumn('percent_of_hand_written'), percentOfHandWritten, 7)]
      : []),
  ];
}

function timesWalk({ bounds }: RankedRow): string {
  return bounds.timesWalk === null ? '' : `${ratio(bounds.timesWalk)}x`;
}

function percentOfHandWritten({ bounds }: RankedRow): string {
  const value = bounds.percentOfHandWritten;
  return value === null ? '' : `${grouped(value.estimate, value.estimate < 10 ? 1 : 0)} %`;
}

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
