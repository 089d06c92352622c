import { jsonPointer, type Path } from '../schema/json.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';

/**
 * A decoded value. JSON's numbers are NumberLiteral; integers of binary formats bigint, floats number. Protobuf's and Avro's
 * instants are found by the schema, and enums are strings. Maps have the document's order.
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
  /** Time since 1970-01-01T00:00:00Z, finer than milliseconds to find wrong digits beyond them. */
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** Ids of the resources that a JSON:API document links in a hidden field, without including them. */
export class Linkage {
  readonly ids: null | string | readonly string[];
  constructor(ids: null | string | readonly string[]) {
    this.ids = ids;
  }
}

/** Maximum values in a document: decoding them takes about two seconds and 40 bytes each. */
export const MOST_VALUES = 2 ** 23;

/** A document that may be correct but has too many values. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge';
  constructor() {
    super(`a single document with millions of values, of which at most ${MOST_VALUES} are decoded`);
  }
}

export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  readonly what: string;
  /** Offset of the faulty byte; null for a link to a missing resource. */
  readonly offset: number | null;
  readonly pointer: string;

  constructor(what: string, offset: number | null, path: Path) {
    const pointer = jsonPointer(path);
    super(`${what}${offset === null ? '' : ` at byte ${offset}`}${pointer === '' ? '' : ` (in ${pointer})`}`);
    this.what = what;
    this.offset = offset;
    this.pointer = pointer;
  }
}

/** An encoder and strict decoder that share no code with a measured serializer. */
export interface Codec {
  readonly title: string;
  /** The reason why the format can't express a model; null if it can. */
  unsupported(model: SchemaModel): string | null;
  /** @throws UnsupportedByFormat for a key that the format doesn't allow */
  encode(model: SchemaModel, document: Value): Uint8Array;
  /** Encodes a document in another spelling, which readers must accept too. */
  respelled?(model: SchemaModel, document: Value): Uint8Array;
  decode(model: SchemaModel, bytes: Uint8Array): Decoded;
}

export const MAX_DEPTH = 1000;
