/** Folders and files that appear whole or not at all: other wiremarks may be building, or measuring from them, at the same time. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** @typedef {import('./installer.mjs').Failure} Failure */

/**
 * Makes a folder that is named by its content, once: never again when it is there.
 *
 * @param {string} place absolute
 * @param {(aside: string, log: string) => Promise<Failure | null | void>} fill writes to an empty folder beside it; nothing
 *   may hold that path. With a failure nothing is made, and its log may stay: wiremark removes what nothing has used for long
 * @returns {Promise<Failure | null>} null if it is there, made by this program or another
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
 * Does something in an empty folder, and removes what is left of it.
 *
 * @template T
 * @param {string} folder where it is made
 * @param {(scratch: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inScratch(folder, work) {
  // wiremark removes what was left under such a name after a day.
  const scratch = join(folder, `.making-${process.pid}-${randomBytes(6).toString('hex')}`);
  await mkdir(scratch, { recursive: true });
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Gives what was made its name.
 * @param {string} made
 * @param {string} place of the same file system
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
 * @param {readonly (string | Uint8Array)[]} parts in an order that is always the same
 */
export function digestOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\n`).update(part);
  return hash.digest('hex').slice(0, 16);
}

/**
 * The digest of a file as registries publish it, in hex.
 * @param {string} file
 * @param {'sha256' | 'sha1'} algorithm
 */
export async function digestOfFile(file, algorithm = 'sha256') {
  return createHash(algorithm)
    .update(await readFile(file))
    .digest('hex');
}
