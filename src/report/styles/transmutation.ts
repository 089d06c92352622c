/** As the Transmutation page: IPS ± %, comparison, allocations, comparison. */

import { sameMargin } from '../../stats/judgement.ts';
import { markedName } from '../tables/columns.ts';
import { findingCell } from '../tables/ranking.ts';
import { figureColumn, heading, numberColumn, tableOf, wordColumn } from '../text/document.ts';
import { grouped, percent } from '../text/numbers.ts';
import { allocationNotes, allocationsOf } from '../view/allocation.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView, RunView } from '../view/view.ts';

export function transmutationStyle(view: CaseView, { target }: RunView['settings']) {
  const allocations = allocationsOf(view);
  const named = (row: RankedRow) => `${markedName(row)}${row.version === null ? '' : ` ${row.version}`}`;
  const table = tableOf<RankedRow>(
    [
      wordColumn('serializer', named),
      figureColumn('IPS', ipsText),
      figureColumn('comparison', (row) => findingCell(row, sameMargin(target))),
      numberColumn('allocations', (row) => allocations.get(row)?.bytes, scaled),
      figureColumn('comparison', (row) => allocations.get(row)?.finding ?? ''),
    ],
    view.ranked,
  );
  return {
    blocks: [heading(3, 'Iterations per second and allocations'), table],
    notes: [
      'IPS ± standard deviation over rounds, each a fresh process; the comparison is of times, block by block.',
      ...allocationNotes(view),
    ],
  };
}

/** `438.094k ± 7.2 %`. */
function ipsText({ throughput: { score, deviation } }: RankedRow): string {
  return deviation === null ? scaled(score) : `${scaled(score)} ± ${percent(deviation / score)}`;
}

const SCALES = [
  { letter: '', from: 1 },
  { letter: 'k', from: 1e3 },
  { letter: 'M', from: 1e6 },
  { letter: 'B', from: 1e9 },
] as const;

/** Three decimals and a letter, as benchmark-ips writes large numbers. */
function scaled(value: number): string {
  const { letter, from } = SCALES.findLast((scale) => value >= scale.from) ?? SCALES[0];
  return `${grouped(value / from, 3)}${letter}`;
}
