import { jsonPointer, type Path } from '../schema/json.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';

/**
 * A decoded value. Numbers are NumberLiteral in JSON; in binary formats, integers are bigint and floats
 * number. In protobuf and Avro, the schema tells which integers are instants or enums; enums become strings.
 * Maps have the document's order, except protobuf's records, which have the schema's.
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
  /** Time since 1970-01-01T00:00:00Z. The unit is finer than milliseconds, to find wrong digits beyond them. */
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** Ids in a JSON:API relationship whose field is hidden: the document links to these resources, but needn't contain them. */
export class Linkage {
  readonly ids: null | string | readonly string[];
  constructor(ids: null | string | readonly string[]) {
    this.ids = ids;
  }
}

/**
 * Maximum number of values in a document. In binary formats, reads are counted; each value takes at least one. Decoding so many
 * values takes about two seconds.
 */
export const MOST_VALUES = 2 ** 23;

export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge';
  constructor() {
    super(`a single document with millions of values, of which at most ${MOST_VALUES} are decoded`);
  }
}

export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  readonly what: string;
  /** Offset of the faulty byte; null for faults that are found later, such as a link to a missing resource. */
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

/**
 * An encoder and a strict decoder of a format, written for wiremark. They use none of the measured serializers, except Node's
 * `JSON` for single strings and literals.
 */
export interface Codec {
  readonly title: string;
  /** Reason why the format can't express a model; null if it can. */
  unsupported(model: SchemaModel): string | null;
  encode(model: SchemaModel, document: Value): Uint8Array;
  /** Encodes a document with other spellings, such as `\u00E9` for é, which readers must accept, too. */
  respelled?(model: SchemaModel, document: Value): Uint8Array;
  decode(model: SchemaModel, bytes: Uint8Array): Decoded;
}

export const MAX_DEPTH = 1000;
