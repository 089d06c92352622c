import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { RunnerDefinition, SerializerDefinition } from '../../define/types.ts';
import { installPackages, type PackageFailure, type PackageState, packagesOf } from './npm-packages.ts';
import type { Builder, BuildInput, BuildResult } from './types.ts';

/**
 * Builds a runner of JavaScript: installs the packages of its manifest and puts its kit and serializers beside them.
 *
 * ```
 * <folder>/<digest of packages and lock>/node_modules
 *                                       /run-<digest of the files>/kit, serializers/<id>.mjs
 * ```
 *
 * Every folder is made aside and then renamed, and never changed afterwards: processes that build at the same time don't
 * disturb each other, and what stands there already is current. All serializers of the manifest are built, wanted or not,
 * so that one install serves every suite.
 *
 * The placeholder `{build}` is the folder that has `kit` and `serializers`.
 */
export const buildNpm: Builder = async (input) => {
  const packages = packagesOf(input.runner);
  const state = await installPackages({ ...input, packages });
  const build = await placeFiles(input, state);
  await prune(input.folder, [dirname(build)]);
  const results = input.serializers.map((serializer): [string, BuildResult] => [
    serializer.id,
    resultOf(input.runner, serializer, state, build),
  ]);
  return new Map(results);
};

function resultOf(
  runner: RunnerDefinition,
  serializer: SerializerDefinition,
  state: PackageState,
  build: string,
): BuildResult {
  const failures = serializer.packages.map((name) => state.failures.get(name));
  const failure = failures.find((one): one is PackageFailure => one !== undefined);
  if (failure !== undefined) return { ok: false, ...failure };
  if (!existsSync(join(runner.folder, serializer.file))) {
    const reason = `there is no file ${serializer.file} in ${runner.folder}`;
    return { ok: false, reason, cure: `write it, or correct line ${serializer.line} of ${runner.file}` };
  }
  return { ok: true, placeholders: { build } };
}

/** Copies the kit and the serializers' files to where they find the packages; returns the folder. */
async function placeFiles({ runner }: BuildInput, state: PackageState): Promise<string> {
  const files = await sourceFiles(runner);
  const hash = createHash('sha256');
  for (const [target, source] of files) {
    const content = await readFile(source);
    hash.update(`${target}\0${content.length}\0`).update(content);
  }
  const place = join(state.folder, `run-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(place)) return place;
  await makeAside(place, async (aside) => {
    for (const [target, source] of files) {
      await mkdir(dirname(join(aside, target)), { recursive: true });
      await cp(source, join(aside, target));
    }
  });
  return place;
}

/**
 * Path in the build → path in the runner's folder: all of `kit` and `serializers`, and each serializer's file as
 * `serializers/<id>.mjs` wherever it lies, since the kit finds it by its id.
 */
async function sourceFiles(runner: RunnerDefinition): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const folder of ['kit', 'serializers']) {
    const place = join(runner.folder, folder);
    if (!existsSync(place)) continue;
    for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
      const source = join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(relative(runner.folder, source), source);
    }
  }
  for (const { id, file } of runner.serializers) {
    const source = join(runner.folder, file);
    if (existsSync(source)) files.set(join('serializers', `${id}.mjs`), source);
  }
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Makes a folder so that it appears whole or not at all. Another process that was faster made the same. */
export async function makeAside(place: string, fill: (aside: string) => Promise<void>): Promise<void> {
  const aside = join(dirname(place), `.making-${randomBytes(6).toString('hex')}`);
  await mkdir(aside, { recursive: true });
  try {
    await fill(aside);
    await rename(aside, place);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}

const DAY = 24 * 3600 * 1000;

/**
 * Removes builds that nobody has used for a month, and unfinished ones after a day; a build's time of change is that of
 * its last use.
 */
async function prune(folder: string, used: readonly string[]): Promise<void> {
  const now = new Date();
  for (const path of used) await utimes(path, now, now);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may just have renamed or removed it.
    const { mtime } = await stat(path).catch(() => ({ mtime: now }));
    const isOld = now.getTime() - mtime.getTime() > (/^\.making-|-partial-/.test(name) ? DAY : 30 * DAY);
    if (isOld) await rm(path, { recursive: true, force: true });
  }
}
