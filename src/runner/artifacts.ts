import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { keep, readKept } from '../files/kept.ts';
import { emitAvro } from '../schema/emit/avro.ts';
import { emitModel } from '../schema/emit/model.ts';
import { emitProto } from '../schema/emit/proto.ts';
import type { EmitInput, Emitter } from '../schema/emit/types.ts';

export interface ArtifactsInput extends EmitInput {
  readonly kinds: Iterable<string>;
}

/**
 * Writes what is made from a dataset's schema and tells where it lies, for the lines `model` and `artifact`.
 *
 * The path contains a digest of the content: a file that is whole is never written again while another wiremark reads
 * it. Cheap enough to be called for each trial.
 *
 * @param folder for all datasets; made if missing
 * @returns absolute if `folder` is: kind → the file
 * @throws UnsupportedByFormat for a schema that has what a format can't carry
 */
export function writeArtifacts(folder: string, { kinds, ...input }: ArtifactsInput): Map<string, string> {
  const paths = new Map<string, string>();
  for (const kind of new Set(kinds)) {
    const { ending, emit } = EMITTERS[kind]!;
    const text = emit(input);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const file = join(folder, input.dataset, `${kind}-${digest}`, `${input.dataset}.${ending}`);
    if (readKept(file)?.equals(Buffer.from(text)) !== true) keep(file, text);
    paths.set(kind, file);
  }
  return paths;
}

/** Everything that the core makes from a schema for runners and build programs, by kind. */
export const EMITTERS: Readonly<Record<string, Emitter>> = {
  model: { ending: 'model', emit: emitModel },
  proto: { ending: 'proto', emit: emitProto },
  avro: { ending: 'avsc', emit: emitAvro },
};
