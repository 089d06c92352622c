/** The view `samples`. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreError } from '../error.ts';
import { linesTable } from '../lines.ts';
import type { ListedRun } from '../locate.ts';
import { packedTable, SAMPLE_COLUMNS } from '../packed.ts';
import { findSamples, isPacked, reading, readRun } from '../reader.ts';
import { ORIGIN_COLUMNS, originTuples, SAMPLES, type Tuple, tupleOf } from './relations.ts';
import { defineTable } from './table.ts';

/** Where the samples of the runs are read from. */
interface SampleFiles {
  readonly packed: string[];
  readonly lines: string[];
  /** Of runs that have no digest of theirs: they are still written, were killed, or are older than digests. */
  readonly open: Tuple[];
  readonly warnings: string[];
}

/**
 * Makes the view `samples`, straight over the runs' files. Only what can't be held against a digest is read beforehand.
 *
 * @param damaged told of a run that is left out, unless it throws
 * @returns the files that the view reads, and what was left out
 */
export async function defineSamples(
  connection: DuckDBConnection,
  runs: readonly ListedRun[],
  damaged: (error: StoreError) => void,
): Promise<{ readonly files: readonly string[]; readonly warnings: readonly string[] }> {
  const found: SampleFiles = { packed: [], lines: [], open: [], warnings: [] };
  const origins: Tuple[] = [];
  for (const run of runs) {
    try {
      origins.push(...(await reading(run, (one) => addRun(found, one))));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      damaged(error);
    }
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

/** @returns what its samples are of. @throws StoreError for what `readRun` refuses */
async function addRun(found: SampleFiles, run: ListedRun): Promise<Tuple[]> {
  const { folder, record } = run;
  const { file, warnings } = await findSamples(folder, record);
  const recorded = record.samples !== undefined;
  if (isPacked(file)) {
    if (!recorded) await readRun(folder);
    found.packed.push(file);
  } else if (recorded) found.lines.push(file);
  else {
    const { samples, warnings } = await readRun(folder);
    found.warnings.push(...warnings);
    for (const sample of samples) found.open.push({ file, ...tupleOf(SAMPLE_COLUMNS, sample) });
  }
  found.warnings.push(...warnings);
  return originTuples(run, file);
}
