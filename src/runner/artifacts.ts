import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EMITTERS } from '../schema/emit/index.ts';
import type { EmitInput, Emitted } from '../schema/emit/types.ts';

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
    const files = EMITTERS[kind]!(input);
    const place = join(folder, input.dataset, `${kind}-${digestOf(files)}`);
    if (!existsSync(place)) await writeAside(place, files);
    const [name] = files.keys();
    paths.set(kind, join(place, name!));
  }
  return paths;
}

function digestOf(files: Emitted): string {
  const hash = createHash('sha256');
  for (const [path, content] of files) hash.update(`${path}\0${Buffer.byteLength(content)}\0${content}`);
  return hash.digest('hex').slice(0, 16);
}

/** The folder appears whole or not at all; if another process was faster, its files are the same. */
async function writeAside(place: string, files: Emitted): Promise<void> {
  const aside = `${place}.${randomBytes(6).toString('hex')}`;
  for (const [path, content] of files) {
    await mkdir(dirname(join(aside, path)), { recursive: true });
    await writeFile(join(aside, path), content);
  }
  try {
    await rename(aside, place);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}
