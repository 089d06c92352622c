import { hash } from 'node:crypto';
import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { byPath, UNPREPARED, whyUnprepared } from '../define/packages.ts';
import { type OutsideRow, readRow } from '../define/row.ts';
import { labelOf } from '../define/versions.ts';
import { makeFolder } from '../machine/files/write.ts';
import { NotStarted } from '../machine/process-group.ts';
import { BenchError } from '../plan/error.ts';
import { outputOf, type ProgramEnd, runProgram } from './toolchain.ts';

interface RevisionPlace {
  readonly cache: string;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
}

/** Time limits in ms. */
const LIMITS = { git: 120_000, prepare: 1_200_000 };

/**
 * @param file a row.toml whose first package is a path in a git repository
 * @returns a value of `-s` for each revision: `my-json@main=/cache/revisions/…`
 * @throws BenchError, DefinitionError
 */
export async function exportRevisions(file: string, revisions: readonly string[], place: RevisionPlace) {
  const row = readRow(file);
  const library = byPath(row.serializer.packages[0] ?? '');
  if (library === null)
    throw row.toml.error(
      ['packages'],
      '--versions compares revisions of a git repository, which the first package names: NAME@file:PATH. For released versions: -s ROW@1.2.3 -s ROW@1.2.4',
    );
  const folder = statSync(library.path).isDirectory() ? library.path : dirname(library.path);
  const root = (await git(folder, ['rev-parse', '--show-toplevel'], place)).trim();
  // All revisions are looked up before the first is exported, so that an unknown one is reported at once.
  const named = new Map<string, string>();
  for (const revision of revisions) {
    const label = labelOf(revision.replaceAll('/', '-'));
    const commit = await commitOf(root, revision, place);
    if (named.has(label) || [...named.values()].includes(commit))
      throw new BenchError(
        `--versions: ${revision} has the name or commit of another one; name different revisions`,
      );
    named.set(label, commit);
  }
  const versions: string[] = [];
  for (const [label, commit] of named)
    versions.push(`${row.serializer.id}@${label}=${await exportCommit(root, commit, row, place)}`);
  return versions;
}

async function commitOf(root: string, revision: string, place: RevisionPlace): Promise<string> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const commit = await git(root, words, place).catch(() => '');
  if (commit !== '') return commit.trim();
  place.signal.throwIfAborted();
  const shallow = (await git(root, ['rev-parse', '--is-shallow-repository'], place)).trim() === 'true';
  const fix = shallow
    ? 'the clone is shallow: fetch all of it (fetch-depth: 0 of actions/checkout; git fetch --unshallow)'
    : 'a branch that was only fetched is called origin/NAME';
  throw new BenchError(`--versions: there is no revision "${revision}" in ${root}; ${fix}`);
}

async function exportCommit(root: string, commit: string, row: OutsideRow, place: RevisionPlace) {
  const within = relative(root, realpathSync(byPath(row.serializer.packages[0]!)!.path));
  const parts = JSON.stringify([within, row.prepare ?? null]);
  const key = hash('sha256', parts).slice(0, 8);
  const target = join(place.cache, 'revisions', `${commit.slice(0, 12)}-${key}`);
  const library = join(target, within);
  if (existsSync(library) && whyUnprepared(library) === null) return library;
  place.progress(`${row.serializer.id}: exporting ${commit.slice(0, 12)}`);
  const aside = `${target}.${process.pid}`;
  const index = `${aside}.index`;
  try {
    makeFolder(aside);
    await git(root, ['read-tree', commit], place, index);
    await git(root, ['checkout-index', '--all', '--force', `--prefix=${aside}/`], place, index);
    // A gemspec may list its files with git, so the export must be a repository.
    await git(aside, ['init', '--quiet', '--template='], place);
    await git(aside, ['add', '--all', '--force'], place);
    const made = join(aside, within);
    if (existsSync(dirname(made))) await prepareLibrary(row, made, place);
    if (!existsSync(made)) throw row.toml.error(['packages', 0], `${commit} has no "${within}"`);
    rmSync(target, { recursive: true, force: true });
    renameSync(aside, target);
  } finally {
    for (const path of [aside, index]) rmSync(path, { recursive: true, force: true });
  }
  return library;
}

/** Runs the row's `prepare` command. A failure is recorded in the folder; the build then reports the row as unavailable. */
async function prepareLibrary(
  { serializer, prepare }: OutsideRow,
  library: string,
  { signal, progress }: RevisionPlace,
): Promise<void> {
  if (prepare === undefined) return;
  progress(`${serializer.id}: ${prepare.join(' ')}`);
  const folder = existsSync(library) && statSync(library).isDirectory() ? library : dirname(library);
  const limits = { limit: LIMITS.prepare, signal };
  const ended = await runProgram({ command: prepare, folder }, 'preparing', limits);
  const failure = ended instanceof NotStarted ? ended.reason : whyFailed(ended);
  if (failure === null) return;
  writeFileSync(join(folder, UNPREPARED), `"${prepare.join(' ')}" failed: ${failure}`);
  if (!existsSync(library)) writeFileSync(library, '');
}

function whyFailed({ failure, errors, output }: ProgramEnd): string | null {
  if (failure === null) return null;
  const lines = `${errors}\n${output}`.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => /\berror\b.*\w/i.test(line)).slice(0, 3);
  return said.length === 0 ? failure : said.join(' | ').slice(0, 400);
}

function git(folder: string, words: readonly string[], { signal }: RevisionPlace, index?: string) {
  const environment = { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...(index && { GIT_INDEX_FILE: index }) };
  const input = { command: ['git', ...words], folder, environment };
  return outputOf(`--versions: git in ${folder}`, input, words[0]!, { limit: LIMITS.git, signal });
}
