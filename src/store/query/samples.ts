/** The view `samples`. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreError } from '../error.ts';
import { linesTable } from '../lines.ts';
import type { ListedRun } from '../locate.ts';
import { writingProcess } from '../lock.ts';
import { packedTable, SAMPLE_COLUMNS } from '../packed.ts';
import { findSamples, isPacked, readRun } from '../reader.ts';
import { ORIGIN_COLUMNS, originTuples, SAMPLES, type Tuple, tupleOf } from './relations.ts';
import { defineTable } from './table.ts';

/** Where the samples of the runs are read from. */
interface SampleFiles {
  readonly packed: string[];
  readonly lines: string[];
  /** Of runs that are still being written, or were killed while they were. */
  readonly open: Tuple[];
  readonly warnings: string[];
}

/**
 * Makes the view `samples`, straight over the runs' files. Only what is still being written, or was cut short, is read
 * beforehand.
 *
 * @returns the files that the view reads, and what was left out
 */
export async function defineSamples(
  connection: DuckDBConnection,
  runs: readonly ListedRun[],
): Promise<{ readonly files: readonly string[]; readonly warnings: readonly string[] }> {
  const found: SampleFiles = { packed: [], lines: [], open: [], warnings: [] };
  const origins: Tuple[] = [];
  for (const run of runs) {
    const { file, warnings } = await findSamples(run.folder);
    found.warnings.push(...warnings);
    origins.push(...originTuples(run, file));
    await addFile(found, run, file);
  }
  // In a schema of their own, so that SHOW TABLES names the views alone.
  await connection.run('create schema parts');
  await defineTable(connection, 'parts.origins', ORIGIN_COLUMNS, origins);
  const own = [FILE, ...SAMPLE_COLUMNS];
  await defineTable(connection, 'parts.open_samples', own, found.open);
  const names = own.map(({ id }) => `"${id}"`).join(', ');
  const sources = [`select ${names} from parts.open_samples`];
  if (found.packed.length > 0)
    sources.push(`select ${names} from ${packedTable(found.packed, ", filename = 'file'")}`);
  if (found.lines.length > 0)
    sources.push(`select ${names} from ${linesTable(found.lines, ", filename = 'file'", ', file')}`);
  const columns = SAMPLES.columns.map(({ id }) => columnOfSamples(id)).join(', ');
  const joined = `(${sources.join(' union all ')}) s left join parts.origins o using (file, "case", contender)`;
  await connection.run(`create view ${SAMPLES.name} as select ${columns} from ${joined}`);
  return { files: [...found.packed, ...found.lines], warnings: found.warnings };
}

const FILE = { id: 'file', type: 'VARCHAR', what: '' } as const;

function columnOfSamples(id: string): string {
  if (id === 'ns_per_op')
    return 'greatest(s.ns - coalesce(s.wait_ns, 0), s.ns / 10) / nullif(s.ops, 0) as ns_per_op';
  return `${ORIGIN_COLUMNS.some((one) => one.id === id) ? 'o' : 's'}."${id}"`;
}

async function addFile(found: SampleFiles, { folder, record }: ListedRun, file: string): Promise<void> {
  if (isPacked(file)) {
    if (endsWith(file, 'PAR1')) found.packed.push(file);
    else found.warnings.push(`${file}: not samples, or cut short; the samples of ${record.id} are left out`);
  } else if (writingProcess(folder) === null && endsWith(file, '\n')) found.lines.push(file);
  else {
    const { samples, warnings } = await readRun(folder);
    found.warnings.push(...warnings);
    for (const sample of samples) found.open.push({ file, ...tupleOf(SAMPLE_COLUMNS, sample) });
  }
}

/** Whether a file ends with these bytes; an empty one does. @throws StoreError */
function endsWith(file: string, end: string): boolean {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const { size } = fstatSync(descriptor);
      if (size === 0) return true;
      const bytes = Buffer.alloc(Math.min(size, end.length));
      readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('latin1') === end;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new StoreError(file, `can't be read (${(error as Error).message})`, { cause: error });
  }
}
