/**
 * MessagePack (github.com/msgpack/msgpack/blob/master/spec.md). Records are maps with string keys, bytes `bin`,
 * instants the timestamp extension -1, doubles float 64, integers as short as they go.
 */
import type { Type } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { type Codec, type Decoded, DecodedMap, Instant } from './decoded.ts';
import { type CountedWriter, writeCounted } from './fields.ts';

export const msgpackCodec: Codec = {
  title: 'MessagePack',
  unsupported: () => null,
  encode(model, document) {
    const writer = new ByteWriter();
    const counted: CountedWriter = {
      null: () => writer.u8(0xc0),
      list: (length) => writeHead(writer, length, { fixed: 0x90, fixedLimit: 16, heads: [null, 0xdc, 0xdd] }),
      map: (length) => writeHead(writer, length, { fixed: 0x80, fixedLimit: 16, heads: [null, 0xde, 0xdf] }),
      text: (text) => writeString(writer, text),
      scalar: (type, value) => writeScalar(writer, type, value),
    };
    writeCounted(counted, model, model.root, document);
    return writer.finish();
  },
  decode(_model, bytes) {
    const reader = new ByteReader(bytes);
    const value = readValue(reader);
    reader.finish();
    return value;
  },
};

const NANOSECONDS = 1_000_000_000n;

function writeScalar(writer: ByteWriter, type: Type, value: Value): void {
  switch (type.kind) {
    case 'boolean':
      writer.u8(value === true ? 0xc3 : 0xc2);
      break;
    case 'int32':
    case 'int64':
      writeInteger(writer, BigInt(value as number | bigint));
      break;
    case 'double':
      writer.u8(0xcb);
      writer.doubleBe(value as number);
      break;
    case 'instant':
      writeTimestamp(writer, value as bigint);
      break;
    case 'bytes':
      writeHead(writer, (value as Uint8Array).length, { fixed: 0, fixedLimit: 0, heads: [0xc4, 0xc5, 0xc6] });
      writer.bytes(value as Uint8Array);
  }
}

/** A length: within the type byte below `fixedLimit`, else after the head for 8, 16 or 32 bits. */
function writeHead(
  writer: ByteWriter,
  length: number,
  form: { fixed: number; fixedLimit: number; heads: readonly [number | null, number, number] },
): void {
  const [head8, head16, head32] = form.heads;
  if (length < form.fixedLimit) {
    writer.u8(form.fixed | length);
  } else if (head8 !== null && length < 0x100) {
    writer.u8(head8);
    writer.u8(length);
  } else if (length < 0x10000) {
    writer.u8(head16);
    writer.u16be(length);
  } else {
    writer.u8(head32);
    writer.u32be(length);
  }
}

function writeString(writer: ByteWriter, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  writeHead(writer, bytes.length, { fixed: 0xa0, fixedLimit: 32, heads: [0xd9, 0xda, 0xdb] });
  writer.bytes(bytes);
}

function writeInteger(writer: ByteWriter, value: bigint): void {
  const low = Number(BigInt.asUintN(32, value));
  if (value >= -32n && value < 128n) {
    writer.u8(low & 0xff);
    return;
  }
  const bits = value < 0n ? [7n, 15n, 31n] : [8n, 16n, 32n];
  const width = bits.findIndex((bit) => (value < 0n ? value >= -(1n << bit) : value < 1n << bit));
  writer.u8((value < 0n ? 0xd0 : 0xcc) + (width === -1 ? 3 : width));
  if (width === 0) writer.u8(low & 0xff);
  else if (width === 1) writer.u16be(low & 0xffff);
  else if (width === 2) writer.u32be(low);
  else writer.u64be(value);
}

/** The shortest of the three layouts that holds it, as the specification asks. */
function writeTimestamp(writer: ByteWriter, milliseconds: bigint): void {
  const inSecond = ((milliseconds % 1000n) + 1000n) % 1000n;
  const seconds = (milliseconds - inSecond) / 1000n;
  const nanoseconds = inSecond * 1_000_000n;
  if (nanoseconds === 0n && seconds >= 0n && seconds < 1n << 32n) {
    writer.bytes(new Uint8Array([0xd6, 0xff]));
    writer.u32be(Number(seconds));
  } else if (seconds >= 0n && seconds < 1n << 34n) {
    writer.bytes(new Uint8Array([0xd7, 0xff]));
    writer.u64be((nanoseconds << 34n) | seconds);
  } else {
    writer.bytes(new Uint8Array([0xc7, 12, 0xff]));
    writer.u32be(Number(nanoseconds));
    writer.u64be(seconds);
  }
}

