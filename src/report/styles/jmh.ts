/** As JMH prints its results: Benchmark, Mode, Cnt, Score, Error, Units. */
import { markedName } from '../tables/columns.ts';
import { figureColumn, heading, tableOf, wordColumn } from '../text/document.ts';
import { grouped } from '../text/numbers.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView } from '../view/view.ts';
import { errorNotes } from './errors.ts';

export function jmhStyle({ ranked }: CaseView) {
  const slowest = Math.min(...ranked.map(({ throughput }) => throughput.score));
  const rate = (value: number) => grouped(value, slowest >= 1000 ? 0 : 3);
  const error = ({ throughput }: RankedRow) =>
    throughput.error === null ? '' : `± ${rate(throughput.error)}`;
  const table = tableOf<RankedRow>(
    [
      wordColumn('benchmark', markedName),
      wordColumn('mode', () => 'thrpt', 1),
      figureColumn('count', ({ throughput }) => `${throughput.rounds}`),
      figureColumn('score', ({ throughput }) => rate(throughput.score)),
      figureColumn('error (99.9 %)', error),
      wordColumn('units', () => 'ops/s'),
    ],
    ranked,
  );
  return {
    blocks: [heading(3, 'Throughput'), table],
    notes: [
      'Throughput: the count is of rounds, each a fresh process, since slices of one process are not independent.',
      ...errorNotes(ranked),
    ],
  };
}
