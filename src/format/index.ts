import type { Format } from '../define/types.ts';
import { avroCodec } from './avro.ts';
import { bsonCodec } from './bson.ts';
import { cborCodec } from './cbor.ts';
import type { Codec } from './decoded.ts';
import { jsonCodec } from './json.ts';
import { jsonApiCodec } from './jsonapi.ts';
import { msgpackCodec } from './msgpack.ts';
import { protobufCodec } from './protobuf.ts';

export const codecs: Readonly<Record<Format, Codec>> = {
  json: jsonCodec,
  jsonapi: jsonApiCodec,
  protobuf: protobufCodec,
  avro: avroCodec,
  msgpack: msgpackCodec,
  cbor: cborCodec,
  bson: bsonCodec,
};

/** Raise it when an encoder's output changes: encoded inputs in the cache are then made anew. */
export const CODEC_VERSION = 1;
