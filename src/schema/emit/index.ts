import { emitAvro } from './avro.ts';
import { emitJavaHandWritten } from './java-hand-written.ts';
import { emitJavaModel } from './java-model.ts';
import { emitJavaProtobuf } from './java-protobuf.ts';
import { emitNodeModel } from './node-model.ts';
import { emitProto } from './proto.ts';
import { emitScalaHandWritten } from './scala-hand-written.ts';
import { emitScalaModel } from './scala-model.ts';
import type { Emitter } from './types.ts';

/** Everything that can be generated from a schema, by kind. */
export const EMITTERS: Record<string, Emitter> = {
  proto: emitProto,
  avro: emitAvro,
  'node-model': emitNodeModel,
  'java-model': emitJavaModel,
  'java-hand-written': emitJavaHandWritten,
  'java-protobuf': emitJavaProtobuf,
  'scala-model': emitScalaModel,
  'scala-hand-written': emitScalaHandWritten,
};
