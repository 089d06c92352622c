import { hash } from 'node:crypto';
import { join } from 'node:path';
import { keepText } from '../machine/files/write.ts';
import { emitAvro } from '../schema/emit/avro.ts';
import { emitModel } from '../schema/emit/model.ts';
import { emitProto } from '../schema/emit/proto.ts';
import type { EmitInput } from '../schema/emit/types.ts';

/**
 * Writes the model (types) of a dataset's schema and a file for each of `kinds`, such as `proto`, and returns their paths. A path
 * contains a digest of the content, so that no file changes while it is read.
 * @throws UnsupportedByFormat
 */
export function writeArtifacts(
  folder: string,
  { kinds, ...input }: EmitInput & { readonly kinds: readonly string[] },
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

export const EMITTERS: Readonly<Record<string, { ending: string; emit: (input: EmitInput) => string }>> = {
  model: { ending: 'model', emit: emitModel },
  proto: { ending: 'proto', emit: emitProto },
  avro: { ending: 'avsc', emit: emitAvro },
};
