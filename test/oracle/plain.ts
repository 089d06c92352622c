import { type Decoded, Instant, Linkage, NumberLiteral } from '../../src/oracle/decoded.ts';

/** A decoded value as plain JavaScript: records are arrays of pairs, in order, without links of hidden fields. */
export function plain(value: Decoded): unknown {
  if (value instanceof NumberLiteral) return { literal: value.text };
  if (value instanceof Instant) return { nanoseconds: value.nanoseconds };
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Map)) return value;
  return [...value].flatMap(([key, inner]) => (inner instanceof Linkage ? [] : [[key, plain(inner)]]));
}
