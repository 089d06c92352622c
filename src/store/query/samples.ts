/** The view `samples`. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnFacts, Datum } from '../columns.ts';
import { StoreError } from '../error.ts';
import type { ListedRun } from '../locate.ts';
import { readWhole, type StoredRun } from '../reader.ts';
import { SAMPLE_COLUMNS } from '../samples.ts';
import { ORIGIN_COLUMNS, originTuples, SAMPLES, type Tuple } from './relations.ts';
import { CHUNK, defineTable, fillTable } from './table.ts';

/** In memory a number of 64 bits is a double, which has room for all that a sample can hold and is quicker to write. */
const COLUMNS: readonly ColumnFacts[] = [
  { id: 'run', type: 'VARCHAR', what: '' },
  ...SAMPLE_COLUMNS.map(
    (column) => ({ ...column, type: column.type === 'BIGINT' ? 'DOUBLE' : column.type }) as const,
  ),
];

/**
 * Makes the view `samples`.
 *
 * @param damaged told of a run that is left out, unless it throws
 * @returns what was left out of runs
 */
export async function defineSamples(
  connection: DuckDBConnection,
  runs: readonly ListedRun[],
  damaged: (error: StoreError) => void,
): Promise<string[]> {
  const origins: Tuple[] = [];
  const warnings: string[] = [];
  const found: StoredRun[] = [];
  for (const { folder } of runs) {
    try {
      // Before any of it is in a table: a run is in it whole or not at all.
      const run = readWhole(folder);
      origins.push(...originTuples(run.record));
      warnings.push(...run.samples.warnings);
      found.push(run);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      damaged(error);
    }
  }
  // In a schema of their own, so that SHOW TABLES names the views alone.
  await connection.run('create schema parts');
  await defineTable(connection, 'parts.origins', ORIGIN_COLUMNS, origins);
  await fillTable(connection, 'parts.samples', COLUMNS, rowsOf(found));
  const columns = SAMPLES.columns.map(({ id, type }) => columnOfSamples(id, type)).join(', ');
  const joined = 'parts.samples s left join parts.origins o using (run, "case", contender)';
  await connection.run(`create view ${SAMPLES.name} as select ${columns} from ${joined}`);
  return warnings;
}

function* rowsOf(runs: readonly StoredRun[]): Generator<readonly (readonly Datum[])[]> {
  for (const { record, samples } of runs)
    for (const number of record.cases.keys()) {
      const own = samples.of(number);
      for (let at = 0; at < own.length; at += CHUNK)
        yield own
          .slice(at, at + CHUNK)
          .map((sample) => [record.id, ...SAMPLE_COLUMNS.map(({ of }) => of(sample) as Datum)]);
    }
}

function columnOfSamples(id: string, type: string): string {
  if (id === 'ns_per_op')
    return 'greatest(s.ns - coalesce(s.wait_ns, 0), s.ns / 10) / nullif(s.ops, 0) as ns_per_op';
  return `${ORIGIN_COLUMNS.some((one) => one.id === id) ? 'o' : 's'}."${id}"::${type} as "${id}"`;
}
