/**
 * Opens what is named by somebody else: what a runner kept, a run's record, a suite. What a path leads to may be a pipe, in
 * which nobody ever writes, or a device that never ends; so it is looked at before it is opened, and again when it is open.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';

/** What a path leads to can't be read as it should; the message goes on after "can't be read: " or a file's name. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  /** `limit`: a good file, but larger than wiremark reads. */
  readonly why: 'not-regular' | 'limit';

  constructor(why: FileRefused['why'], message: string) {
    super(message);
    this.why = why;
  }
}

const MIB = 2 ** 20;

/** Limit for any file: Node reads no more in one call. */
const MOST_BYTES = 2048 * MIB - 1;

export interface Reading {
  readonly most?: number;
  /** Whether the last part of the path may be a link; it may by default. */
  readonly links?: boolean;
}

/**
 * Reads a regular file, as long as it is when it is opened.
 *
 * @throws FileRefused for anything else, and for one that is too large; what the file system throws
 */
export function readRegular(file: string, { most = MOST_BYTES, links = true }: Reading = {}): Buffer {
  const { descriptor, size } = openRegular(file, { most, links });
  try {
    const bytes = Buffer.allocUnsafeSlow(size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Opens it for reading; the caller closes it. @throws as `readRegular` */
export function openRegular(
  file: string,
  { most = Number.POSITIVE_INFINITY, links = true }: Reading = {},
): { readonly descriptor: number; readonly size: number } {
  checkRegular(file, { most, links });
  // A pipe that has taken the file's place since would be waited for by a plain open.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const descriptor = openSync(file, O_RDONLY | (O_NONBLOCK ?? 0) | (links ? 0 : (O_NOFOLLOW ?? 0)));
  try {
    const found = fstatSync(descriptor);
    refuseOther(found, most);
    return { descriptor, size: found.size };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** For a file that another program opens by its name, as a database does. @returns its size. @throws as `readRegular` */
export function checkRegular(
  file: string,
  { most = Number.POSITIVE_INFINITY, links = true }: Reading = {},
): number {
  const found = links ? statSync(file) : lstatSync(file);
  refuseOther(found, most);
  return found.size;
}

function refuseOther(found: Stats, most: number): void {
  if (!found.isFile()) throw new FileRefused('not-regular', `it is ${kindOf(found)}, not a regular file`);
  if (found.size > most)
    throw new FileRefused(
      'limit',
      `it has ${spelledSize(found.size)}, and at most ${spelledSize(most)} are read`,
    );
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a pipe (FIFO)';
  if (found.isSocket()) return 'a socket';
  if (found.isSymbolicLink()) return 'a link';
  return 'a device';
}

/** Upwards: what is above a limit never reads like the limit. */
export function spelledSize(bytes: number): string {
  return bytes < MIB ? `${bytes} bytes` : `${Math.ceil(bytes / MIB)} MiB`;
}
