import { documentsName, type Named } from '../define/names.ts';
import { matchesAny, meansRow, selectsRow, selectsRuntime, unknownVariant } from '../define/patterns.ts';
import type { Format } from '../define/types.ts';
import type { Case } from './case.ts';

const LETTERS = { serializer: 's', runtime: 'r', dataset: 'd', task: 't', wireFormat: 'f' } as const;
export type FilterName = keyof typeof LETTERS;
const FILTER_NAMES = Object.keys(LETTERS) as FilterName[];

type SkipName = `skip${Capitalize<FilterName>}`;

function skipName(name: FilterName): SkipName {
  return `skip${name[0]!.toUpperCase()}${name.slice(1)}` as SkipName;
}

/**
 * Patterns (globs with `*`, `?`, `{a,b}`) by filter. `dataset` and `task` select cases; the other lists select rows. At least one
 * pattern of each list that isn't empty must match, and none of a `skip` list. A pattern selects variants (other settings) of a
 * runtime only if it has a `+` (`ark+*`, `ark+zgc/json`) or is a serializer's name without a runtime (`json`).
 */
export type Filters = { readonly [name in FilterName | SkipName]?: readonly string[] };

interface FilterFlag {
  readonly name: FilterName;
  readonly key: keyof Filters;
  readonly letter: string;
}

export const FILTER_FLAGS: readonly FilterFlag[] = [
  ...FILTER_NAMES.map((name) => ({ name, key: name, letter: LETTERS[name] })),
  ...FILTER_NAMES.map((name) => ({ name, key: skipName(name), letter: LETTERS[name].toUpperCase() })),
];

export function filtersOf(options: Filters): Record<string, readonly string[]> {
  return Object.fromEntries(
    FILTER_FLAGS.flatMap(({ key }) => (options[key]?.length ? [[key, options[key]]] : [])),
  );
}

type Row = Named & { readonly format: Format };

const ROW_TESTS = {
  serializer: meansRow,
  runtime: selectsRuntime,
  wireFormat: (pattern: string, { format }: Row) => matchesAny([pattern], format),
};
const CASE_TESTS = {
  dataset: (pattern: string, of: Case) => matchesAny([pattern], of.dataset, documentsName(of)),
  task: (pattern: string, { task }: Case) => matchesAny([pattern], task),
};

export interface Candidates {
  readonly rows: readonly Row[];
  readonly cases: readonly Case[];
}

export function matches({ rows, cases }: Candidates, name: FilterName, pattern: string): boolean {
  if (name === 'dataset' || name === 'task') return cases.some((one) => CASE_TESTS[name](pattern, one));
  return rows.some((row) => ROW_TESTS[name](pattern, row));
}

export function selectsSerializer(filters: Filters, row: Row): boolean {
  return selects(filters, ['serializer', 'runtime', 'wireFormat'], { rows: [row], cases: [] });
}

export function selectsCase(filters: Filters, documents: Case): boolean {
  return selects(filters, ['dataset', 'task'], { rows: [], cases: [documents] });
}

function selects(filters: Filters, names: readonly FilterName[], of: Candidates): boolean {
  return names.every((name) => {
    const wanted = filters[name] ?? [];
    const unwanted = filters[skipName(name)] ?? [];
    const test = (pattern: string) => matches(of, name, pattern);
    return (wanted.length === 0 || wanted.some(test)) && !unwanted.some(test);
  });
}

/**
 * True if a pattern of `-r`, or one of `-s` with a runtime, matches the row with its variant, such as `ark+zgc/json`. Suites
 * then include the row even if they name it only in another variant.
 */
export function namesVariant({ serializer = [], runtime = [] }: Filters, row: Named): boolean {
  const asked = (pattern: string) => selectsRow(pattern, row);
  return serializer.some(asked) || runtime.some((pattern) => selectsRuntime(pattern, row));
}

export function variantFault(filters: Filters, rows: readonly Named[]): string | null {
  const of = (name: FilterName) => [...(filters[name] ?? []), ...(filters[skipName(name)] ?? [])];
  // Without a runtime, a pattern can't name a variant.
  const patterns = [...of('serializer').filter((pattern) => pattern.includes('/')), ...of('runtime')];
  return patterns.map((pattern) => unknownVariant(pattern, rows)).find((what) => what !== null) ?? null;
}
