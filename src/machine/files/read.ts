import { openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { relative } from 'node:path';

export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}

const MIB = 2 ** 20;
/** Limit in bytes: Node can't read a larger file in one call. */
const MOST = 2048 * MIB - 1;

export function readRegular(file: string, most = MOST): Buffer {
  requireRegular(file, most);
  return readFileSync(file);
}

export function openRegular(file: string): number {
  // Opening a pipe without a writer would block.
  requireRegular(file);
  return openSync(file, 'r');
}

export function requireRegular(file: string, most = Number.POSITIVE_INFINITY): void {
  const found = statSync(file);
  if (!found.isFile()) throw new FileRefused(`it is ${kindOf(found)}, not a regular file`);
  if (found.size > most)
    throw new FileRefused(`it has ${sizeText(found.size)}, and at most ${sizeText(most)} are read`);
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a pipe (FIFO)';
  return found.isSocket() ? 'a socket' : 'a device';
}

/** Rounds up, so that a size above a limit never reads like the limit. */
export function sizeText(bytes: number): string {
  return bytes < MIB ? `${bytes} bytes` : `${Math.ceil(bytes / MIB)} MiB`;
}

/**
 * Removes code and path from a system error: `no such file or directory` for `ENOENT: no such file or directory, open '/x'`.
 * ELOOP gets simpler words.
 */
export function systemWords(error: unknown): string {
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return message;
  if (code === 'ELOOP') return 'a link there leads back to itself';
  return message.replace(`${code}: `, '').replace(new RegExp(`, ${syscall}( '.*)?$`, 's'), '');
}

export function shortPath(path: string): string {
  const here = relative(process.cwd(), path);
  return path === '-' || here === '' || here.startsWith('..') ? path : here;
}
