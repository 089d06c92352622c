/** The bounds of each runtime, and how far the rows are from them. */

import { runtimeName } from '../../define/names.ts';
import { LIMITS } from '../../define/types.ts';
import { groupBy } from '../../stats/group-by.ts';
import { figureColumn, filled, type Table, tableOf, wordColumn } from '../text/document.ts';
import { percent, singleTime } from '../text/numbers.ts';
import type { Estimate, LimitRow } from '../view/rows.ts';

/** One line for each way a runtime was started, one column a limit: its time and half the width of the interval. */
export function limitsTable(rows: readonly LimitRow[]): Table | null {
  const limits = rows.filter(({ limit }) => limit !== null);
  if (limits.length === 0) return null;
  const runtimes = groupBy(limits, runtimeName);
  const columns = LIMITS.map((limit) =>
    figureColumn<string>(limit, (runtime) => {
      const row = runtimes.get(runtime)!.find((one) => one.limit === limit);
      return row ? limitText(row.nsPerOp) : '';
    }),
  );
  const names = [...runtimes.keys()];
  return tableOf([wordColumn<string>('limits', (runtime) => runtime), ...filled(columns, names)], names);
}

function limitText({ estimate, low, high }: Estimate): string {
  const spread = low === null || high === null ? '' : ` ± ${percent(Math.log(high / low) / 2)}`;
  return `${singleTime(estimate)}${spread}`;
}
