/** The order of a table's rows by the figures behind its columns. */
import type { RankedRow } from '../../report/view/rows.ts';
import type { PageState } from './state.ts';

type Key = string | number | null;

/** By head of a column of the ranking; columns that aren't here aren't sorted by. */
const KEYS: ReadonlyMap<string, (row: RankedRow) => Key> = new Map(
  Object.entries<(row: RankedRow) => Key>({
    '#': ({ rank }) => rank,
    serializer: ({ name }) => name,
    format: ({ format }) => format,
    output: ({ outputKind }) => outputKind,
    time: ({ nsPerOp }) => nsPerOp.estimate,
    ratio: ({ ratio }) => ratio.estimate,
    bytes: ({ sizes }) => sizes?.raw ?? null,
    gzip: ({ sizes }) => sizes?.gzip ?? null,
    zstd: ({ sizes }) => sizes?.zstd ?? null,
    '× walk': ({ bounds }) => bounds.timesWalk?.estimate ?? null,
    '% of hand': ({ bounds }) => bounds.percentOfHandWritten?.estimate ?? null,
  }),
);

export function isSortable(head: string): boolean {
  return KEYS.has(head);
}

/** Sorted copies; in the order given, which is that of the ranks, without a column that the rows have. */
export function sortRows(rows: readonly RankedRow[], sort: PageState['sort']): readonly RankedRow[] {
  const key = sort && KEYS.get(sort.column);
  if (!key) return rows;
  const direction = sort.descending ? -1 : 1;
  return [...rows].sort((a, b) => compareKeys(key(a), key(b), direction));
}

/** Blanks come last in either direction. */
function compareKeys(a: Key, b: Key, direction: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
  return direction * String(a).localeCompare(String(b), 'en');
}
