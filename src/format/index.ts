import type { KnownFormat } from '../define/types.ts';
import { avroCodec } from './avro.ts';
import { bsonCodec } from './bson.ts';
import { cborCodec } from './cbor.ts';
import type { Codec } from './decoded.ts';
import { jsonCodec } from './json.ts';
import { jsonApiCodec } from './jsonapi.ts';
import { msgpackCodec } from './msgpack.ts';
import { protobufCodec } from './protobuf.ts';

export const codecs: Readonly<Record<KnownFormat, Codec>> = {
  json: jsonCodec,
  jsonapi: jsonApiCodec,
  protobuf: protobufCodec,
  avro: avroCodec,
  msgpack: msgpackCodec,
  cbor: cborCodec,
  bson: bsonCodec,
};
