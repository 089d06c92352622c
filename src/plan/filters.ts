import { documentsName, type Named } from '../define/names.ts';
import { matchesAny, meansRow, selectsRow, selectsRuntime, unknownVariant } from '../define/patterns.ts';
import type { Format } from '../define/types.ts';
import type { Case } from './case.ts';

/**
 * What can be filtered by:
 *
 * - `serializer`: over `circe`, in whatever runtime and variant, or `ark/circe`, `ark+parallel-gc/circe`
 * - `runtime`: over `ark` or `ark+parallel-gc`
 * - `dataset`: over `users` or `users/small`
 * - `task`
 * - `wireFormat`: over the serializers' formats
 */
const LETTERS = { serializer: 's', runtime: 'r', dataset: 'd', task: 't', wireFormat: 'f' } as const;
export type FilterName = keyof typeof LETTERS;
const FILTER_NAMES = Object.keys(LETTERS) as FilterName[];

/** The twin of a filter that takes away what it matches. */
type SkipName = `skip${Capitalize<FilterName>}`;

function skipName(name: FilterName): SkipName {
  return `skip${name[0]!.toUpperCase()}${name.slice(1)}` as SkipName;
}

/**
 * What the user asked for, the same in every verb. Patterns are globs (`*`, `?`, `{a,b}`); of one list any may match;
 * lists are combined with "and"; the `skip` lists take away from what is left. No list means "all". What a pattern says of
 * runtimes selects their variants only if it asks for them with a `+`.
 */
export type Filters = { readonly [name in FilterName | SkipName]?: readonly string[] };

interface FilterFlag {
  readonly name: FilterName;
  readonly key: keyof Filters;
  readonly letter: string;
}

/** Lower case selects, upper case leaves out. */
export const FILTER_FLAGS: readonly FilterFlag[] = [
  ...FILTER_NAMES.map((name) => ({ name, key: name, letter: LETTERS[name] })),
  ...FILTER_NAMES.map((name) => ({ name, key: skipName(name), letter: LETTERS[name].toUpperCase() })),
];

/** Those of some options that are filters with something to match. */
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

/** What filters choose from. */
export interface Candidates {
  readonly rows: readonly Row[];
  readonly cases: readonly Case[];
}

/** Whether a filter's pattern matches any of these rows or cases. */
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

/** Whether a filter asks for the row's way to start its runtime, so that it is measured wherever a suite has the row in any. */
export function asksForWay({ serializer = [], runtime = [] }: Filters, row: Named): boolean {
  const asked = (pattern: string) => selectsRow(pattern, row);
  return serializer.some(asked) || runtime.some((pattern) => selectsRuntime(pattern, row));
}

/** What to tell of the first pattern that asks for a variant that isn't among the rows; null when none does. */
export function askedInVain(filters: Filters, rows: readonly Named[]): string | null {
  const of = (name: FilterName) => [...(filters[name] ?? []), ...(filters[skipName(name)] ?? [])];
  // A serializer's name alone asks for nothing.
  const patterns = [...of('serializer').filter((pattern) => pattern.includes('/')), ...of('runtime')];
  return patterns.map((pattern) => unknownVariant(pattern, rows)).find((what) => what !== null) ?? null;
}
