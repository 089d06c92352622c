/** Finds definitions in a folder, or where the folder's `wiremark.toml` says (docs/SUITES.md). */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { checkToml, table, uniqueList, wordSchema } from './check.ts';
import { readToml } from './toml.ts';

type Kind = 'datasets' | 'suites' | 'runners';
export type DefinitionPaths = Readonly<Record<Kind, readonly string[]> & { rows?: readonly string[] }>;

const MARK = 'wiremark.toml';
const paths = uniqueList(wordSchema).exactOptional();
const markSchema = table({ datasets: paths, suites: paths, runners: paths, rows: paths });

export function findDefinitions(folder: string): DefinitionPaths & { readonly rows: readonly string[] } {
  const places = placesOf(folder);
  const entries = (kind: Kind) => places(kind).flatMap(entriesOf);
  // Doesn't check that the file exists: if it is a broken symbolic link, reading it reports an error.
  const files = (kind: 'datasets' | 'runners', name: string) =>
    entries(kind).flatMap((path) => entriesOf(path).filter((file) => basename(file) === name));
  return {
    datasets: files('datasets', 'dataset.toml').map(dirname),
    suites: entries('suites').filter((path) => path.endsWith('.toml')),
    runners: files('runners', 'runner.toml'),
    rows: places('rows'),
  };
}

/**
 * Returns a function that gives the folders of a kind of definition (for rows, the files). `wiremark new`
 * writes to the first.
 * @throws DefinitionError
 */
export function placesOf(folder: string): (kind: keyof DefinitionPaths) => readonly string[] {
  const file = join(folder, MARK);
  const toml = existsSync(file) ? readToml(file) : null;
  const named = toml === null ? {} : checkToml(toml, markSchema);
  return (kind) =>
    named[kind]?.map((path, i) => {
      const place = resolve(folder, path);
      if (existsSync(place)) return place;
      throw toml!.error([kind, i], `there is no "${path}" in ${folder}`);
    }) ?? (kind === 'rows' ? [] : [join(folder, kind)]);
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/**
 * Returns the working folder and its parents, up to the first that contains `.git` or `wiremark.toml` or is the user's home. Stops
 * before a parent that everyone can write to, or that belongs to another user (except root). Leaves out `home`, the folder of
 * wiremark itself.
 */
export function foldersAround(working: string, home: string): string[] {
  const folders: string[] = [];
  for (let folder = realpathSync(working); ; folder = dirname(folder)) {
    // Runners in these folders run with the user's rights, so other users must not be able to write there (as they can in /tmp).
    if (folders.length > 0 && isOpenToOthers(folder)) break;
    folders.push(folder);
    const isLast = folder === process.env.HOME || folder === dirname(folder);
    if (isLast || ['.git', MARK].some((name) => existsSync(join(folder, name)))) break;
  }
  const own = realpathSync(home);
  return folders.filter((folder) => folder !== own);
}

function isOpenToOthers(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  const user = process.getuid?.() ?? uid;
  return (mode & 0o002) !== 0 || (user !== 0 && uid !== user && uid !== 0);
}
