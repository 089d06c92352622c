/** Creates shared folders and files atomically: other wiremark processes may build or measure from them at the same time. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** @typedef {import('./installer.mjs').Failure} Failure */

/**
 * Creates a folder whose name identifies its content, unless it exists.
 *
 * @param {string} place absolute
 * @param {(aside: string, log: string) => Promise<Failure | null | void>} fill writes to the temporary folder `aside`, whose
 *   path must not appear in any file; after a failure the log may stay, and wiremark removes it later
 * @returns {Promise<Failure | null>} null if the folder exists, made by this program or another
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
 * Runs `work` in a temporary folder and removes the folder.
 *
 * @template T
 * @param {string} folder parent of the temporary folder
 * @param {(scratch: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inScratch(folder, work) {
  // wiremark removes forgotten folders with this prefix after a day.
  const scratch = join(folder, `.making-${process.pid}-${randomBytes(6).toString('hex')}`);
  await mkdir(scratch, { recursive: true });
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Renames a finished folder to its final path, unless another process did so first.
 * @param {string} made
 * @param {string} place on the same file system
 * @returns {Promise<string>} the place
 */
export async function settle(made, place) {
  try {
    await rename(made, place);
  } catch (error) {
    // Another process was faster and made the same.
    if (!existsSync(place)) throw error;
  }
  return place;
}

/**
 * A short digest for the name of a folder.
 * @param {readonly (string | Uint8Array)[]} parts in a stable order
 */
export function digestOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part);
  return hash.digest('hex').slice(0, 16);
}

/**
 * The digest of a file in hex, as registries publish it.
 * @param {string} file
 * @param {'sha256' | 'sha1'} algorithm
 */
export async function digestOfFile(file, algorithm = 'sha256') {
  return createHash(algorithm)
    .update(await readFile(file))
    .digest('hex');
}
