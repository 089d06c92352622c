/**
 * Results of runs that were asked for before. They depend on the code and on a run's record and samples alone, and are
 * cached under the digest of these: a change has another place, and nothing has to be invalidated.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keep, readKept } from '../../files/kept.ts';
import type { Datum } from '../../store/record/columns.ts';
import type { RunRecord } from '../../store/record/record.ts';
import { isSystemError } from '../faults.ts';
import type { Place } from '../place.ts';

/** In the order of the columns. */
export type ResultRow = readonly Datum[];

/** The rows of a run as they were kept; else they are made, and kept. @param record which has the digest of its samples */
export type Keeping = (record: RunRecord, make: () => readonly ResultRow[]) => readonly ResultRow[];

export function openKept({ cache, code }: Place): Keeping {
  if (code === undefined) return (_, make) => make();
  const all = join(cache, 'results');
  const folder = join(all, code);
  return (record, make) => {
    const file = join(folder, `${hash('sha256', JSON.stringify(record))}.json`);
    const [digest, known] = readKept(file)?.toString().split('\n') ?? [];
    if (known !== undefined && hash('sha256', known) === digest) return JSON.parse(known) as ResultRow[];
    const rows = make();
    const text = JSON.stringify(rows);
    try {
      if (!existsSync(folder)) forget(all);
      keep(file, `${hash('sha256', text)}\n${text}`);
    } catch (error) {
      // The answer is complete without the cache: the next takes as long as this one.
      if (!isSystemError(error)) throw error;
    }
    return rows;
  };
}

const MONTH = 30 * 24 * 3_600_000;

/** Removes what another wiremark has kept and not added to for long. */
function forget(all: string): void {
  if (!existsSync(all)) return;
  for (const folder of readdirSync(all).map((name) => join(all, name)))
    if (Date.now() - statSync(folder).mtimeMs > MONTH) rmSync(folder, { recursive: true, force: true });
}
