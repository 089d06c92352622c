/** Creates shared folders atomically: other processes may create or use the same folder at the same time. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** @typedef {import('./installer.mjs').Failure} Failure */

/**
 * Creates a folder whose name identifies its content, unless it exists.
 *
 * @param {string} place absolute path of the folder
 * @param {(aside: string, log: string) => Promise<Failure | null | void>} fill writes the content to the temporary
 *   folder `aside`, which is then renamed, so no file may contain its path. `log` is a path for a log file, which may
 *   stay after a failure.
 * @returns {Promise<Failure | null>} null if the folder exists, created by this process or another
 */
export async function makeOnce(place, fill) {
  if (existsSync(place)) return null;
  return inScratch(dirname(place), async (aside) => {
    const failure = await fill(aside, `${place}.log`);
    if (!failure) await settle(aside, place);
    return failure && !existsSync(place) ? failure : null;
  });
}

/**
 * Creates a temporary folder, calls `work` with its path, and removes the folder.
 *
 * @template T
 * @param {string} folder parent of the temporary folder
 * @param {(scratch: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inScratch(folder, work) {
  // wiremark removes folders with this prefix after a day, in case this process is killed.
  const scratch = join(folder, `.making-${process.pid}-${randomBytes(6).toString('hex')}`);
  await mkdir(scratch, { recursive: true });
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Renames a finished folder to its final path, and returns this path. If the path exists, another process has made the
 * same folder.
 * @param {string} made
 * @param {string} place
 * @returns {Promise<string>}
 */
export async function settle(made, place) {
  try {
    await rename(made, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
  return place;
}

/**
 * Returns a short digest for the name of a folder.
 * @param {readonly (string | Uint8Array)[]} parts
 */
export function digestOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part);
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param {string} file
 * @param {'sha256' | 'sha1'} algorithm
 */
export async function digestOfFile(file, algorithm = 'sha256') {
  return createHash(algorithm)
    .update(await readFile(file))
    .digest('hex');
}
