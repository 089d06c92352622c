/** Words system errors, such as a full disk: one line each, with the fix. */
import { existsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { systemWords } from '../machine/files/read.ts';
import { RUN_FILE, SEAL_FILE } from '../store/folder/files.ts';
import type { Place } from './place.ts';

/** An error of the file system, or of starting a process. */
export type SystemError = NodeJS.ErrnoException & { readonly code: string };

export function isSystemError(error: unknown): error is SystemError {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return error instanceof Error && typeof code === 'string' && typeof syscall === 'string';
}

/** Error messages of Node, V8, WebAssembly, the dynamic linker and DuckDB for a lack of memory. */
const NO_MEMORY =
  /out[ _]of[ _]memory|allocation fail|(?:cannot|could not|failed to) (?:allocate|reserve)|failed to map segment|bad_alloc/i;

/** Words a lack of memory; null for other errors. */
export function spellLackOfMemory(error: unknown): string | null {
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (!NO_MEMORY.test(`${code} ${message}`)) return null;
  return `there is not enough memory: ${message.split('\n')[0]}. Close other programs, raise the limit (ulimit -v), or choose less with -d.`;
}

/** Name of the standard output in messages. */
export const OUTPUT = 'standard output';

/**
 * Words a system error.
 *
 * @param what failed, if it isn't a file
 */
export function spellSystemError(error: SystemError, { cache }: Place, what?: string): string {
  const path = (error as { dest?: string }).dest ?? error.path;
  const area = areasOf(cache).find(({ folder }) => path !== undefined && isIn(path, folder));
  const name = what ?? (area === undefined ? (path ?? 'a file') : `${area.name} ${area.folder}`);
  const otherwise = area?.otherwise ?? 'choose another place';
  // Node reports ENOENT for folders on a read-only disk.
  const isReadOnly = error.code === 'ENOENT' && error.syscall === 'mkdir';
  const message = error.code === 'ELOOP' ? systemWords(error) : error.message.replace(/^\w+: /, '');
  const reason = `${message}${isReadOnly ? ' (or its disk is read-only)' : ''}`;
  // Node has no name for a full quota.
  switch (error.errno === -constants.errno.EDQUOT ? 'ENOSPC' : error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `this user has no access to ${name}: ${reason}. Change its permissions, or ${otherwise}.`;
    case 'ENOSPC':
    case 'EFBIG':
      return `${name} can't be written: ${reason}. Free some space, or ${otherwise}.${keptText(path)}`;
    case 'EMFILE':
    case 'ENFILE':
      return `too many files are open: ${reason}. Raise the limit (ulimit -n 4096), or close other programs.`;
    case 'EAGAIN':
    case 'ENOMEM':
      return `the system is out of memory or processes: ${reason}. Close other programs, or raise its limits.`;
    default:
      return `${name} can't be used: ${reason}. Check that it exists and is of the right kind, or ${otherwise}.`;
  }
}

/** Says that an unfinished run is kept if its disk is full. @param path the file that couldn't be written */
function keptText(path: string | undefined): string {
  const has = (name: string) => path !== undefined && existsSync(join(dirname(path), name));
  const isUnfinished = has(RUN_FILE) && !has(SEAL_FILE);
  return isUnfinished ? ' What was measured is kept: `wiremark run --resume` continues.' : '';
}

/** Folders that wiremark writes to, innermost first: a cache may be in a temporary folder. */
const areasOf = (cache: string) => [
  { name: 'the cache', folder: cache, otherwise: 'set WIREMARK_CACHE to another folder' },
  { name: 'the folder of runs', folder: resolve('.wiremark'), otherwise: 'start wiremark in another folder' },
  { name: 'the temporary folder', folder: tmpdir(), otherwise: 'set TMPDIR to another folder' },
];

/** In the temporary folder, only wiremark's own folders count. */
function isIn(path: string, folder: string): boolean {
  const own = folder === tmpdir() && resolve(path) !== folder ? 'wiremark-' : '';
  return `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}${own}`);
}
