/** What a fresh process takes, and what the memory pass counted. */
import type { Figure } from '../../plan/figure.ts';
import { groupBy } from '../../stats/group-by.ts';
import { type ColumnOf, figureColumn, type Table, tableOf, wordColumn } from '../text/document.ts';
import { grouped, percent, singleTime, threeDigits } from '../text/numbers.ts';
import type { LaunchTime, RankedRow, StartTimes } from '../view/rows.ts';
import { markedName } from './columns.ts';

/** What stands in a table: cold starts and memory of the ranked rows; null where none of them has any. */
export function startTable(rows: readonly RankedRow[]): Table | null {
  const columns = [...startColumns(rows), ...memoryColumns(rows)];
  if (columns.length === 0) return null;
  return tableOf([wordColumn('start and memory', markedName), ...columns], rows);
}

function startColumns(rows: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  const columns = (head: string, key: keyof StartTimes, spare: number): ColumnOf<RankedRow>[] => {
    if (rows.every(({ start }) => start[key] === null)) return [];
    const of = (text: (value: LaunchTime) => string) => (row: RankedRow) =>
      row.start[key] === null ? '' : text(row.start[key]);
    return [
      figureColumn(
        head,
        of(({ median }) => singleTime(median)),
      ),
      figureColumn(
        'min to max',
        of(({ minimum, maximum }) => `${singleTime(minimum)} to ${singleTime(maximum)}`),
        spare,
      ),
    ];
  };
  return [...columns('cold start', 'coldStart', 2), ...columns('first op', 'firstOperation', 3)];
}

function memoryColumns(rows: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  if (rows.every(({ memory }) => memory === null)) return [];
  const mebibytes = (bytes: number) => grouped(bytes / 2 ** 20);
  return [
    figureColumn('bytes/op', allocatedText),
    ...countedCollections(rows).map((name) =>
      figureColumn<RankedRow>(
        `${name} GC/1k`,
        ({ memory }) => figureText(memory?.collections[name], rate),
        1,
      ),
    ),
    figureColumn('peak MiB', ({ memory }) => figureText(memory?.peakResident, mebibytes)),
  ];
}

/** The runtimes' own names of what they counted. */
export function countedCollections(rows: readonly RankedRow[]): string[] {
  const all = rows.flatMap(({ memory }) => Object.entries(memory?.collections ?? {}));
  return [...new Set(all.flatMap(([name, figure]) => (figure.known ? [name] : [])))];
}

function allocatedText({ memory }: RankedRow): string {
  const error = memory?.allocatedError ?? null;
  return figureText(
    memory?.allocated,
    (bytes) => `${grouped(bytes)}${error === null ? '' : ` ± ${percent(error)}`}`,
  );
}

/** What wasn't counted is blank; a 0 was counted. */
function figureText(figure: Figure | undefined, text: (value: number) => string): string {
  return figure?.known ? text(figure.value) : '';
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
