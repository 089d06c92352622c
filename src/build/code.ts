import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { atMost, MOST } from '../define/bounds.ts';
import { DefinitionError } from '../define/error.ts';
import { byPath } from '../define/packages.ts';
import type { RunnerDefinition, SerializerDefinition, VariantDefinition } from '../define/types.ts';
import { readRegular } from '../machine/files/read.ts';
import { onceFor } from '../stats/group-by.ts';

/**
 * Digest of a row's code and settings: its files, packages and options, the kit (runner's program), and the start command with
 * its variant and environment. Versions of installed tools aren't included.
 * @param known cache of digests by path
 */
export function codeDigest(
  runner: RunnerDefinition,
  serializer: SerializerDefinition,
  variant: VariantDefinition | null,
  known?: Map<string, string>,
): string {
  const { replace = {}, add = [], environment = {} } = variant ?? {};
  const variables = { ...runner.environment, ...environment };
  const changes = [Object.entries(replace), add, Object.entries(variables)];
  const start = JSON.stringify([runner.start, ...changes, runner.ignoreEnvironment]);
  return `sha256:${digestOf([...codeParts(runner, serializer, known), start])}`;
}

export function codeParts(
  runner: RunnerDefinition,
  serializer: SerializerDefinition,
  known = new Map<string, string>(),
): string[] {
  const { id, from, artifacts, options } = serializer;
  const own = [serializer.file, ...serializer.sources].map((path) => resolve(runner.folder, path));
  const digest = (path: string) =>
    onceFor(known, path, () => contentDigest(path, { file: runner.file, key: 'code' }));
  // A row.toml may be in any folder, so its paths are recorded relative to the folder of the serializer's file.
  const base = from === undefined ? runner.folder : dirname(own[0]!);
  const [file, ...sources] = own.map((path) => relative(base, path).split(sep).join('/'));
  const packages = takenPackages(runner, serializer, known).map(withoutFolder);
  const settings = [
    id,
    file,
    sources,
    packages,
    artifacts,
    Object.entries(options).sort(),
    runner.protoOptions,
  ];
  return [JSON.stringify(settings), ...[...runner.code, ...own].map(digest)];
}

/**
 * Packages as a build program receives them. A local one gets a digest of its files, without hidden files,
 * links, `node_modules` and `__pycache__`: `my-json@file:/home/me/my-json#sha256-…`.
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
    const digest = onceFor(known, spelled, () =>
      contentDigest(local.path, at, /^(node_modules|__pycache__)$/),
    );
    return `${spelled}#sha256-${digest}`;
  });
}

/**
 * Removes the folder of a local package's path, as in recorded runs: `my-json@file:/home/me/my-json#sha256-…` becomes
 * `my-json@file:my-json#sha256-…`.
 */
export function withoutFolder(spelled: string): string {
  return spelled.replace(/(?<=@file:).*\/(?=[^/]+#sha256-)/s, '');
}

export function digestOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part);
  return hash.digest('hex');
}

function contentDigest(path: string, at: { file: string; key: string }, ignored?: RegExp): string {
  const isFolder = statSync(path).isDirectory();
  const files: string[] = isFolder ? [] : [path];
  let bytes = 0;
  const read = (file: string): Buffer => {
    bytes += statSync(file).size;
    if (files.length <= MOST.codeFiles && bytes <= MOST.codeBytes) return readRegular(file);
    const limit = `${atMost(MOST.codeFiles, 'files')}, of ${MOST.codeBytes / 2 ** 20} MiB in all`;
    throw new DefinitionError(at, `${path}: ${limit}`);
  };
  if (!isFolder) return digestOf([read(path)]);
  const open = [path];
  for (let at = open.pop(); at !== undefined && files.length <= MOST.codeFiles; at = open.pop())
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || ignored?.test(entry.name)) continue;
      if (entry.isDirectory()) open.push(join(at, entry.name));
      if (entry.isFile()) files.push(join(at, entry.name));
    }
  return digestOf(files.sort().flatMap((file) => [relative(path, file).split(sep).join('/'), read(file)]));
}
