/** The bounds of each runtime, and how far the rows are from them. */

import { runtimeName } from '../../define/names.ts';
import { LIMITS, type Limit } from '../../define/types.ts';
import { figureColumn, type Table, tableOf, wordColumn } from '../text/document.ts';
import { percent, singleTime } from '../text/numbers.ts';
import type { LimitRow } from '../view/rows.ts';

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
