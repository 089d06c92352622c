/** What people call a run. It lies in run.json, so that it goes wherever the folder goes. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { replaceFile } from './folder/durable.ts';
import { RUN_FILE } from './folder/files.ts';
import { lockRun } from './folder/lock.ts';
import { parseRecord, readRecord, recordText } from './folder/reader.ts';
import { readSeal, writeSeal } from './folder/seal.ts';
import type { RunRecord } from './record/record.ts';

const LONGEST = 80;

/** What is wrong with a name that a run is to have; null: nothing. */
export function faultOfName(name: string): string | null {
  if (/^last(~|$)/.test(name)) return 'names like "last" and "last~1" are reserved for the last runs';
  if (name.length <= LONGEST && /^[^-.\s]/.test(name) && !/[\p{Cc}/\\]|\s$/u.test(name)) return null;
  return `a name has 1 to ${LONGEST} characters, no slashes, line breaks or spaces around it, and no - or . first`;
}

/** What is wrong with a tag; null: nothing. */
export function faultOfTag(tag: string): string | null {
  return /^[a-z0-9][a-z0-9._-]*$/.test(tag) && tag.length <= LONGEST
    ? null
    : `a tag has at most ${LONGEST} of a to z, 0 to 9, . _ and -, and begins with a letter or digit`;
}

type Labels = { readonly [K in 'name' | 'tags']?: RunRecord[K] | undefined };

/**
 * Names a run.
 *
 * @param name as `faultOfName` has it; null takes the name away
 * @throws StoreError when it is being written or can't be read
 */
export function nameRun(folder: string, name: string | null): RunRecord {
  return relabel(folder, () => ({ name: name ?? undefined }));
}

/**
 * Adds tags to a run and takes others away.
 *
 * @param added as `faultOfTag` has them
 * @throws StoreError as `nameRun`
 */
export function tagRun(folder: string, added: readonly string[], removed: readonly string[]): RunRecord {
  return relabel(folder, ({ tags = [] }) => {
    const kept = new Set([...tags, ...added].filter((tag) => !removed.includes(tag)));
    return { tags: kept.size === 0 ? undefined : [...kept].sort() };
  });
}

/** What the file has that this version doesn't know stays there. The seal holds for old and new until the new is there. */
function relabel(folder: string, change: (record: RunRecord) => Labels): RunRecord {
  const unlock = lockRun(folder);
  try {
    const seal = readSeal(folder);
    const { record, found } = parseRecord(folder, seal);
    const text = recordText(folder, { ...found, ...change(record) });
    const digest = hash('sha256', text);
    if (seal !== null) writeSeal(folder, { ...seal, records: [...seal.records.slice(-1), digest] });
    replaceFile(join(folder, RUN_FILE), text);
    if (seal !== null) writeSeal(folder, { ...seal, records: [digest] });
    return readRecord(folder);
  } finally {
    unlock();
  }
}
