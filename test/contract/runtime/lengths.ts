/** The length that a kit reports for an output (docs/PROTOCOL.md, "slice"). */
import type { Value } from '../../../src/schema/value.ts';

export type TextUnit = 'utf-16' | 'utf-8' | 'code-points';

export function lengthOf(text: string, unit: TextUnit): number {
  if (unit === 'utf-8') return Buffer.byteLength(text);
  return unit === 'utf-16' ? text.length : [...text].length;
}

/** Counts the values except null that contain no others, at any depth; keys of maps don't count. */
export function leaves(value: Value): number {
  if (value === null) return 0;
  if (typeof value !== 'object' || value instanceof Uint8Array) return 1;
  const parts = value instanceof Map ? [...value.values()] : Object.values(value);
  return parts.reduce((sum: number, part) => sum + leaves(part), 0);
}
