import { EMITTERS } from './index.ts';
import { emitJavaEntry } from './java-entry.ts';
import { emitJavaHandWritten } from './java-hand-written.ts';
import { emitJavaModel } from './java-model.ts';
import { emitJavaProtobuf } from './java-protobuf.ts';
import { emitScalaEntry } from './scala-entry.ts';
import { emitScalaHandWritten } from './scala-hand-written.ts';
import { emitScalaModel } from './scala-model.ts';
import type { Emitter, EntryEmitter } from './types.ts';

/** What is generated for each dataset of a module, by kind. */
export const MODULE_EMITTERS: Record<string, Emitter> = {
  ...EMITTERS,
  proto: (input) =>
    EMITTERS.proto!({
      ...input,
      protoOptions: ['java_package = "wiremark.proto.{dataset}"', 'java_multiple_files = true'],
    }),
  'java-model': emitJavaModel,
  'java-hand-written': emitJavaHandWritten,
  'java-protobuf': emitJavaProtobuf,
  'scala-model': emitScalaModel,
  'scala-hand-written': emitScalaHandWritten,
};

/** What a module needs once for all of its datasets, by kind. */
export const ENTRY_EMITTERS: Record<string, EntryEmitter> = {
  'java-entry': emitJavaEntry,
  'scala-entry': emitScalaEntry,
};
