import { existsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { FixableError } from '../define/error.ts';
import { systemWords } from '../machine/files/read.ts';
import { visible } from '../report/text/width.ts';
import { RUN_FILE } from '../store/folder/files.ts';
import type { ExitCode, Place } from './place.ts';

export class UsageError extends FixableError {}

/** Throws a UsageError if one of `flags` is used without the flag `needed`. @param given value of the flag `needed` */
export function refuseWithout(needed: string, given: unknown, flags: Readonly<Record<string, unknown>>) {
  const [lost] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
  if (given === undefined && lost !== undefined) throw new UsageError(`${lost} needs ${needed}`);
}

export class Interrupted extends Error {}

export function explain(error: unknown, place: Place): ExitCode {
  if (error instanceof Interrupted) return 130;
  // Further lines may quote another program. They are indented, so that they don't look like messages of wiremark.
  process.stderr.write(`wiremark: ${visible(spelled(error, place)).replaceAll(/\n(?! )/g, '\n  ')}\n`);
  return 2;
}

function spelled(error: unknown, place: Place): string {
  if (error instanceof FixableError) return error.message;
  if (isSystemError(error)) return spellSystemError(error, place);
  const memory = spellLackOfMemory(error);
  if (memory !== null) return memory;
  if (process.env.WIREMARK_STACK && error instanceof Error) return error.stack ?? error.message;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `a bug in wiremark: ${text.split('\n')[0]} (WIREMARK_STACK=1 shows where)`;
}

type SystemError = NodeJS.ErrnoException & { readonly code: string };

export function isSystemError(error: unknown): error is SystemError {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return error instanceof Error && typeof code === 'string' && typeof syscall === 'string';
}

/** Matches messages of Node, V8, WebAssembly, the dynamic linker and DuckDB about a lack of memory. */
const NO_MEMORY =
  /out[ _]of[ _]memory|allocation fail|(?:cannot|could not|failed to) (?:allocate|reserve)|failed to map segment|bad_alloc/i;

export function spellLackOfMemory(error: unknown): string | null {
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (!NO_MEMORY.test(`${code} ${message}`)) return null;
  return `there is not enough memory: ${message.split('\n')[0]}. Close other programs, raise the limit (ulimit -v), or choose less with -d.`;
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const DENIED = ['EACCES', 'EPERM', 'EROFS'];
/** Error codes for too many open files or processes, or too little memory. Another file or folder wouldn't help. */
const SCARCE = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];

/** @param what name of the file or stream that failed. By default, the error's file, or wiremark's folder that contains it */
export function spellSystemError(error: SystemError, { cache }: Place, what?: string): string {
  const path = (error as { dest?: string }).dest ?? error.path;
  const area = areasOf(cache).find(({ folder }) => path !== undefined && isIn(path, folder));
  const name = what ?? (area === undefined ? (path ?? 'a file') : `${area.name} ${area.folder}`);
  const reason = error.code === 'ELOOP' ? systemWords(error) : error.message.replace(/^\w+: /, '');
  // Node has no name for an exceeded disk quota (EDQUOT), only its number.
  const code = error.errno === -constants.errno.EDQUOT ? 'EDQUOT' : error.code;
  if (SCARCE.includes(code))
    return `the system is out of files, memory or processes: ${reason}. Close other programs, or raise its limits (ulimit -n 4096).`;
  const fix = FULL.includes(code)
    ? 'Free some space'
    : DENIED.includes(code)
      ? 'Change its permissions'
      : 'Check that it exists and is of the right kind';
  const isRun = FULL.includes(code) && path !== undefined && existsSync(join(dirname(path), RUN_FILE));
  const kept = isRun ? ' What was measured is kept: `wiremark run --resume` continues.' : '';
  return `${name} can't be used: ${reason}. ${fix}, or ${area?.otherwise ?? 'choose another place'}.${kept}`;
}

/**
 * Folders that wiremark writes to. A message names the first one that contains the file at fault. The temporary folder is last,
 * because it may contain the cache.
 */
const areasOf = (cache: string) => [
  { name: 'the cache', folder: cache, otherwise: 'set WIREMARK_CACHE to another folder' },
  { name: 'the folder of runs', folder: resolve('.wiremark'), otherwise: 'start wiremark in another folder' },
  { name: 'the temporary folder', folder: tmpdir(), otherwise: 'set TMPDIR to another folder' },
];

/** Returns whether `path` is `folder` or inside it. In the temporary folder, only names that begin with `wiremark-` count. */
function isIn(path: string, folder: string): boolean {
  const own = folder === tmpdir() && resolve(path) !== folder ? 'wiremark-' : '';
  return `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}${own}`);
}
