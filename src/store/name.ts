import { hash } from 'node:crypto';
import { join } from 'node:path';
import { replaceFile } from './folder/durable.ts';
import { RUN_FILE } from './folder/files.ts';
import { lockRun } from './folder/lock.ts';
import { parseRecord, recordText } from './folder/reader.ts';
import { readSeal, writeSeal } from './folder/seal.ts';

const LONGEST = 80;

export function faultOfName(name: string): string | null {
  if (/^last(~|$)/.test(name)) return 'names like "last" and "last~1" are reserved for the last runs';
  if (name.length <= LONGEST && /^[^-.\s]/.test(name) && !/[\p{Cc}/\\]|\s$/u.test(name)) return null;
  return `a name has 1 to ${LONGEST} characters, no slashes, line breaks or spaces around it, and no - or . first`;
}

export function nameRun(folder: string, name: string): void {
  const unlock = lockRun(folder);
  try {
    const seal = readSeal(folder);
    const text = recordText(folder, { ...parseRecord(folder, seal).found, name });
    const digest = hash('sha256', text);
    // While the new run.json replaces the old, the seal accepts both.
    if (seal !== null) writeSeal(folder, { ...seal, records: [...seal.records.slice(-1), digest] });
    replaceFile(join(folder, RUN_FILE), text);
    if (seal !== null) writeSeal(folder, { ...seal, records: [digest] });
  } finally {
    unlock();
  }
}
