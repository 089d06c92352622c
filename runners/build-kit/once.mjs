import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Makes a folder that is named by its content, so that it appears whole or not at all, and never again once it is there:
 * other wiremarks may be building, or measuring from it, at the same time.
 *
 * @param {string} place absolute
 * @param {(aside: string) => Promise<void>} fill writes to an empty folder beside it; nothing may hold that path
 */
export async function makeOnce(place, fill) {
  if (existsSync(place)) return;
  // wiremark removes what was left under such a name after a day.
  const aside = join(dirname(place), `.making-${process.pid}-${randomBytes(6).toString('hex')}`);
  await mkdir(aside, { recursive: true });
  try {
    await fill(aside);
    await rename(aside, place);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    // Another process was faster and made the same.
    if (!existsSync(place)) throw error;
  }
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
