/** Values of a query's result, for those who print them. */
import type { DuckDBValue } from '@duckdb/node-api';

/** Integers of 64 bits and more are `bigint`; times, decimals of many digits and the like are text. */
export type QueryValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue };

/** Of structs and maps an object, of lists an array; infinite numbers and those that are none as text. */
export function plainValue(value: DuckDBValue): QueryValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value;
  if ('items' in value) return value.items.map(plainValue);
  if ('entries' in value) return plainEntries(value.entries);
  const text = value.toString();
  // A decimal is a number where that says the same.
  return 'scale' in value && text.replaceAll(/\D/g, '').length <= 15 ? Number(text) : text;
}

function plainEntries(entries: unknown): QueryValue {
  const pairs = Array.isArray(entries)
    ? (entries as { key: DuckDBValue; value: DuckDBValue }[]).map(
        ({ key, value }) => [textOf(plainValue(key)), value] as const,
      )
    : Object.entries(entries as Record<string, DuckDBValue>);
  return Object.fromEntries(pairs.map(([key, value]) => [key, plainValue(value)]));
}

/** As text for a cell: nothing for null, JSON for lists and objects. */
export function textOf(value: QueryValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? jsonOf(value) : String(value);
}

/** As JSON. Integers have all their digits, whatever their size. */
export function jsonOf(value: QueryValue): string {
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(', ')}]`;
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${jsonOf(one)}`);
  return `{${entries.join(', ')}}`;
}
