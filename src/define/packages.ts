import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TomlDocument, TomlPath } from './toml.ts';

/** Splits `my-json@file:../my-json` into name and path; null for a package of a registry. */
export function byPath(spelled: string): { readonly name: string; readonly path: string } | null {
  const [, name, path] = /^(.+?)@file:(.+)$/.exec(spelled) ?? [];
  return name === undefined || path === undefined ? null : { name, path };
}

/** Removes the version: `oj` of `oj ~> 3.16`, `@scope/name` of `@scope/name@1.2.3`, `group:artifact` of `group:artifact:1.2`. */
export function packageName(spelled: string): string {
  return /^@?[^\s@=<>~!:]+(?::[^\s@=<>~!:]+(?=:|$))?/.exec(spelled)?.[0] ?? spelled;
}

/** Makes paths of packages absolute; they are relative to the manifest. @throws DefinitionError if one doesn't exist */
export function absolutePackages(toml: TomlDocument, packages: readonly string[], at: TomlPath): string[] {
  return packages.map((spelled, i) => {
    const local = byPath(spelled);
    if (local === null) return spelled;
    const path = resolve(dirname(toml.file), local.path);
    if (!existsSync(path)) throw toml.error([...at, 'packages', i], `there is nothing at ${path}`);
    return `${local.name}@file:${path}`;
  });
}

/** Name of a file that says why the `prepare` command failed for a library's revision. */
export const UNPREPARED = '.wiremark-unprepared';

export function whyUnprepared(path: string): string | null {
  const note = [path, dirname(path)].map((folder) => join(folder, UNPREPARED)).find(existsSync);
  return note === undefined ? null : readFileSync(note, 'utf8');
}
