import type { KnownFormat } from '../define/types.ts';
import type { Codec } from './decoded.ts';
import { avroCodec } from './formats/avro.ts';
import { bsonCodec } from './formats/bson.ts';
import { cborCodec } from './formats/cbor.ts';
import { jsonCodec } from './formats/json.ts';
import { jsonApiCodec } from './formats/jsonapi.ts';
import { msgpackCodec } from './formats/msgpack.ts';
import { protobufCodec } from './formats/protobuf.ts';

export const codecs: Readonly<Record<KnownFormat, Codec>> = {
  json: jsonCodec,
  jsonapi: jsonApiCodec,
  protobuf: protobufCodec,
  avro: avroCodec,
  msgpack: msgpackCodec,
  cbor: cborCodec,
  bson: bsonCodec,
};
