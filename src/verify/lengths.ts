/** What the lengths of a slice's outputs should add up to (docs/PROTOCOL.md, "slice"): told of each operation, not of one. */
import type { OutputKind, TextUnit } from '../define/types.ts';
import type { SliceResult } from '../runner/client.ts';
import type { Value } from '../schema/value.ts';
import { mismatch } from './kept.ts';

/** Of an output, in what a language counts. */
export function lengthOf(output: Uint8Array, kind: OutputKind, unit: TextUnit): number {
  if (kind === 'bytes' || unit === 'utf-8') return output.length;
  const text = Buffer.from(output.buffer, output.byteOffset, output.length).toString('utf8');
  return unit === 'utf-16' ? text.length : [...text].length;
}

/** Values that are there and hold no others, also within lists, maps and `any`; keys of maps don't count. */
export function leaves(value: Value): number {
  if (value === null) return 0;
  if (typeof value !== 'object' || value instanceof Uint8Array) return 1;
  let sum = 0;
  for (const part of value instanceof Map ? value.values() : Object.values(value)) sum += leaves(part);
  return sum;
}

/**
 * Whether slices put out what they should in all.
 *
 * @param told in their order, from the first document on
 * @param lengths of each document's output
 * @throws RunnerFailure for the first slice that didn't, unless its runner doesn't count at all
 */
export function checkLengths(
  told: readonly Pick<SliceResult, 'ops' | 'length'>[],
  lengths: readonly number[],
): void {
  if (told.every(({ length }) => length === 0)) return;
  let from = 0;
  for (const { ops, length } of told) {
    const expected = lengthOfSlice(lengths, from, ops);
    if (length !== expected) {
      const which = ops === 1 ? `operation ${from}` : `operations ${from} to ${from + ops - 1}`;
      throw mismatch(
        `what was timed isn't what was verified: outputs of ${which} have a length of ${length}, not ${expected}; if they differ from call to call, declare varies = true`,
      );
    }
    from += ops;
  }
}

function lengthOfSlice(lengths: readonly number[], from: number, ops: number): number {
  const total = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0);
  const begin = from % lengths.length;
  const rest = ops % lengths.length;
  // The operations beyond whole rotations, which may begin anywhere and go round the end.
  const window = [...lengths, ...lengths].slice(begin, begin + rest);
  return ((ops - rest) / lengths.length) * total(lengths) + total(window);
}
