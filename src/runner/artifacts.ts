import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EMITTERS } from '../schema/emit/index.ts';
import type { EmitInput } from '../schema/emit/types.ts';

/**
 * Writes what is made from a dataset's schema and tells where it lies, for the lines `model` and `artifact`.
 *
 * The path contains a digest of the content: what is there already is current, and a file is never changed while another
 * wiremark reads it. Cheap enough to be called for each trial.
 *
 * @param folder for all datasets; made if missing
 * @returns absolute if `folder` is: kind → the file
 * @throws UnsupportedByFormat for a schema that has what a format can't carry
 */
export async function writeArtifacts(
  folder: string,
  { kinds, ...input }: EmitInput & { readonly kinds: Iterable<string> },
): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const kind of new Set(kinds)) {
    const { ending, emit } = EMITTERS[kind]!;
    const text = emit(input);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const file = join(folder, input.dataset, `${kind}-${digest}`, `${input.dataset}.${ending}`);
    if (!existsSync(file)) await writeAside(file, text);
    paths.set(kind, file);
  }
  return paths;
}

/** The file appears whole or not at all. */
async function writeAside(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(aside, text);
  await rename(aside, file);
}
