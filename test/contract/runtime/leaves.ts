import type { Value } from '../../../src/schema/value.ts';

/** Values that are no records, lists or maps and not null, by looking at the values alone. */
export function leaves(value: Value | undefined): number {
  if (value === null || value === undefined) return 0;
  if (typeof value !== 'object' || value instanceof Uint8Array) return 1;
  const parts = value instanceof Map ? [...value.values()] : Object.values(value);
  return parts.reduce((sum: number, one) => sum + leaves(one), 0);
}
