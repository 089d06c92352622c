import type { ByteReader } from './byte-reader.ts';

/** Base 128, low group first, as in protobuf and Avro: at most ten bytes, at most 64 bits; unsigned. */
export function readVarint(reader: ByteReader, what: string): bigint {
  const start = reader.offset;
  let low = 0;
  // Seven groups of seven bits fit a double exactly.
  for (let group = 0; group < 7; group++) {
    const byte = reader.u8(what);
    low += (byte & 0x7f) * 2 ** (7 * group);
    if (byte < 0x80) return BigInt(low);
  }
  let value = BigInt(low);
  for (let group = 7n; group < 10n; group++) {
    const byte = reader.u8(what);
    value |= BigInt(byte & 0x7f) << (7n * group);
    if (byte < 0x80) {
      if (value >= 1n << 64n) reader.fail(`${what} of more than 64 bits`, start);
      return value;
    }
  }
  return reader.fail(`${what} whose varint is longer than ten bytes`, start);
}
