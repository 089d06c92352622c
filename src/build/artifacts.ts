import { hash } from 'node:crypto';
import { join } from 'node:path';
import { keepText } from '../machine/files/write.ts';
import { emitAvro } from '../schema/emit/avro.ts';
import { emitModel } from '../schema/emit/model.ts';
import { emitProto } from '../schema/emit/proto.ts';
import type { EmitInput } from '../schema/emit/types.ts';

/** Makes a text file of a schema. */
interface Emitter {
  readonly ending: string;
  readonly emit: (input: EmitInput) => string;
}

interface ArtifactsInput extends EmitInput {
  /** Files besides the model. */
  readonly kinds: readonly string[];
}

/**
 * Writes the model and other files of a dataset's schema. Paths contain a digest of the content: a complete file is never
 * written again while another wiremark reads it.
 *
 * @param folder for all datasets; made if missing
 * @throws UnsupportedByFormat for a schema that a format can't carry
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

/** Files that the core makes from a schema for runners and build programs, by kind. */
export const EMITTERS: Readonly<Record<string, Emitter>> = {
  model: { ending: 'model', emit: emitModel },
  proto: { ending: 'proto', emit: emitProto },
  avro: { ending: 'avsc', emit: emitAvro },
};
