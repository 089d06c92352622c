/** Filters that ask for versions of rows: `oj@3.16.0`, `my-json@./a`. */
import { absoluteVersion, versionPattern } from '../define/versions.ts';
import type { Filters } from './filters.ts';

/** The same filters, with the paths of versions absolute. */
export const absoluteFilters = (filters: Filters) => withSerializers(filters, absoluteVersion);

/** The same filters by the names of the rows of versions. */
export const plainFilters = (filters: Filters) => withSerializers(filters, versionPattern);

function withSerializers(filters: Filters, change: (pattern: string) => string): Filters {
  return filters.serializer ? { ...filters, serializer: filters.serializer.map(change) } : filters;
}
