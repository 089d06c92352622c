/** What a fresh process takes, and what the memory pass counted. */
import { type Figure, known } from '../../plan/figure.ts';
import { groupBy } from '../../stats/group-by.ts';
import { type ColumnOf, filled, numberColumn, type Table, tableOf, wordColumn } from '../text/document.ts';
import { grouped, threeDigits } from '../text/numbers.ts';
import type { ColumnId } from '../view/columns.ts';
import type { RankedRow } from '../view/rows.ts';
import { columnsOf, markedName } from './columns.ts';

/** What stands in a table: cold starts and memory of the ranked rows; null where none of them has any. */
export function startTable(rows: readonly RankedRow[]): Table | null {
  const shown = (...ids: ColumnId[]) => columnsOf(ids, { rows, margin: 0 });
  const all = [
    ...shown('cold_start_ns', 'first_operation_ns', 'allocated_bytes_per_op'),
    ...collectionColumns(rows),
    ...shown('peak_resident_bytes'),
  ];
  const columns = filled(all, rows);
  if (columns.length === 0) return null;
  return tableOf([wordColumn('start and memory', markedName), ...columns], rows);
}

/** The runtimes' own names of their collections have columns of their own. */
function collectionColumns(rows: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  return countedCollections(rows).map((name) =>
    numberColumn<RankedRow>(`${name} GC/1k`, ({ memory }) => known(memory?.collections[name]), rate, 1),
  );
}

/** The runtimes' own names of what they counted. */
export function countedCollections(rows: readonly RankedRow[]): string[] {
  const all = rows.flatMap(({ memory }) => Object.entries(memory?.collections ?? {}));
  return [...new Set(all.flatMap(([name, figure]) => (figure.known ? [name] : [])))];
}

function rate(value: number): string {
  return value === 0 ? '0' : grouped(value, Math.min(3, threeDigits(value)));
}

/**
 * Why figures are blank, each reason once: `No figure for allocated bytes of node/a, node/b: …`. None where no row has
 * any: then the table has no such columns.
 */
export function memoryNotes(rows: readonly RankedRow[]): string[] {
  if (rows.every(({ memory }) => memory === null)) return [];
  const blank = rows.flatMap(({ name, memory }) => {
    const figures: Record<string, Figure> = memory
      ? { allocated: memory.allocated, ...memory.collections, 'peak resident memory': memory.peakResident }
      : {};
    return Object.entries(figures).flatMap(([what, figure]) =>
      figure.known ? [] : [{ name, why: [what, figure.reason] as const }],
    );
  });
  const left = rows.filter(({ memory }) => memory === null).map(({ name }) => name);
  return [
    ...(left.length === 0 ? [] : [`Memory was not counted for ${left.join(', ')}: no memory pass was made.`]),
    ...[...groupBy(blank, ({ why }) => why.join('\n')).values()].map((same) => {
      const [what, reason] = same[0]!.why;
      const names = same.map(({ name }) => name).join(', ');
      return `No figure for ${WHAT[what] ?? `${what} collections`} of ${names}: ${reason}.`;
    }),
  ];
}

const WHAT: Record<string, string> = {
  allocated: 'allocated bytes',
  collections: 'collections',
  'peak resident memory': 'peak resident memory',
};
