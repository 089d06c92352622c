import picomatch from 'picomatch';
import type { Format, Task } from '../define/types.ts';

/**
 * What the user asked for, the same in every verb. Patterns are globs (`*`, `?`, `{a,b}`); of one list any may match;
 * lists are combined with "and"; the `skip` lists take away from what is left. An empty list means "all".
 */
export interface Filters {
  /** Over `circe` or `jvm/circe`. */
  readonly serializer: readonly string[];
  readonly skipSerializer: readonly string[];
  readonly runtime: readonly string[];
  readonly skipRuntime: readonly string[];
  /** Over `users` or `users/small`. */
  readonly dataset: readonly string[];
  readonly skipDataset: readonly string[];
  readonly task: readonly string[];
  readonly skipTask: readonly string[];
  /** Over the serializers' formats. */
  readonly wireFormat: readonly string[];
  readonly skipWireFormat: readonly string[];
}

export const NO_FILTERS: Filters = {
  serializer: [],
  skipSerializer: [],
  runtime: [],
  skipRuntime: [],
  dataset: [],
  skipDataset: [],
  task: [],
  skipTask: [],
  wireFormat: [],
  skipWireFormat: [],
};

/** Whether any of the names matches any of the patterns. */
export function matchesAny(patterns: readonly string[], ...names: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const matches = picomatch(pattern, { nocase: true });
    return names.some((name) => matches(name));
  });
}

function selects(
  wanted: readonly string[],
  unwanted: readonly string[],
  ...names: readonly string[]
): boolean {
  return (wanted.length === 0 || matchesAny(wanted, ...names)) && !matchesAny(unwanted, ...names);
}

export function selectsSerializer(
  filters: Filters,
  what: { readonly runtime: string; readonly id: string; readonly format: Format },
): boolean {
  return (
    selects(filters.serializer, filters.skipSerializer, what.id, `${what.runtime}/${what.id}`) &&
    selects(filters.runtime, filters.skipRuntime, what.runtime) &&
    selects(filters.wireFormat, filters.skipWireFormat, what.format)
  );
}

export function selectsCase(
  filters: Filters,
  what: { readonly dataset: string; readonly size: string; readonly task: Task },
): boolean {
  return (
    selects(filters.dataset, filters.skipDataset, what.dataset, `${what.dataset}/${what.size}`) &&
    selects(filters.task, filters.skipTask, what.task)
  );
}
