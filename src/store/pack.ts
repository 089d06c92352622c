/** What becomes of a run's samples when it is over. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal, openDuckDb, withDuckDb } from './duckdb.ts';
import { syncPath } from './durable.ts';
import { StoreError } from './error.ts';
import { ASIDE, PACKED_FILE, RUN_FILE, SAMPLES_FILE } from './files.ts';
import { countLines, linesTable } from './lines.ts';
import { lockRun } from './lock.ts';
import { FILLED_COLUMNS, SAMPLE_COLUMNS } from './packed.ts';
import { readRecord } from './reader.ts';
import type { RunRecord } from './record.ts';
import { rewriteRecord } from './rewrite.ts';
import { digestOfFile, requireRecorded } from './seal.ts';

/** `reason`: why the samples stay lines, which is no harm. */
export type Packing =
  | { readonly packed: true; readonly samples: number }
  | { readonly packed: false; readonly reason: string };

/**
 * Turns the lines of a run that is over into Parquet: written beside, compared with the lines, renamed, and only then
 * are the lines removed. A process that is killed meanwhile leaves one of the two, or both with the same samples. Call
 * it where nothing is timed.
 *
 * @param open how DuckDB is opened, where it isn't the usual way
 * @throws StoreError when the run isn't over, has no lines, or another process is writing it
 */
export async function packSamples(folder: string, open = openDuckDb): Promise<Packing> {
  const unlock = lockRun(folder);
  try {
    const record = await readRecord(join(folder, RUN_FILE));
    if (record.finishedAt === null)
      throw new StoreError(folder, 'the run is not over: its samples stay lines');
    const lines = join(folder, SAMPLES_FILE);
    if (!existsSync(lines)) throw new StoreError(lines, 'is not there to be packed');
    return await pack(folder, record, open);
  } finally {
    unlock();
  }
}

async function pack(folder: string, record: RunRecord, open: typeof openDuckDb): Promise<Packing> {
  const [lines, packed] = [join(folder, SAMPLES_FILE), join(folder, PACKED_FILE)];
  const aside = `${packed}${ASIDE}`;
  try {
    requireRecorded(lines, record);
    const samples = await withDuckDb((connection) => copy(connection, lines, aside), open);
    syncPath(aside);
    // Before there is such a file: whoever finds it finds what it should be.
    await sealPacked(folder, aside);
    renameSync(aside, packed);
    syncPath(folder);
    rmSync(lines);
    return { packed: true, samples };
  } catch (error) {
    rmSync(aside, { force: true });
    return { packed: false, reason: (error as Error).message };
  }
}

async function sealPacked(folder: string, file: string): Promise<void> {
  const digest = digestOfFile(file);
  await rewriteRecord(folder, ({ samples }) => ({
    samples: samples && { ...samples, digests: { ...samples.digests, [PACKED_FILE]: digest } },
  }));
}

/** Copies lines to Parquet and compares the two. @returns the number of samples */
async function copy(connection: DuckDBConnection, lines: string, packed: string): Promise<number> {
  const table = linesTable([lines]);
  const options = 'format parquet, compression zstd, use_tmp_file false';
  await connection.run(`copy ${table} to ${literal(packed)} (${options})`);
  const before = await digest(connection, table);
  const after = await digest(connection, `read_parquet(${literal(packed)})`);
  const written = await countLines(lines);
  if (before.samples !== written) throw new Error(`${written} lines, but ${before.samples} samples`);
  if (before.values !== written * FILLED_COLUMNS.length) throw new Error('not every line is a whole sample');
  if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error('the copy differs from the lines');
  return written;
}

/** What two tables of the same samples have in common. */
async function digest(connection: DuckDBConnection, table: string) {
  const values = FILLED_COLUMNS.map((column) => `count("${column}")`).join(' + ');
  const all = SAMPLE_COLUMNS.map(({ id }) => `"${id}"`).join(', ');
  const reader = await connection.runAndReadAll(
    `select count(*)::double, (${values})::double, sum(hash(${all}))::varchar from ${table}`,
  );
  const [samples, filled, hashes] = reader.getRows()[0] as [number, number, string | null];
  return { samples, values: filled, hashes };
}
