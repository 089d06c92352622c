import picomatch from 'picomatch';
import type { Format, Task } from '../define/types.ts';

/**
 * What can be filtered by:
 *
 * - `serializer`: over `circe` or `jvm/circe`
 * - `runtime`
 * - `dataset`: over `users` or `users/small`
 * - `task`
 * - `wireFormat`: over the serializers' formats
 */
export const FILTER_NAMES = ['serializer', 'runtime', 'dataset', 'task', 'wireFormat'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The twin of a filter that takes away what it matches. */
export type SkipName = `skip${Capitalize<FilterName>}`;

export function skipName(name: FilterName): SkipName {
  return `skip${name[0]!.toUpperCase()}${name.slice(1)}` as SkipName;
}

/**
 * What the user asked for, the same in every verb. Patterns are globs (`*`, `?`, `{a,b}`); of one list any may match;
 * lists are combined with "and"; the `skip` lists take away from what is left. No list means "all".
 */
export type Filters = { readonly [name in FilterName | SkipName]?: readonly string[] };

/** Those of some options that are filters with something to match. */
export function filtersOf(options: Filters): Record<string, readonly string[]> {
  const names = FILTER_NAMES.flatMap((name) => [name, skipName(name)]);
  return Object.fromEntries(names.flatMap((name) => (options[name]?.length ? [[name, options[name]]] : [])));
}

/** Whether any of the names matches any of the patterns. */
export function matchesAny(patterns: readonly string[], ...names: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const matches = picomatch(pattern, { nocase: true });
    return names.some((name) => matches(name));
  });
}

function selects(filters: Filters, name: FilterName, ...names: readonly string[]): boolean {
  const wanted = filters[name] ?? [];
  const unwanted = filters[skipName(name)] ?? [];
  return (wanted.length === 0 || matchesAny(wanted, ...names)) && !matchesAny(unwanted, ...names);
}

export function selectsSerializer(
  filters: Filters,
  what: { readonly runtime: string; readonly id: string; readonly format: Format },
): boolean {
  return (
    selects(filters, 'serializer', what.id, `${what.runtime}/${what.id}`) &&
    selects(filters, 'runtime', what.runtime) &&
    selects(filters, 'wireFormat', what.format)
  );
}

export function selectsCase(
  filters: Filters,
  { dataset, size, task }: { readonly dataset: string; readonly size: string; readonly task: Task },
): boolean {
  return selects(filters, 'dataset', dataset, `${dataset}/${size}`) && selects(filters, 'task', task);
}
