import type { ColumnId } from '../../analysis/columns.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { type Figure, known } from '../../plan/figure.ts';
import { groupBy } from '../../stats/group-by.ts';
import type { MemoryFigures } from '../../store/record/record.ts';
import { grouped, threeDigits } from '../numbers.ts';
import { type ColumnOf, filled, numberColumn, type Table, tableOf, wordColumn } from '../text/document.ts';
import { columnsOf, markedName } from './columns.ts';

export function startTable(rows: readonly RankedRow[]): Table | null {
  const shown = (...ids: ColumnId[]) => columnsOf(ids, { rows, margin: 0 });
  const columns = [
    ...shown('cold_start_ns', 'first_operation_ns', 'allocated_bytes_per_op'),
    ...countedCollections(rows).map(collectionsColumn),
    ...shown('peak_resident_bytes'),
  ];
  const known = filled(columns, rows);
  return known.length === 0 ? null : tableOf([wordColumn('start and memory', markedName), ...known], rows);
}

export function countedCollections(rows: readonly RankedRow[]): string[] {
  const all = rows.flatMap(({ memory }) => Object.entries(memory?.collections ?? {}));
  return [...new Set(all.flatMap(([name, figure]) => (figure.known ? [name] : [])))];
}

function collectionsColumn(name: string): ColumnOf<RankedRow> {
  const rate = (value: number) => (value === 0 ? '0' : grouped(value, Math.min(4, threeDigits(value))));
  return numberColumn(`${name} GC/1k`, ({ memory }) => known(memory?.collections[name]), rate, 1);
}

/** Explains blank figures of memory; empty if no row had a memory pass, since there are no such columns. */
export function memoryNotes(rows: readonly RankedRow[]): string[] {
  const left = rows.filter(({ memory }) => memory === null);
  if (left.length === rows.length) return [];
  const uncounted = left.map(({ name }) => ({ name, what: 'memory', reason: 'no memory pass was made' }));
  const blank = rows.flatMap(({ name, memory }) =>
    (memory ? figuresOf(memory) : []).flatMap(([what, figure]) =>
      figure.known ? [] : [{ name, what, reason: figure.reason }],
    ),
  );
  const alike = groupBy([...uncounted, ...blank], ({ what, reason }) => `${what} ${reason}`);
  return [...alike.values()].map((same) => {
    const { what, reason } = same[0]!;
    return `No figure for ${what} of ${same.map(({ name }) => name).join(', ')}: ${reason}.`;
  });
}

function figuresOf({ allocated, collections, peakResident }: MemoryFigures): [what: string, Figure][] {
  return [
    ['allocated bytes', allocated],
    ...Object.entries(collections).map(
      ([name, figure]) => [name === 'collections' ? name : `${name} collections`, figure] as [string, Figure],
    ),
    ['peak resident memory', peakResident],
  ];
}
