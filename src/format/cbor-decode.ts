import type { ByteReader } from './byte-reader.ts';
import { type Decoded, DecodedMap, Instant } from './decoded.ts';
import { parseRfc3339 } from './instant.ts';

/** Throws DecodeError unless the reader holds exactly one well-formed CBOR item of the kinds that documents have. */
export function decodeCbor(reader: ByteReader): Decoded {
  const value = readItem(reader);
  reader.finish();
  return value;
}

const MAJOR = [
  'an integer',
  'a negative integer',
  'bytes',
  'text',
  'an array',
  'a map',
  'a tag',
  'a simple value',
];
const BREAK = 0xff;
/** Argument of a head that says "until the break". */
const INDEFINITE = -1n;

interface Head {
  readonly start: number;
  readonly major: number;
  /** Low five bits of the first byte. */
  readonly info: number;
  readonly argument: bigint;
}

function readHead(reader: ByteReader): Head {
  const start = reader.offset;
  const first = reader.u8('a value');
  const major = first >> 5;
  const info = first & 0x1f;
  if (info < 24) return { start, major, info, argument: BigInt(info) };
  const what = `the head of ${MAJOR[major]}`;
  if (info < 28) return { start, major, info, argument: reader.uintBe(1 << (info - 24), what) };
  if (info < 31) reader.fail(`the reserved additional information ${info}`, start);
  if (first === BREAK) reader.fail('a break outside of an indefinite length', start);
  if (major < 2 || major > 5) reader.fail(`${MAJOR[major]} of indefinite length`, start);
  return { start, major, info, argument: INDEFINITE };
}

function readItem(reader: ByteReader, tagAllowed = true): Decoded {
  const head = readHead(reader);
  switch (head.major) {
    case 0:
      return head.argument;
    case 1:
      return -1n - head.argument;
    case 2:
      return readBytes(reader, head);
    case 3:
      return readText(reader, head);
    case 4:
      return readArray(reader, head);
    case 5:
      return readMap(reader, head);
    case 6:
      if (!tagAllowed) reader.fail('a tag on a tag', head.start);
      return readTagged(reader, head);
    default:
      return readSimple(reader, head);
  }
}

/** A count or length as a number; more than the bytes that are left can't be true. */
function plausible(reader: ByteReader, head: Head): number {
  if (head.argument > BigInt(reader.end - reader.offset)) {
    reader.fail(
      `${MAJOR[head.major]} of length ${head.argument}, ${reader.end - reader.offset} left`,
      head.start,
    );
  }
  return Number(head.argument);
}

function readBytes(reader: ByteReader, head: Head): Uint8Array {
  if (head.argument !== INDEFINITE) return reader.blob(plausible(reader, head), 'bytes');
  return Buffer.concat(readChunks(reader, head, (chunk) => readBytes(reader, chunk)));
}

function readText(reader: ByteReader, head: Head): string {
  if (head.argument !== INDEFINITE) return reader.utf8(plausible(reader, head), 'text');
  return readChunks(reader, head, (chunk) => readText(reader, chunk)).join('');
}

/** The chunks of an indefinite string: definite ones of the same type. */
function readChunks<Chunk>(reader: ByteReader, head: Head, read: (chunk: Head) => Chunk): Chunk[] {
  const chunks: Chunk[] = [];
  while (!atBreak(reader)) {
    const chunk = readHead(reader);
    if (chunk.major !== head.major || chunk.argument === INDEFINITE) {
      reader.fail(
        `a chunk of ${MAJOR[head.major]} that is not ${MAJOR[head.major]} of definite length`,
        chunk.start,
      );
    }
    chunks.push(read(chunk));
  }
  return chunks;
}

/** True, and the break is passed, if one comes next. */
function atBreak(reader: ByteReader): boolean {
  if (reader.bytes[reader.offset] !== BREAK || reader.offset >= reader.end) return false;
  reader.offset++;
  return true;
}

