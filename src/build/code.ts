/** Digests of a runner's code. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { atMost, MOST } from '../define/bounds.ts';
import { DefinitionError } from '../define/error.ts';
import { byPath } from '../define/packages.ts';
import type { RunnerDefinition, SerializerDefinition, VariantDefinition } from '../define/types.ts';
import { readRegular } from '../machine/files/read.ts';

/**
 * Digest of all of the project's own files and settings that decide how a row is measured. Machine and versions are recorded
 * separately.
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
  const variables = { ...runner.environment, ...environment };
  const start = [
    ...[runner.start, Object.entries(replace), add, Object.entries(variables)],
    runner.ignoreEnvironment,
  ];
  const parts = [...codeParts(runner, serializer, known), JSON.stringify(start)];
  return `sha256:${digestOf(parts)}`;
}

/**
 * The parts of a serializer's code, independent of dataset and variant.
 *
 * @param known cache of digests by path, for many serializers
 */
export function codeParts(
  runner: RunnerDefinition,
  serializer: SerializerDefinition,
  known = new Map<string, string>(),
): string[] {
  const { id, from, artifacts, options } = serializer;
  const own = [serializer.file, ...serializer.sources].map((path) => resolve(runner.folder, path));
  const digest = (path: string): string => {
    const found = known.get(path) ?? contentDigest(path, { file: runner.file, key: 'code' });
    known.set(path, found);
    return found;
  };
  // The place of a row outside of its runner doesn't matter.
  const base = from === undefined ? runner.folder : dirname(own[0]!);
  const [file, ...sources] = own.map((path) => relative(base, path).split(sep).join('/'));
  const packages = takenPackages(runner, serializer, known).map(withoutFolder);
  const told = [id, file, sources, packages, artifacts, Object.entries(options).sort(), runner.protoOptions];
  return [JSON.stringify(told), ...[...runner.code, ...own].map(digest)];
}

/**
 * A serializer's packages as a build program is told of them: those by path with a digest of the file or folder that is there
 * now, `my-json@file:/home/me/my-json#sha256-…`. Of a folder that is all but hidden files, links, and what installs and runs
 * leave in it: `node_modules`, `__pycache__`.
 *
 * @param known as for `codeParts`
 * @throws DefinitionError for what is larger than code
 */
export function takenPackages(
  runner: RunnerDefinition,
  { packages, from }: Pick<SerializerDefinition, 'packages' | 'from'>,
  known = new Map<string, string>(),
): string[] {
  return packages.map((spelled) => {
    const local = byPath(spelled);
    if (local === null) return spelled;
    const at = { file: from ?? runner.file, key: 'packages' };
    const digest = known.get(spelled) ?? contentDigest(local.path, at, /^(node_modules|__pycache__)$/);
    known.set(spelled, digest);
    return `${spelled}#sha256-${digest}`;
  });
}

/** The same as a run remembers it, and a row's code has it: `my-json@file:my-json#sha256-…`. */
export function withoutFolder(spelled: string): string {
  return spelled.replace(/(?<=@file:).*\/(?=[^/]+#sha256-)/s, '');
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
 * @param at what names it, for messages
 * @param leaves names that are left out, too
 * @throws DefinitionError for more than anybody calls code
 */
function contentDigest(path: string, at: { file: string; key: string }, leaves?: RegExp): string {
  const folder = statSync(path).isDirectory();
  const files: string[] = folder ? [] : [path];
  let bytes = 0;
  const read = (file: string): Buffer => {
    bytes += statSync(file).size;
    if (files.length <= MOST.codeFiles && bytes <= MOST.codeBytes) return readRegular(file);
    const told = `${atMost(MOST.codeFiles, 'files')}, of ${MOST.codeBytes / 2 ** 20} MiB in all`;
    throw new DefinitionError(at, `${path}: ${told}`);
  };
  if (!folder) return digestOf([read(path)]);
  const open = [path];
  for (let at = open.pop(); at !== undefined && files.length <= MOST.codeFiles; at = open.pop())
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || leaves?.test(entry.name)) continue;
      if (entry.isDirectory()) open.push(join(at, entry.name));
      if (entry.isFile()) files.push(join(at, entry.name));
    }
  return digestOf(files.sort().flatMap((file) => [relative(path, file).split(sep).join('/'), read(file)]));
}
