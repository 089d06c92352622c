import { jsonPointer, type Path } from '../schema/json.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';

/**
 * A decoded document. Decoders are strict and keep the types of their format.
 *
 * | here | in the document |
 * |---|---|
 * | NumberLiteral | a JSON number, with its exact text |
 * | Linkage | JSON:API's linkage of a hidden field |
 * | bigint | an integer of a binary format, of any width |
 * | number | a float or double of a binary format |
 * | Instant | BSON date, CBOR tag 0 or 1, MessagePack timestamp; in protobuf and Avro by the schema |
 * | Uint8Array | bytes of a binary format |
 * | string | text; in protobuf and Avro also an enum's value |
 * | Map | object, map, document, message, record, in the document's order, without repeated keys |
 */
export type Decoded =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | NumberLiteral
  | Instant
  | Linkage
  | DecodedMap
  | readonly Decoded[];

export type DecodedMap = Map<string, Decoded>;

export class NumberLiteral {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class Instant {
  /** Since 1970-01-01T00:00:00Z. Finer than milliseconds, so that wrong digits beyond them are found. */
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** Ids of the resources in a hidden field, to which a JSON:API document may link. */
export class Linkage {
  readonly ids: null | string | readonly string[];
  constructor(ids: null | string | readonly string[]) {
    this.ids = ids;
  }
}

/** Maximum number of values in a document: decoding so many takes a second or two and 40 bytes each. */
export const MOST_VALUES = 2 ** 23;

/** Thrown for a document that may be correct but has too many values for wiremark. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge';
  constructor() {
    super(`a single document with millions of values, of which at most ${MOST_VALUES} are decoded`);
  }
}

export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  readonly what: string;
  /** Offset of the faulty byte; null for errors without one, such as a link to a missing resource. */
  readonly offset: number | null;
  /** JSON Pointer of the current value; empty for the document itself. */
  readonly pointer: string;

  constructor(what: string, offset: number | null, path: Path) {
    const pointer = jsonPointer(path);
    super(`${what}${offset === null ? '' : ` at byte ${offset}`}${pointer === '' ? '' : ` (in ${pointer})`}`);
    this.what = what;
    this.offset = offset;
    this.pointer = pointer;
  }
}

/** wiremark's own encoder and strict decoder of a format. They share no code with a measured serializer. */
export interface Codec {
  readonly title: string;
  /** The reason why the format can't express a model; null if it can. */
  unsupported(model: SchemaModel): string | null;
  /** @throws UnsupportedByFormat for a key that the format doesn't allow */
  encode(model: SchemaModel, document: Value): Uint8Array;
  /** The document as other programs spell it, which readers must accept too. */
  respelled?(model: SchemaModel, document: Value): Uint8Array;
  /** Decodes exactly one document. @throws DecodeError */
  decode(model: SchemaModel, bytes: Uint8Array): Decoded;
}

/** Maximum nesting depth of a decoded document. */
export const MAX_DEPTH = 1000;