function readArray(reader: ByteReader, head: Head): Decoded[] {
  const list: Decoded[] = [];
  const count = head.argument === INDEFINITE ? Number.POSITIVE_INFINITY : plausible(reader, head);
  while (list.length < count) {
    if (head.argument === INDEFINITE && atBreak(reader)) break;
    reader.element(list, () => readItem(reader));
  }
  return list;
}

function readMap(reader: ByteReader, head: Head): DecodedMap {
  const map = new DecodedMap();
  const count = head.argument === INDEFINITE ? Number.POSITIVE_INFINITY : plausible(reader, head);
  while (map.keys.length < count) {
    if (head.argument === INDEFINITE && atBreak(reader)) break;
    const start = reader.offset;
    const keyHead = readHead(reader);
    if (keyHead.major !== 3) reader.fail('a map key that is not text', start);
    reader.entry(map, readText(reader, keyHead), start, () => readItem(reader));
  }
  return map;
}

/**
 * Tags 0 and 1 are instants, 2 and 3 big integers (section 3.4); 55799, at the very start, only says that this is CBOR;
 * 37 is a uuid's bytes and 64 (RFC 8746) plain ones.
 */
function readTagged(reader: ByteReader, head: Head): Decoded {
  const tag = head.argument;
  if (tag === 55799n && head.start !== 0)
    reader.fail('the self-description tag within the document', head.start);
  if (![0n, 1n, 2n, 3n, 37n, 64n, 55799n].includes(tag)) reader.fail(`tag ${tag} is not known`, head.start);
  const content = readItem(reader, tag === 55799n);
  if (tag === 55799n) return content;
  if (tag === 0n) return textInstant(reader, head, content);
  if (tag === 1n) return epochInstant(reader, head, content);
  if (!(content instanceof Uint8Array)) reader.fail(`tag ${tag} on something other than bytes`, head.start);
  if (tag > 3n) return content;
  const magnitude = BigInt(`0x0${Buffer.from(content).toString('hex')}`);
  return tag === 2n ? magnitude : -1n - magnitude;
}

function textInstant(reader: ByteReader, head: Head, content: Decoded): Instant {
  const instant = typeof content === 'string' ? parseRfc3339(content) : null;
  return instant ?? reader.fail('tag 0 on something other than RFC 3339 text', head.start);
}

/**
 * Seconds since 1970. As a double they can't be exact: what lies within two units in the last place of a whole
 * millisecond is that millisecond.
 */
function epochInstant(reader: ByteReader, head: Head, content: Decoded): Instant {
  if (typeof content === 'bigint') return new Instant(content * 1_000_000_000n);
  if (typeof content !== 'number' || !Number.isFinite(content)) {
    reader.fail('tag 1 on something other than a finite number', head.start);
  }
  const milliseconds = Math.round(content * 1000);
  const slack = 2 * Number.EPSILON * Math.abs(content);
  if (Math.abs(content - milliseconds / 1000) <= slack) return new Instant(BigInt(milliseconds) * 1_000_000n);
  const whole = Math.floor(content);
  return new Instant(BigInt(whole) * 1_000_000_000n + BigInt(Math.round((content - whole) * 1e9)));
}

function readSimple(reader: ByteReader, head: Head): Decoded {
  switch (head.info) {
    case 20:
      return false;
    case 21:
      return true;
    case 22:
      return null;
    case 23:
      return reader.fail('undefined, which is no value of a document', head.start);
    case 25:
      return halfToNumber(Number(head.argument));
    case 26:
      return reader.bytes.readFloatBE(head.start + 1);
    case 27:
      return reader.bytes.readDoubleBE(head.start + 1);
    default:
      return reader.fail(`the simple value ${head.argument}`, head.start);
  }
}

/** IEEE 754 binary16: 1 sign, 5 exponent (bias 15), 10 fraction bits. */
function halfToNumber(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
