/** What a runner's code is: its contents, by digest. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { atMost, MOST } from '../define/bounds.ts';
import { DefinitionError } from '../define/error.ts';
import type { RunnerDefinition, SerializerDefinition, VariantDefinition } from '../define/types.ts';
import { readRegular } from '../files/regular-file.ts';

/**
 * The digest of all that the project itself says of how a row is measured: the kit and what else a runner's `code` names,
 * the serializer's files, packages and options, and the command that starts it. It changes with what is measured; machine
 * and versions are recorded beside it.
 *
 * @param known as for `codeParts`
 * @returns `sha256:<hex>`
 */
export function codeDigest(
  runner: RunnerDefinition,
  serializer: SerializerDefinition,
  variant: VariantDefinition | null,
  known?: Map<string, string>,
): string {
  const { replace = {}, add = [], environment = {} } = variant ?? {};
  const start = [runner.start, Object.entries(replace), add, Object.entries(environment)];
  const parts = [...codeParts(runner, serializer, known), JSON.stringify(start)];
  return `sha256:${digestOf(parts)}`;
}

/**
 * What a serializer consists of, whatever it is built for and however it is started.
 *
 * @param known digests by path, where this is asked for many serializers in a row
 */
export function codeParts(
  runner: RunnerDefinition,
  serializer: SerializerDefinition,
  known = new Map<string, string>(),
): string[] {
  const { id, file, sources, packages, artifacts, options } = serializer;
  const own = [file, ...sources].map((path) => join(runner.folder, path));
  const digest = (path: string): string => {
    const found = known.get(path) ?? contentDigest(path, runner);
    known.set(path, found);
    return found;
  };
  const told = [id, file, sources, packages, artifacts, Object.entries(options).sort(), runner.protoOptions];
  return [JSON.stringify(told), ...[...runner.code, ...own].map(digest)];
}

/** A digest of parts in their order. */
export function digestOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part);
  return hash.digest('hex');
}

/**
 * Digest of a file's content, or of all files in a folder with their names. Hidden files are left out, as editors and
 * systems put them anywhere; links are not followed.
 *
 * @throws DefinitionError for more than anybody calls code
 */
function contentDigest(path: string, { file: manifest }: RunnerDefinition): string {
  const folder = statSync(path).isDirectory();
  const files: string[] = folder ? [] : [path];
  let bytes = 0;
  const read = (file: string): Buffer => {
    bytes += statSync(file).size;
    if (files.length <= MOST.codeFiles && bytes <= MOST.codeBytes) return readRegular(file);
    const told = `${atMost(MOST.codeFiles, 'files')}, of ${MOST.codeBytes / 2 ** 20} MiB in all`;
    throw new DefinitionError({ file: manifest, line: null, key: 'code' }, `${path}: ${told}`);
  };
  if (!folder) return digestOf([read(path)]);
  const open = [path];
  for (let at = open.pop(); at !== undefined && files.length <= MOST.codeFiles; at = open.pop())
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) open.push(join(at, entry.name));
      if (entry.isFile()) files.push(join(at, entry.name));
    }
  return digestOf(files.sort().flatMap((file) => [relative(path, file).split(sep).join('/'), read(file)]));
}
