/** What a kit counts as the length of an output (docs/PROTOCOL.md, "slice"). */
import type { TextUnit } from '../../../src/define/types.ts';
import type { Value } from '../../../src/schema/value.ts';

export function lengthOf(text: string, unit: TextUnit): number {
  if (unit === 'utf-8') return Buffer.byteLength(text);
  return unit === 'utf-16' ? text.length : [...text].length;
}

/** Values that are there and hold no others, also within lists, maps and `any`; keys of maps don't count. */
export function leaves(value: Value): number {
  if (value === null) return 0;
  if (typeof value !== 'object' || value instanceof Uint8Array) return 1;
  const parts = value instanceof Map ? [...value.values()] : Object.values(value);
  return parts.reduce((sum: number, part) => sum + leaves(part), 0);
}

/** The sum over `ops` operations from operation `from` on, by the length of each document's output. */
export function lengthOfSlice(lengths: readonly number[], from: number, ops: number): number {
  let sum = 0;
  for (let at = from; at < from + ops; at++) sum += lengths[at % lengths.length]!;
  return sum;
}
