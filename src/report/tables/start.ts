/** What a fresh process takes, and what the memory pass counted. */
import { type Figure, known } from '../../plan/figure.ts';
import { groupBy } from '../../stats/group-by.ts';
import {
  type ColumnOf,
  figureColumn,
  filled,
  numberColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { grouped, percent, singleTime, threeDigits } from '../text/numbers.ts';
import type { LaunchTime, RankedRow } from '../view/rows.ts';
import { markedName } from './columns.ts';

/** What stands in a table: cold starts and memory of the ranked rows; null where none of them has any. */
export function startTable(rows: readonly RankedRow[]): Table | null {
  const columns = filled([...START_COLUMNS, ...memoryColumns(rows)], rows);
  if (columns.length === 0) return null;
  return tableOf([wordColumn('start and memory', markedName), ...columns], rows);
}

const START_COLUMNS = [
  ...launchColumns('cold start', 'coldStart', 2),
  ...launchColumns('first op', 'firstOperation', 3),
];

function launchColumns(head: string, key: keyof RankedRow['start'], spare: number): ColumnOf<RankedRow>[] {
  const range = ({ minimum, maximum }: LaunchTime) => `${singleTime(minimum)} to ${singleTime(maximum)}`;
  return [
    numberColumn(head, ({ start }) => start[key]?.median, singleTime),
    figureColumn('min to max', ({ start }) => (start[key] === null ? '' : range(start[key])), spare),
  ];
}

function memoryColumns(rows: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  return [
    figureColumn('bytes/op', allocatedText),
    ...countedCollections(rows).map((name) =>
      numberColumn<RankedRow>(`${name} GC/1k`, ({ memory }) => known(memory?.collections[name]), rate, 1),
    ),
    numberColumn(
      'peak MiB',
      ({ memory }) => known(memory?.peakResident),
      (bytes) => grouped(bytes / 2 ** 20),
    ),
  ];
}

/** The runtimes' own names of what they counted. */
export function countedCollections(rows: readonly RankedRow[]): string[] {
  const all = rows.flatMap(({ memory }) => Object.entries(memory?.collections ?? {}));
  return [...new Set(all.flatMap(([name, figure]) => (figure.known ? [name] : [])))];
}

function allocatedText({ memory }: RankedRow): string {
  const bytes = known(memory?.allocated);
  const error = memory?.allocatedError ?? null;
  if (bytes === null) return '';
  return `${grouped(bytes)}${error === null ? '' : ` ± ${percent(error)}`}`;
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
