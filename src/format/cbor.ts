/**
 * CBOR (RFC 8949). Written: definite lengths, text keys, doubles as float 64, integers as short as they go, an instant
 * as tag 0 (RFC 3339 text: unlike the seconds of tag 1 it is exact in every reader). Read: all of that and every other
 * well-formed spelling of the same, also the self-description tag 55799.
 */
import type { Type } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { decodeCbor } from './cbor-decode.ts';
import type { Codec } from './decoded.ts';
import { type CountedWriter, writeCounted } from './fields.ts';
import { formatRfc3339 } from './instant.ts';

export const cborCodec: Codec = {
  title: 'CBOR',
  unsupported: () => null,
  encode(model, document) {
    const writer = new ByteWriter();
    const counted: CountedWriter = {
      null: () => writer.u8(0xf6),
      list: (length) => writeHead(writer, ARRAY, BigInt(length)),
      map: (length) => writeHead(writer, MAP, BigInt(length)),
      text: (text) => writeText(writer, text),
      scalar: (type, value) => writeScalar(writer, type, value),
    };
    writeCounted(counted, model, model.root, document);
    return writer.finish();
  },
  decode: (_model, bytes) => decodeCbor(new ByteReader(bytes)),
};

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const MAP = 5;
const TAG = 6;

function writeScalar(writer: ByteWriter, type: Type, value: Value): void {
  switch (type.kind) {
    case 'boolean':
      writer.u8(value === true ? 0xf5 : 0xf4);
      break;
    case 'int32':
    case 'int64':
      writeInteger(writer, BigInt(value as number | bigint));
      break;
    case 'double':
      writer.u8(0xfb);
      writer.doubleBe(value as number);
      break;
    case 'instant':
      writeHead(writer, TAG, 0n);
      writeText(writer, formatRfc3339(value as bigint));
      break;
    case 'bytes':
      writeHead(writer, BYTES, BigInt((value as Uint8Array).length));
      writer.bytes(value as Uint8Array);
  }
}

function writeInteger(writer: ByteWriter, value: bigint): void {
  if (value < 0n) writeHead(writer, NEGATIVE, -1n - value);
  else writeHead(writer, UNSIGNED, value);
}

function writeText(writer: ByteWriter, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  writeHead(writer, TEXT, BigInt(bytes.length));
  writer.bytes(bytes);
}

/** Major type and argument in the fewest bytes. */
function writeHead(writer: ByteWriter, major: number, argument: bigint): void {
  const first = major << 5;
  if (argument < 24n) {
    writer.u8(first | Number(argument));
  } else if (argument < 0x100n) {
    writer.u8(first | 24);
    writer.u8(Number(argument));
  } else if (argument < 0x10000n) {
    writer.u8(first | 25);
    writer.u16be(Number(argument));
  } else if (argument < 0x100000000n) {
    writer.u8(first | 26);
    writer.u32be(Number(argument));
  } else {
    writer.u8(first | 27);
    writer.u64be(argument);
  }
}
