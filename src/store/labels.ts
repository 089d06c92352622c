/** What people call a run. It lies in run.json, so that it goes wherever the folder goes. */
import { lockRun } from './lock.ts';
import type { RunRecord } from './record.ts';
import { rewriteRecord } from './rewrite.ts';

const LONGEST = 80;

/** What is wrong with a name that a run is to have; null: nothing. */
export function faultOfName(name: string): string | null {
  if (name === '' || name !== name.trim()) return 'a name has no spaces around it, and is not empty';
  if (name.length > LONGEST) return `a name has ${LONGEST} characters at most`;
  if (/^last(~|$)/.test(name)) return 'names like "last" and "last~1" are taken: they mean the last runs';
  if (/^[-.]|[/\\\p{Cc}]/u.test(name)) return 'a name has no slashes and begins with neither - nor .';
  return null;
}

/** What is wrong with a tag; null: nothing. */
export function faultOfTag(tag: string): string | null {
  return /^[a-z0-9][a-z0-9._-]*$/.test(tag) && tag.length <= LONGEST
    ? null
    : 'a tag is made of a to z, 0 to 9, and . _ - within it';
}

/**
 * Names a run.
 *
 * @param name as `faultOfName` has it; null takes the name away
 * @throws StoreError when it is being written or can't be read
 */
export async function nameRun(folder: string, name: string | null): Promise<RunRecord> {
  return relabel(folder, () => ({ name: name ?? undefined }));
}

/**
 * Adds tags to a run and takes others away.
 *
 * @param added as `faultOfTag` has them
 * @throws StoreError as `nameRun`
 */
export async function tagRun(
  folder: string,
  added: readonly string[],
  removed: readonly string[],
): Promise<RunRecord> {
  return relabel(folder, ({ tags = [] }) => {
    const kept = new Set([...tags, ...added].filter((tag) => !removed.includes(tag)));
    return { tags: kept.size === 0 ? undefined : [...kept].sort() };
  });
}

async function relabel(folder: string, change: Parameters<typeof rewriteRecord>[1]): Promise<RunRecord> {
  const unlock = lockRun(folder);
  try {
    return await rewriteRecord(folder, change);
  } finally {
    unlock();
  }
}
