import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

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
    const is = createHash('sha1')
      .update(await readFile(path))
      .digest('hex');
    if (is !== sha1.toLowerCase()) return path;
  }
  return null;
}
