/** samples.parquet: its columns, and reading it. */
import type { DuckDBDataChunk } from '@duckdb/node-api';
import { checkRegular } from '../files/regular-file.ts';
import type { ColumnType, DataColumn } from './columns.ts';
import { literal, withDuckDb } from './duckdb.ts';
import { DuckDbMissing, StoreError } from './error.ts';
import { PHASES, type Sample } from './record.ts';

/** The columns of samples.parquet, and the keys of a sample that they hold. */
export const SAMPLE_COLUMNS = [
  column('case', 'case', 'INTEGER', "place in the record's cases"),
  column('contender', 'contender', 'INTEGER', "place in the record's contenders"),
  column('round', 'round', 'INTEGER', 'from 0; each in a fresh process'),
  column('phase', 'phase', 'VARCHAR', 'block is what counts; start, first, warmup, disturbed, fresh, idle'),
  column('block', 'block', 'INTEGER', 'position within the phase, from 0'),
  column('ops', 'ops', 'BIGINT', 'operations in the slice; 0 for a start and while idle'),
  column('ns', 'ns', 'BIGINT', 'time of the slice'),
  column('cpuNs', 'cpu_ns', 'BIGINT', 'CPU time of the process'),
  column(
    'waitNs',
    'wait_ns',
    'BIGINT',
    'time that it waited for a core; null where the system does not tell',
  ),
  column(
    'compileNs',
    'compile_ns',
    'BIGINT',
    'of a warm-up: time of compiler threads; null where nobody tells',
  ),
  column(
    'elapsedNs',
    'elapsed_ns',
    'BIGINT',
    'by the stopwatch of wiremark, from command to answer; null where it held none',
  ),
] as const;

function column(key: keyof Sample, id: string, type: ColumnType, what: string): SampleColumn {
  return { key, id, type, what, of: (sample) => sample[key] ?? null };
}

interface SampleColumn extends DataColumn<Sample> {
  readonly key: keyof Sample;
}

const SOMETIMES_EMPTY: readonly (keyof Sample)[] = ['waitNs', 'compileNs', 'elapsedNs'];

/** The columns that every sample fills. */
export const FILLED_COLUMNS = SAMPLE_COLUMNS.filter(({ key }) => !SOMETIMES_EMPTY.includes(key)).map(
  ({ id }) => id,
);

/**
 * Files of samples as a table of SQL with all columns, null where a file is older than a column.
 *
 * @param options further options of DuckDB's `read_parquet`, each behind a comma
 */
export function packedTable(files: readonly string[], options = ''): string {
  const none = SAMPLE_COLUMNS.map(({ id, type }) => `null::${type} as "${id}"`).join(', ');
  const scan = `read_parquet([${files.map(literal).join(', ')}], union_by_name = true${options})`;
  return `(select ${none} where false union all by name select * from ${scan})`;
}

/**
 * Reads samples.parquet. Which case and contender they are of isn't checked here.
 *
 * @returns the samples in the order in which they were taken
 * @throws StoreError for what isn't such a file, or where there is no DuckDB to read it
 */
export async function readPacked(file: string): Promise<Sample[]> {
  // Up to 2^53 a number is exact as a double, and much quicker to take over than an integer of 64 bits.
  const columns = SAMPLE_COLUMNS.map(({ id, type }) => (type === 'BIGINT' ? `"${id}"::double` : `"${id}"`));
  return reading(file, `select ${columns.join(', ')} from ${packedTable([file])}`, async (chunks) => {
    const samples: Sample[] = [];
    for await (const chunk of chunks) addSamples(file, chunk, samples);
    return samples;
  });
}

/** How many samples a samples.parquet has. @throws StoreError as `readPacked` */
export async function countPacked(file: string): Promise<number> {
  const query = `select count(*)::double from read_parquet(${literal(file)})`;
  return reading(file, query, async (chunks) => {
    let count = 0;
    for await (const chunk of chunks) count += chunk.getColumnValues(0)[0] as number;
    return count;
  });
}

async function reading<T>(
  file: string,
  query: string,
  read: (chunks: AsyncIterable<DuckDBDataChunk>) => Promise<T>,
): Promise<T> {
  try {
    // DuckDB would wait for ever for a pipe in which nobody writes.
    checkRegular(file);
    return await withDuckDb(async (connection) => read(await connection.stream(query)));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const { message } = error as Error;
    const isMissing = error instanceof DuckDbMissing;
    const what = isMissing ? `${message}, and nothing else reads this file` : `not samples (${message})`;
    throw new StoreError(file, what, { cause: error });
  }
}

function addSamples(file: string, chunk: DuckDBDataChunk, samples: Sample[]): void {
  const columns = chunk.getColumns();
  const [cases, contenders, rounds, phases, blocks, ops, ns, cpuNs, waitNs, compileNs, elapsedNs] = columns;
  for (let row = 0; row < chunk.rowCount; row++) {
    const refuse = (value: unknown) =>
      new StoreError(file, `sample ${samples.length + 1} is none (${value} where it can't be)`);
    const number = (column: readonly unknown[] | undefined): number => {
      const value = column?.[row];
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
      throw refuse(value);
    };
    const phase = PHASES.find((one) => one === phases?.[row]);
    if (phase === undefined) throw refuse(phases?.[row]);
    samples.push({
      case: number(cases),
      contender: number(contenders),
      round: number(rounds),
      phase,
      block: number(blocks),
      ops: number(ops),
      ns: number(ns),
      cpuNs: number(cpuNs),
      waitNs: waitNs?.[row] === null ? null : number(waitNs),
      ...(compileNs?.[row] !== null && { compileNs: number(compileNs) }),
      ...(elapsedNs?.[row] !== null && { elapsedNs: number(elapsedNs) }),
    });
  }
}
