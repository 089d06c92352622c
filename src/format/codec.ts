import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import type { Decoded } from './decoded.ts';

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
  /** Throws DecodeError unless `bytes` is exactly one document of the format. */
  decode(model: SchemaModel, bytes: Uint8Array): Decoded;
}

/** Deeper than this is taken for a fault; no dataset comes near. */
export const MAX_DEPTH = 1000;
