/** What a serializer costs at all and by the kilobyte, as tables. */
import {
  type Block,
  cell,
  figureColumn,
  heading,
  paragraph,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { grouped, percent, threeDigits } from '../text/numbers.ts';
import type { Estimate } from '../view/rows.ts';
import type { ScalingRow, ScalingTable } from '../view/scaling.ts';

/** Nothing without tables. */
export function composeScaling(tables: readonly ScalingTable[]): Block[] {
  if (tables.length === 0) return [];
  return [
    heading(2, 'Scaling'),
    paragraph(
      "A line through the times of all sizes: what any document costs, and what each kilobyte (1,000 bytes of the row's own output or input) adds. Below 0, or with a large misfit, cost does not grow with the bytes alone.",
      'dim',
    ),
    ...tables.flatMap((one) => [heading(3, `${one.dataset}, ${one.task}`), scalingTable(one)]),
  ];
}

function scalingTable({ rows }: ScalingTable): Table {
  const [fixed, perKilobyte] = (['fixed', 'perKilobyte'] as const).map((key) =>
    nanoseconds(rows.map((row) => row[key])),
  );
  return tableOf<ScalingRow>(
    [
      wordColumn('serializer', ({ name }) => name),
      figureColumn('fixed', (row) => fixed!.centre(row.fixed)),
      wordColumn('interval', (row) => cell(fixed!.ends(row.fixed), 'dim'), 1),
      figureColumn('per kB', (row) => perKilobyte!.centre(row.perKilobyte)),
      wordColumn('interval', (row) => cell(perKilobyte!.ends(row.perKilobyte), 'dim'), 1),
      figureColumn('sizes', ({ sizes }) => `${sizes.length}`, 2),
      figureColumn('misfit', ({ misfit }) => (misfit === null ? '' : percent(misfit))),
    ],
    rows,
  );
}

/** One unit and number of decimals for a column of figures that may be below 0. */
function nanoseconds(values: readonly Estimate[]) {
  const largest = Math.max(...values.map(({ estimate }) => Math.abs(estimate)));
  const [unit, ns] = largest >= 1e6 ? ['ms', 1e6] : largest >= 1e4 ? ['µs', 1e3] : ['ns', 1];
  const decimals = largest === 0 ? 0 : Math.min(3, threeDigits(largest / (ns as number)));
  const number = (value: number) => grouped(value / (ns as number), decimals).replace('-', '−');
  return {
    centre: ({ estimate }: Estimate) => `${number(estimate)} ${unit}`,
    ends: ({ low, high }: Estimate) =>
      low === null || high === null ? '' : `[${number(low)}, ${number(high)}]`,
  };
}
