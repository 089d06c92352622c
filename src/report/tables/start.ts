/** What a fresh process takes, and what the memory pass counted. */
import type { Figure } from '../../plan/figure.ts';
import { type Cell, type ColumnOf, cell, type Table, tableOf } from '../text/document.ts';
import { grouped, percent, singleTime, threeDigits } from '../text/numbers.ts';
import type { LaunchTime, RankedRow, StartTimes } from '../view/rows.ts';
import { markedName } from './ranking.ts';

/** What stands in a table: cold starts and memory of the ranked rows; null where none of them has any. */
export function startTable(rows: readonly RankedRow[]): Table | null {
  const columns = [...startColumns(rows), ...memoryColumns(rows)];
  if (columns.length === 0) return null;
  const serializer: ColumnOf<RankedRow> = {
    head: 'start and memory',
    align: 'left',
    spare: 0,
    cell: (row) => cell(markedName(row)),
  };
  return tableOf([serializer, ...columns], rows);
}

function startColumns(rows: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  const column = (head: string, key: keyof StartTimes): ColumnOf<RankedRow>[] => {
    if (rows.every(({ start }) => start[key] === null)) return [];
    const of = (text: (value: LaunchTime) => string) => (row: RankedRow) =>
      cell(row.start[key] === null ? '' : text(row.start[key]));
    return [
      { head, align: 'right', spare: 0, cell: of(({ median }) => singleTime(median)) },
      {
        head: 'min to max',
        align: 'right',
        spare: key === 'coldStart' ? 2 : 3,
        cell: of(({ minimum, maximum }) => `${singleTime(minimum)} to ${singleTime(maximum)}`),
      },
    ];
  };
  return [...column('cold start', 'coldStart'), ...column('first op', 'firstOperation')];
}

function memoryColumns(rows: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  if (rows.every(({ memory }) => memory === null)) return [];
  const counted = rows.flatMap(({ memory }) => Object.entries(memory?.collections ?? {}));
  const generations = [...new Set(counted.flatMap(([name, figure]) => (figure.known ? [name] : [])))];
  return [
    { head: 'bytes/op', align: 'right', spare: 0, cell: allocatedCell },
    ...generations.map(
      (name): ColumnOf<RankedRow> => ({
        head: `${name} GC/1k`,
        align: 'right',
        spare: 1,
        cell: ({ memory }) => figureCell(memory?.collections[name], rate),
      }),
    ),
    {
      head: 'peak MiB',
      align: 'right',
      spare: 0,
      cell: ({ memory }) => figureCell(memory?.peakResident, (bytes) => grouped(bytes / 2 ** 20)),
    },
  ];
}

function allocatedCell({ memory }: RankedRow): Cell {
  const error = memory?.allocatedError ?? null;
  return figureCell(
    memory?.allocated,
    (bytes) => `${grouped(bytes)}${error === null ? '' : ` ± ${percent(error)}`}`,
  );
}

/** What wasn't counted is blank; a 0 was counted. */
function figureCell(figure: Figure | undefined, text: (value: number) => string): Cell {
  return cell(figure?.known ? text(figure.value) : '');
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
  const names = new Map<string, string[]>();
  for (const { name, memory } of rows) {
    const figures: Record<string, Figure> = memory
      ? { allocated: memory.allocated, ...memory.collections, 'peak resident memory': memory.peakResident }
      : {};
    for (const [what, figure] of Object.entries(figures)) {
      if (figure.known) continue;
      const key = `${what}\n${figure.reason}`;
      const blank = names.get(key);
      if (blank) blank.push(name);
      else names.set(key, [name]);
    }
  }
  const left = rows.filter(({ memory }) => memory === null).map(({ name }) => name);
  return [
    ...(left.length === 0 ? [] : [`Memory was not counted for ${left.join(', ')}: no memory pass was made.`]),
    ...[...names].map(([key, rows]) => {
      const [what, reason] = key.split('\n') as [string, string];
      return `No figure for ${WHAT[what] ?? `${what} collections`} of ${rows.join(', ')}: ${reason}.`;
    }),
  ];
}

const WHAT: Record<string, string> = {
  allocated: 'allocated bytes',
  collections: 'collections',
  'peak resident memory': 'peak resident memory',
};
