/** samples.parquet: its columns, and reading it. */
import type { DuckDBDataChunk } from '@duckdb/node-api';
import { literal, withDuckDb } from './duckdb.ts';
import { DuckDbMissing, StoreError } from './error.ts';
import { PHASES, type Sample } from './record.ts';

/** Keys of a sample as its line has them, their columns in samples.parquet, and the types of these. */
export const SAMPLE_COLUMNS = [
  { key: 'case', column: 'case', type: 'INTEGER' },
  { key: 'contender', column: 'contender', type: 'INTEGER' },
  { key: 'round', column: 'round', type: 'INTEGER' },
  { key: 'phase', column: 'phase', type: 'VARCHAR' },
  { key: 'block', column: 'block', type: 'INTEGER' },
  { key: 'ops', column: 'ops', type: 'BIGINT' },
  { key: 'ns', column: 'ns', type: 'BIGINT' },
  { key: 'cpuNs', column: 'cpu_ns', type: 'BIGINT' },
  { key: 'waitNs', column: 'wait_ns', type: 'BIGINT' },
  { key: 'compileNs', column: 'compile_ns', type: 'BIGINT' },
] as const satisfies readonly { key: keyof Sample; column: string; type: string }[];

/** The columns that every sample fills. */
export const FILLED_COLUMNS = SAMPLE_COLUMNS.filter(({ key }) => key !== 'waitNs' && key !== 'compileNs').map(
  ({ column }) => column,
);

/**
 * Reads samples.parquet. Which case and contender they are of isn't checked here.
 *
 * @returns the samples in the order in which they were taken
 * @throws StoreError for what isn't such a file, or where there is no DuckDB to read it
 */
export async function readPacked(file: string): Promise<Sample[]> {
  // Up to 2^53 a number is exact as a double, and much quicker to take over than an integer of 64 bits.
  const columns = SAMPLE_COLUMNS.map(({ column, type }) =>
    type === 'BIGINT' ? `"${column}"::double` : `"${column}"`,
  );
  return reading(file, `select ${columns.join(', ')} from read_parquet(${literal(file)})`, async (chunks) => {
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
  const [cases, contenders, rounds, phases, blocks, ops, ns, cpuNs, waitNs, compileNs] = columns;
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
    });
  }
}
