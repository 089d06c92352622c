import { emitAvro } from './avro.ts';
import { emitModel } from './model.ts';
import { emitProto } from './proto.ts';
import type { Emitter } from './types.ts';

/** Everything that the core makes from a schema for runners and build programs, by kind. */
export const EMITTERS: Readonly<Record<string, Emitter>> = {
  model: { ending: 'model', emit: emitModel },
  proto: { ending: 'proto', emit: emitProto },
  avro: { ending: 'avsc', emit: emitAvro },
};
