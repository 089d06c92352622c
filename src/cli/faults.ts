/** What the system refuses: a folder that can't be written, a full disk, no more files. One line each, with the cure. */
import { constants, tmpdir } from 'node:os';
import { resolve, sep } from 'node:path';
import type { Place } from './place.ts';

/** An error of the file system, or of starting a process. */
export type SystemError = NodeJS.ErrnoException & { readonly code: string };

export function isSystemError(error: unknown): error is SystemError {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return error instanceof Error && typeof code === 'string' && typeof syscall === 'string';
}

/** What Node, V8, WebAssembly, the loader of shared objects and DuckDB say when they get no memory. */
const NO_MEMORY =
  /out[ _]of[ _]memory|allocation fail|(?:cannot|could not|failed to) (?:allocate|reserve)|failed to map segment|bad_alloc/i;

/** The line for a person about an error that is one of memory; null for all others. */
export function spellLackOfMemory(error: unknown): string | null {
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (!NO_MEMORY.test(`${code} ${message}`)) return null;
  return `there is not enough memory: ${message.split('\n')[0]}. Close other programs, raise the limit (ulimit -v), or choose less with -d.`;
}

/** What the standard output is to whoever reads the message. */
export const OUTPUT = 'standard output';

/**
 * The line for a person, without wiremark's name.
 *
 * @param what it happened to, if it is no file
 */
export function spellSystemError(error: SystemError, place: Place, what?: string): string {
  const path = (error as { dest?: string }).dest ?? error.path;
  const area = AREAS.find(({ folder }) => path !== undefined && isIn(path, folder(place)));
  const name = what ?? (area === undefined ? (path ?? 'a file') : `${area.name} ${area.folder(place)}`);
  const elsewhere = area?.elsewhere ?? (what === OUTPUT ? 'write to another place' : 'choose another place');
  // Of folders below a read-only disk Node says that they aren't there.
  const isReadOnly = error.code === 'ENOENT' && error.syscall === 'mkdir';
  const reason = `${error.message.replace(/^\w+: /, '')}${isReadOnly ? ' (or its disk is read-only)' : ''}`;
  // Node has no name for a full quota.
  switch (error.errno === -constants.errno.EDQUOT ? 'ENOSPC' : error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${name} can't be used by this user: ${reason}. Get the right to it, or ${elsewhere}.`;
    case 'ENOSPC':
    case 'EFBIG':
      return `${name} can't be written: ${reason}. Make room, or ${elsewhere}.`;
    case 'EMFILE':
    case 'ENFILE':
      return `no more files can be open: ${reason}. Raise the limit (ulimit -n 4096), or close other programs.`;
    case 'EAGAIN':
    case 'ENOMEM':
      return `the system has no room for more: ${reason}. Close other programs, or raise its limits.`;
    case 'EPIPE':
      return `${name} was closed by its reader before the end. Let it read on, or write to a file (--out).`;
    default:
      return `${name} can't be used: ${reason}. ${area?.otherwise ?? 'See that it is there and what it should be'}, or ${elsewhere}.`;
  }
}

interface Area {
  readonly name: string;
  readonly folder: (place: Place) => string;
  readonly elsewhere: string;
  /** The cure for what is no matter of rights or room. */
  readonly otherwise: string;
}

/** What wiremark writes to, the innermost first: people keep caches in temporary folders. */
const AREAS: readonly Area[] = [
  {
    name: 'the cache',
    folder: ({ cache }) => cache,
    elsewhere: 'set WIREMARK_CACHE to another folder',
    otherwise: 'Remove it, for all in it is made again',
  },
  {
    name: 'the folder of runs',
    folder: () => resolve('.wiremark'),
    elsewhere: 'start wiremark in another folder: runs are kept where it is started',
    otherwise: 'See what stands in its way',
  },
  {
    name: 'the temporary folder',
    folder: tmpdir,
    elsewhere: 'set TMPDIR to another one',
    otherwise: 'Make it',
  },
];

function isIn(path: string, folder: string): boolean {
  return `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);
}
