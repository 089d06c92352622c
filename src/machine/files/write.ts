import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { readRegular } from './read.ts';

const READABLE = 0o444;

/** Makes a folder and its parents. Node's recursive `mkdirSync` would never return below /proc. */
export function makeFolder(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Writes a read-only file atomically, in place of an existing file or folder. */
export function keep(file: string, content: string | Uint8Array): void {
  replacePath(file, (aside) => {
    withPath(file, () => writeFileSync(aside, content));
    chmodSync(aside, statSync(aside).mode & READABLE);
  });
}

/** Makes a file or link under another name, then renames it, in place of an existing file or folder. */
export function replacePath(path: string, make: (aside: string) => void): void {
  makeFolder(dirname(path));
  const aside = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.partial`;
  try {
    make(aside);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory())
      rmSync(path, { recursive: true, force: true });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** Writes a text. A file that already has it stays untouched: another program may be reading it. */
export function keepText(file: string, text: string): void {
  if (readKept(file)?.toString() !== text) keep(file, text);
}

const MACHINE_FAULTS = ['ENOMEM', 'EMFILE', 'ENFILE', 'EIO'];

/** Content of a file that can be made again; null if missing or unreadable. @throws errors of the machine, such as ENOMEM */
export function readKept(file: string): Buffer | null {
  try {
    return readRegular(file);
  } catch (error) {
    if (MACHINE_FAULTS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return null;
  }
}

/** Adds the path to errors of `work`, because errors about open files have none. */
export function withPath<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    if (fault.syscall === undefined || fault.path !== undefined) throw error;
    throw Object.assign(fault, { path: file, message: `${fault.message} '${file}'` });
  }
}
