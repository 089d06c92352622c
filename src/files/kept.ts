/**
 * Files of the cache. Each appears whole or not at all, even when others write the same at that time. What can't be read is
 * damaged, and counts as missing: everything in the cache can be made again.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { readRegular } from './regular-file.ts';

const READABLE = 0o444;

/**
 * Puts a file where it belongs, whatever stands there. Its folder is made. The file is read-only: a program that gets it to
 * read can't write to it by mistake.
 */
export function keep(file: string, content: string | Uint8Array): void {
  makeFolder(dirname(file));
  const aside = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.partial`;
  try {
    naming(file, () => writeFileSync(aside, content));
    chmodSync(aside, statSync(aside).mode & READABLE);
    if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory())
      rmSync(file, { recursive: true, force: true });
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** The same of a text, unless it is there already: a whole file isn't written again while another program reads it. */
export function keepText(file: string, text: string): void {
  if (readKept(file)?.toString() !== text) keep(file, text);
}

/** The content of a regular file; null for anything else. */
export function readKept(file: string): Buffer | null {
  try {
    return readRegular(file);
  } catch (error) {
    return damaged(error);
  }
}

/** Of the machine, whatever the file is like. */
const MACHINE_FAULTS = ['ENOMEM', 'EMFILE', 'ENFILE', 'EIO'];

/** What a file is that can't be read. @throws what is no fault of the file */
function damaged(error: unknown): null {
  if (MACHINE_FAULTS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  return null;
}

/** What goes wrong with a file that is open already doesn't say which: this says it, as errors of opening do. */
export function naming<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    if (fault.syscall === undefined || fault.path !== undefined) throw error;
    throw Object.assign(fault, { path: file, message: `${fault.message} '${file}'` });
  }
}
