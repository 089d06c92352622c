import { hash } from 'node:crypto';
import { join } from 'node:path';
import { keepText } from '../machine/files/write.ts';
import { emitAvro } from '../schema/emit/avro.ts';
import { emitModel } from '../schema/emit/model.ts';
import { emitProto } from '../schema/emit/proto.ts';
import type { EmitInput } from '../schema/emit/types.ts';

/** What makes one text file of a schema, and the ending of its name. @throws UnsupportedByFormat */
interface Emitter {
  readonly ending: string;
  readonly emit: (input: EmitInput) => string;
}

interface ArtifactsInput extends EmitInput {
  /** Besides the model. */
  readonly kinds: readonly string[];
}

/**
 * Writes what is made from a dataset's schema and tells where it lies. The path contains a digest of the content: a file
 * that is whole is never written again while another wiremark reads it.
 *
 * @param folder for all datasets; made if missing
 * @returns paths, absolute if `folder` is
 * @throws UnsupportedByFormat for a schema that has what a format can't carry
 */
export function writeArtifacts(
  folder: string,
  { kinds, ...input }: ArtifactsInput,
): { readonly model: string; readonly artifacts: ReadonlyMap<string, string> } {
  const write = (kind: string): string => {
    const { ending, emit } = EMITTERS[kind]!;
    const text = emit(input);
    const digest = hash('sha256', text).slice(0, 16);
    const file = join(folder, input.dataset, `${kind}-${digest}`, `${input.dataset}.${ending}`);
    keepText(file, text);
    return file;
  };
  return { model: write('model'), artifacts: new Map(kinds.map((kind) => [kind, write(kind)])) };
}

/** What the core makes from a schema for runners and build programs, by kind. The same input gives the same text. */
export const EMITTERS: Readonly<Record<string, Emitter>> = {
  model: { ending: 'model', emit: emitModel },
  proto: { ending: 'proto', emit: emitProto },
  avro: { ending: 'avsc', emit: emitAvro },
};
