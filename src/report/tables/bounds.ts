/** The bounds of each runtime, and how far the rows are from them. */

import { runtimeName } from '../../define/names.ts';
import { LIMITS, type Limit } from '../../define/types.ts';
import { type Cell, type ColumnOf, cell, type Table, tableOf } from '../text/document.ts';
import { grouped, percent, ratio, singleTime } from '../text/numbers.ts';
import type { LimitRow, RankedRow } from '../view/rows.ts';

/** Columns of the ranking; none where no row has such a bound. */
export function boundColumns(rows: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  const columns: ColumnOf<RankedRow>[] = [];
  if (rows.some(({ bounds }) => bounds.timesWalk !== null))
    columns.push({ head: '× walk', align: 'right', spare: 3, cell: timesWalk });
  if (rows.some(({ bounds }) => bounds.percentOfHandWritten !== null))
    columns.push({ head: '% of hand', align: 'right', spare: 4, cell: percentOfHandWritten });
  return columns;
}

function timesWalk({ bounds }: RankedRow): Cell {
  return cell(bounds.timesWalk === null ? '' : `${ratio(bounds.timesWalk)}x`);
}

function percentOfHandWritten({ bounds }: RankedRow): Cell {
  const value = bounds.percentOfHandWritten;
  return cell(value === null ? '' : `${grouped(value.estimate, value.estimate < 10 ? 1 : 0)} %`);
}

/** One line for each way a runtime was started, one column a limit: its time and half the width of the interval. */
export function limitsTable(limits: readonly LimitRow[]): Table {
  const runtimes = [...new Set(limits.map(runtimeName))];
  const there = LIMITS.filter((limit) => limits.some((row) => row.limit === limit));
  const columns: ColumnOf<string>[] = [
    { head: 'limits', align: 'left', spare: 0, cell: (runtime) => cell(runtime) },
    ...there.map(
      (limit): ColumnOf<string> => ({
        head: limit,
        align: 'right',
        spare: 0,
        cell: (runtime) => limitCell(limits, runtime, limit),
      }),
    ),
  ];
  return tableOf(columns, runtimes);
}

function limitCell(limits: readonly LimitRow[], runtime: string, limit: Limit): Cell {
  const row = limits.find((one) => runtimeName(one) === runtime && one.limit === limit);
  if (row === undefined) return cell('');
  const { estimate, low, high } = row.nsPerOp;
  const spread = low === null || high === null ? '' : ` ± ${percent(Math.log(high / low) / 2)}`;
  return cell(`${singleTime(estimate)}${spread}`);
}
