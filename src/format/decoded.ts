import { jsonPointer, type Path } from '../schema/json.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';

/**
 * What a serializer really wrote, before it is compared with what it should have written: the decoders of this folder
 * forgive nothing and drop nothing that tells two spellings apart where a format has types of its own.
 *
 * | here | written as |
 * |---|---|
 * | NumberLiteral | a JSON number, with its exact text |
 * | Linkage | JSON:API's, of a hidden field |
 * | bigint | an integer of a binary format, of any width |
 * | number | a float or double of a binary format |
 * | Instant | BSON date, CBOR tag 0 or 1, MessagePack timestamp; in protobuf and Avro what the schema says is one |
 * | Uint8Array | bytes of a binary format |
 * | string | text; in protobuf and Avro also an enum's value as in the model |
 * | Map | object, map, document, message, record, in the order that was written; every key once |
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
  /** Since 1970-01-01T00:00:00Z; kept so that a format's spare precision can't hide a wrong value. */
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** What a document has of resources that only the object holds: their ids, as texts. */
export class Linkage {
  readonly ids: null | string | readonly string[];
  constructor(ids: null | string | readonly string[]) {
    this.ids = ids;
  }
}

/**
 * Decodes at most this many values of a document: each takes some 40 bytes of memory, however few in the document,
 * and all of them are decoded without a pause, in a second or two.
 */
export const MOST_VALUES = 2 ** 23;

/** A document that may be right, but is beyond what wiremark decodes. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge';
  constructor() {
    super(`a single document with millions of values, of which at most ${MOST_VALUES} are decoded`);
  }
}

export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  /** What is wrong, without the place. */
  readonly what: string;
  /** Bytes before the offending one; null for what is wrong with the whole, such as a link that leads nowhere. */
  readonly offset: number | null;
  /** JSON Pointer of the value that was being read; empty for the document itself. */
  readonly pointer: string;

  constructor(what: string, offset: number | null, path: Path) {
    const pointer = jsonPointer(path);
    super(`${what}${offset === null ? '' : ` at byte ${offset}`}${pointer === '' ? '' : ` (in ${pointer})`}`);
    this.what = what;
    this.offset = offset;
    this.pointer = pointer;
  }
}

/**
 * wiremark's own encoder and strict decoder of one format. Encoders make the inputs of `deserialize`, decoders read what
 * serializers put out; neither shares code with any serializer that is measured.
 */
export interface Codec {
  /** For messages: `JSON`. */
  readonly title: string;
  /** Why the format can't carry documents of a model, for people; null if it can. Such rows are `unsupported`. */
  unsupported(model: SchemaModel): string | null;
  /** The document, which must conform to the model. @throws UnsupportedByFormat for a map's key that it can't carry */
  encode(model: SchemaModel, document: Value): Uint8Array;
  /** The document as other programs write it, if the format has more than one spelling: readers must accept both. */
  respelled?(model: SchemaModel, document: Value): Uint8Array;
  /** Throws DecodeError unless `bytes` is exactly one document of the format. */
  decode(model: SchemaModel, bytes: Uint8Array): Decoded;
}

/** Deeper than this is taken for a fault; no dataset comes near. */
export const MAX_DEPTH = 1000;
