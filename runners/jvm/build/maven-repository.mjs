import { readFile } from 'node:fs/promises';
import { digestOfFile } from '../../build-kit/once.mjs';

/**
 * The first of some files in Maven's repository that isn't what Maven downloaded: it keeps the SHA-1 beside each, and never
 * looks at it again.
 * @param {readonly string[]} paths
 * @returns {Promise<string | null>}
 */
export async function damagedFile(paths) {
  for (const path of paths) {
    const told = await readFile(`${path}.sha1`, 'utf8').catch(() => '');
    const sha1 = /^\s*([0-9a-f]{40})\b/i.exec(told)?.[1];
    if (sha1 === undefined) continue;
    if ((await digestOfFile(path, 'sha1')) !== sha1.toLowerCase()) return path;
  }
  return null;
}
