import type { AnalyzedCase } from '../../analysis/analyze.ts';
import { ERROR_ROUNDS } from '../../analysis/figures.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { markedName } from '../tables/columns.ts';
import { said } from '../tables/notes.ts';
import { type ColumnOf, heading, numberColumn, tableOf, wordColumn } from '../text/document.ts';

const plain = (value: number) => value.toFixed(3);

export function jmhStyle({ ranked }: AnalyzedCase) {
  const byName = [...ranked].sort((a, b) => (a.name < b.name ? -1 : 1));
  const widest = Math.max(...ranked.map(({ throughput }) => plain(throughput.error ?? 0).length));
  const errorText = (error: number) => `± ${plain(error).padStart(widest)}`;
  const columns: ColumnOf<RankedRow>[] = [
    wordColumn('Benchmark', markedName),
    wordColumn('Mode', () => 'thrpt', 1),
    numberColumn('Cnt', ({ rounds }) => rounds, String),
    numberColumn('Score', ({ throughput }) => throughput.estimate, plain),
    numberColumn('Error', ({ throughput }) => throughput.error, errorText),
    wordColumn('Units', () => 'ops/s'),
  ];
  return {
    blocks: [heading(3, 'Throughput'), tableOf(columns, byName)],
    notes: [
      'Throughput: Score is the time of the ranking as a rate; Cnt is the number of rounds, each a fresh process, since slices of one process are not independent; Error is half of the 99.9 % interval over these.',
      ...errorNotes(ranked),
    ],
  };
}

export function errorNotes(ranked: readonly RankedRow[]): string[] {
  const few = ranked.filter(({ rounds }) => rounds < ERROR_ROUNDS).map(({ name }) => name);
  const which = few.length === ranked.length ? '' : ` of ${few.join(', ')}`;
  const text = `The error${which} is blank: fewer than ${ERROR_ROUNDS} rounds are too few for an interval of 99.9 %.`;
  return said(text, few.length > 0);
}
