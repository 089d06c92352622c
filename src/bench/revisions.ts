/** Revisions of a row's library, each exported from its git repository into a folder of the cache. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { byPath, UNPREPARED, whyUnprepared } from '../define/packages.ts';
import { type OutsideRow, readRow } from '../define/row.ts';
import { labelOf } from '../plan/versions.ts';
import { NotStarted } from '../runner/group.ts';
import { runProgram } from '../runner/program.ts';
import { BenchError } from './error.ts';

export interface RevisionPlace {
  readonly cache: string;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
}

/** Milliseconds for each command of git, and for what prepares a library. */
const LIMITS = { git: 120_000, prepare: 1_200_000 };

/**
 * @param file a row.toml whose library is a path in a git repository
 * @param revisions as git knows them
 * @returns the row with each of them, as filters spell versions: `my-json@main=/cache/revisions/…`
 * @throws BenchError for what git doesn't know, DefinitionError
 */
export async function exportRevisions(
  file: string,
  revisions: readonly string[],
  place: RevisionPlace,
): Promise<string[]> {
  const row = readRow(file);
  const library = byPath(row.serializer.packages[0] ?? '');
  if (library === null)
    throw row.toml.error(
      ['packages'],
      '--versions takes the library, which is the first package, from a path in a git repository: NAME@file:PATH',
    );
  const folder = statSync(library.path).isDirectory() ? library.path : dirname(library.path);
  const root = (await git(folder, ['rev-parse', '--show-toplevel'], place)).trim();
  const found = new Map<string, string>();
  for (const revision of revisions) {
    const label = labelOf(revision.replaceAll('/', '-'));
    if (found.has(label)) throw new BenchError(`--versions: two revisions are called ${label}`);
    const commit = await commitOf(root, revision, place);
    const exported = await exportCommit(
      { root, commit, row, within: relative(root, realpathSync(library.path)) },
      place,
    );
    found.set(label, `${row.serializer.id}@${label}=${exported}`);
  }
  return [...found.values()];
}

async function commitOf(root: string, revision: string, place: RevisionPlace): Promise<string> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const commit = await git(root, words, place).catch(() => '');
  if (commit !== '') return commit.trim();
  place.signal.throwIfAborted();
  const shallow = (await git(root, ['rev-parse', '--is-shallow-repository'], place)).trim() === 'true';
  const cure = shallow
    ? 'the clone is shallow: fetch all of it (fetch-depth: 0 of actions/checkout; git fetch --unshallow)'
    : 'a branch that was only fetched is called origin/NAME';
  throw new BenchError(`--versions: there is no revision "${revision}" in ${root}; ${cure}`);
}

interface Export {
  readonly root: string;
  readonly commit: string;
  readonly row: OutsideRow;
  /** Path of the library in the repository. */
  readonly within: string;
}

/** @returns the path of the library in the exported folder */
async function exportCommit({ root, commit, row, within }: Export, place: RevisionPlace): Promise<string> {
  const { prepare = [], serializer } = row;
  const key = createHash('sha256')
    .update(JSON.stringify([commit, within, prepare]))
    .digest('hex');
  const target = join(place.cache, 'revisions', `${commit.slice(0, 12)}-${key.slice(0, 8)}`);
  const library = join(target, within);
  if (existsSync(library) && whyUnprepared(library) === null) return library;
  place.progress(`${serializer.id}: exporting ${commit.slice(0, 12)}`);
  const aside = `${target}.${process.pid}`;
  const environment = { GIT_INDEX_FILE: `${aside}.index` };
  try {
    mkdirSync(aside, { recursive: true });
    await git(root, ['read-tree', commit], place, environment);
    await git(root, ['checkout-index', '--all', '--force', `--prefix=${aside}/`], place, environment);
    await prepareLibrary(row, join(aside, within), commit, place);
    rmSync(target, { recursive: true, force: true });
    renameSync(aside, target);
  } finally {
    for (const path of [aside, environment.GIT_INDEX_FILE]) rmSync(path, { recursive: true, force: true });
  }
  return library;
}

/** What fails is noted where the build finds it: the row is then unavailable, and the others are measured. */
async function prepareLibrary(
  { serializer, toml, prepare }: OutsideRow,
  library: string,
  commit: string,
  { signal, progress }: RevisionPlace,
): Promise<void> {
  const isFolder = statSync(byPath(serializer.packages[0]!)!.path).isDirectory();
  const folder = isFolder ? library : dirname(library);
  const fail = (what: string) => toml.error(['packages', 0], `${commit.slice(0, 12)} ${what}`);
  if (!existsSync(folder)) throw fail('has no such folder');
  if (prepare !== undefined) {
    progress(`${serializer.id}: ${prepare.join(' ')} (${commit.slice(0, 12)})`);
    const ended = await runProgram({ command: prepare, folder }, 'preparing', {
      limit: LIMITS.prepare,
      signal,
    });
    const failure = ended instanceof NotStarted ? ended.reason : ended.failure;
    if (failure !== null)
      writeFileSync(join(folder, UNPREPARED), `"${prepare.join(' ')}" failed: ${failure}`);
    if (failure !== null && !existsSync(library)) writeFileSync(library, '');
  }
  if (!existsSync(library)) throw fail('has no such file');
}

async function git(
  folder: string,
  words: readonly string[],
  { signal }: RevisionPlace,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const own = { ...environment, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  const ended = await runProgram({ command: ['git', ...words], folder, environment: own }, words[0]!, {
    ...{ limit: LIMITS.git, signal },
  });
  if (ended instanceof NotStarted)
    throw new BenchError(ended.code === 'ENOENT' ? '--versions: git is not installed' : ended.reason);
  if (ended.failure !== null) throw new BenchError(`--versions: git in ${folder} ${ended.failure}`);
  return ended.output;
}
