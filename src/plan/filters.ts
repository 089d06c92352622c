import type { Named } from '../define/names.ts';
import { matchesAny, meansRow, selectsRow, selectsRuntime, unknownVariant } from '../define/patterns.ts';
import type { Format, Task } from '../define/types.ts';

/**
 * What the user asked for, the same in every verb. Patterns are globs (`*`, `?`, `{a,b}`); of one list any may match;
 * lists are combined with "and"; the `skip` lists take away from what is left. An empty list means "all". A pattern that
 * says something of runtimes selects their variants only if it asks for them with a `+`.
 */
export interface Filters {
  /** Over `circe`, in whatever runtime and variant, or `jvm/circe`, `jvm+parallel-gc/circe`. */
  readonly serializer: readonly string[];
  readonly skipSerializer: readonly string[];
  /** Over `jvm` or `jvm+parallel-gc`. */
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

type Test = (pattern: string) => boolean;

function selects(wanted: readonly string[], unwanted: readonly string[], test: Test): boolean {
  return (wanted.length === 0 || wanted.some(test)) && !unwanted.some(test);
}

const over =
  (...names: readonly string[]): Test =>
  (pattern) =>
    matchesAny([pattern], ...names);

export function selectsSerializer(filters: Filters, row: Named & { readonly format: Format }): boolean {
  return (
    selects(filters.serializer, filters.skipSerializer, (pattern) => meansRow(pattern, row)) &&
    selects(filters.runtime, filters.skipRuntime, (pattern) => selectsRuntime(pattern, row)) &&
    selects(filters.wireFormat, filters.skipWireFormat, over(row.format))
  );
}

/** Whether a filter asks for this row's variant, so that it is measured wherever the suite has the same without. */
export function addsVariant({ serializer, runtime }: Filters, row: Named): boolean {
  if (row.variant === null) return false;
  return (
    serializer.some((pattern) => selectsRow(pattern, row)) ||
    runtime.some((pattern) => selectsRuntime(pattern, row))
  );
}

export function selectsCase(
  filters: Filters,
  what: { readonly dataset: string; readonly size: string; readonly task: Task },
): boolean {
  return (
    selects(filters.dataset, filters.skipDataset, over(what.dataset, `${what.dataset}/${what.size}`)) &&
    selects(filters.task, filters.skipTask, over(what.task))
  );
}

/** What to tell of the first pattern that asks for a variant that isn't among the rows; null when none does. */
export function askedInVain(filters: Filters, rows: readonly Named[]): string | null {
  const { serializer, skipSerializer, runtime, skipRuntime } = filters;
  // A serializer's name alone asks for nothing.
  const whole = [...serializer, ...skipSerializer].filter((pattern) => pattern.includes('/'));
  return (
    [...whole, ...runtime, ...skipRuntime]
      .map((pattern) => unknownVariant(pattern, rows))
      .find((what) => what !== null) ?? null
  );
}
