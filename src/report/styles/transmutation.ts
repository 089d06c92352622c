import type { AnalyzedCase, AnalyzedRun } from '../../analysis/analyze.ts';
import { sameMargin } from '../../analysis/finding.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { grouped, percent, saidRatio } from '../numbers.ts';
import { findingCell, markedName } from '../tables/columns.ts';
import {
  type ColumnOf,
  figureColumn,
  filled,
  heading,
  numberColumn,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { allocationNotes, allocationsOf } from './allocation.ts';

export function transmutationStyle(view: AnalyzedCase, { target }: AnalyzedRun['settings']) {
  const allocations = allocationsOf(view);
  const columns: ColumnOf<RankedRow>[] = [
    wordColumn('Gem', (row) => `${markedName(row)} ${row.version ?? ''}`.trim()),
    figureColumn('IPS', ({ throughput: { estimate, deviation } }) =>
      deviation === null ? scaled(estimate) : `${scaled(estimate)} ± ${percent(deviation / estimate)}`,
    ),
    figureColumn('Comparison', (row) => {
      const found = findingCell(row, sameMargin(target), saidRatio(row.ratio));
      return { ...found, text: found.text.replace('×', 'x') };
    }),
    numberColumn('Allocations', (row) => allocations.get(row)?.bytes, scaled, 1),
    figureColumn('Comparison', (row) => allocations.get(row)?.finding ?? '', 2),
  ];
  return {
    blocks: [
      heading(3, 'Iterations per second and allocations'),
      tableOf(filled(columns, view.ranked), view.ranked),
    ],
    notes: [
      'IPS ± standard deviation over rounds, each a fresh process; the comparison is of times, block by block.',
      ...allocationNotes(view),
    ],
  };
}

function scaled(value: number): string {
  const power = Math.max(0, [1e3, 1e6, 1e9].findLastIndex((from) => value >= from) + 1);
  return `${grouped(value / 1000 ** power, 3)}${['', 'k', 'M', 'B'][power]}`;
}