function readValue(reader: ByteReader): Decoded {
  const start = reader.offset;
  const head = reader.u8('a value');
  if (head < 0x80) return BigInt(head);
  if (head < 0x90) return readMap(reader, head & 0x0f);
  if (head < 0xa0) return readList(reader, head & 0x0f);
  if (head < 0xc0) return reader.utf8(head & 0x1f, 'a string');
  if (head >= 0xe0) return BigInt(head - 0x100);
  if (head >= 0xcc && head <= 0xd3) return readInteger(reader, head);
  if (head >= 0xd4 && head <= 0xd8) return readExtension(reader, 1 << (head - 0xd4), start);
  switch (head) {
    case 0xc0:
      return null;
    case 0xc2:
      return false;
    case 0xc3:
      return true;
    case 0xca:
      return reader.bytes.readFloatBE(reader.take(4, 'a float 32'));
    case 0xcb:
      return reader.bytes.readDoubleBE(reader.take(8, 'a float 64'));
    case 0xc1:
      return reader.fail('byte 0xc1, which MessagePack never uses,', start);
    default:
      return readSized(reader, head, start);
  }
}

/** Types whose length follows the head in 1, 2 or 4 bytes. */
function readSized(reader: ByteReader, head: number, start: number): Decoded {
  if (head <= 0xc6) return reader.blob(readLength(reader, head - 0xc4), 'a bin');
  if (head <= 0xc9) return readExtension(reader, readLength(reader, head - 0xc7), start);
  if (head <= 0xdb) return reader.utf8(readLength(reader, head - 0xd9), 'a string');
  if (head <= 0xdd) return readList(reader, readLength(reader, head - 0xdc + 1));
  return readMap(reader, readLength(reader, head - 0xde + 1));
}

/** Of 1, 2 or 4 bytes for width 0, 1, 2. */
function readLength(reader: ByteReader, width: number): number {
  return Number(reader.uintBe(1 << width, 'a length'));
}

function readInteger(reader: ByteReader, head: number): bigint {
  const width = 1 << ((head - 0xcc) & 3);
  const value = reader.uintBe(width, 'an integer');
  return head < 0xd0 ? value : BigInt.asIntN(8 * width, value);
}

function readList(reader: ByteReader, count: number): Decoded[] {
  const list: Decoded[] = [];
  while (list.length < count) reader.element(list, () => readValue(reader));
  return list;
}

function readMap(reader: ByteReader, count: number): DecodedMap {
  const map = new DecodedMap();
  while (map.keys.length < count) {
    const start = reader.offset;
    reader.entry(map, readKey(reader), start, () => readValue(reader));
  }
  return map;
}

function readKey(reader: ByteReader): string {
  const start = reader.offset;
  const head = reader.u8('a map key');
  if (head >= 0xa0 && head < 0xc0) return reader.utf8(head & 0x1f, 'a map key');
  if (head < 0xd9 || head > 0xdb) reader.fail('a map key that is not a string', start);
  return reader.utf8(readLength(reader, head - 0xd9), 'a map key');
}

function readExtension(reader: ByteReader, length: number, start: number): Instant {
  const type = reader.bytes.readInt8(reader.take(1, 'an extension type'));
  if (type !== -1) reader.fail(`extension type ${type}; only the timestamp, -1, is known,`, start);
  const at = reader.take(length, 'a timestamp');
  const packed = length === 8 ? reader.bytes.readBigUInt64BE(at) : 0n;
  let [seconds, nanoseconds] = [packed & 0x3ffffffffn, packed >> 34n];
  if (length === 4) seconds = BigInt(reader.bytes.readUInt32BE(at));
  else if (length === 12) {
    nanoseconds = BigInt(reader.bytes.readUInt32BE(at));
    seconds = reader.bytes.readBigInt64BE(at + 4);
  } else if (length !== 8) reader.fail(`a timestamp of ${length} bytes; 4, 8 and 12 are known,`, start);
  if (nanoseconds >= NANOSECONDS) reader.fail('a timestamp with more than 999999999 nanoseconds', start);
  return new Instant(seconds * NANOSECONDS + nanoseconds);
}
