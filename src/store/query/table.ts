import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import type { ColumnFacts, ColumnType, Datum } from '../columns.ts';
import { DuckDbMissing } from '../error.ts';
import type { Tuple } from './relations.ts';

/** Makes a table in memory. */
export async function defineTable(
  connection: DuckDBConnection,
  name: string,
  columns: readonly ColumnFacts[],
  tuples: readonly Tuple[],
): Promise<void> {
  const types = columns.map(({ id, type }) => [id, type.endsWith('[]') ? [type.slice(0, -2)] : type]);
  const shape = `'${JSON.stringify([Object.fromEntries(types)])}'`;
  const query = `select unnest(from_json_strict($1::json, ${shape}), max_depth := 2)`;
  await connection.run(`create table ${name} as ${query}`, [JSON.stringify(tuples)]);
}

/** Rows at a time. */
export const CHUNK = 2048;

/**
 * Makes a table of many rows in memory, ten times as fast.
 *
 * @param columns of the types VARCHAR, BOOLEAN, INTEGER and DOUBLE
 * @param pieces of their values, in the order of the columns
 */
export async function fillTable(
  connection: DuckDBConnection,
  name: string,
  columns: readonly ColumnFacts[],
  pieces: Iterable<readonly (readonly Datum[])[]>,
): Promise<void> {
  const { DuckDBDataChunk, VARCHAR, BOOLEAN, INTEGER, DOUBLE } = await import('@duckdb/node-api');
  const known: Partial<Record<ColumnType, DuckDBType>> = { VARCHAR, BOOLEAN, INTEGER, DOUBLE };
  const types = columns.map(({ type }) => known[type]!);
  await connection.run(
    `create table ${name} (${columns.map(({ id, type }) => `"${id}" ${type}`).join(', ')})`,
  );
  const [table, schema] = name.split('.').reverse();
  const appender = await connection.createAppender(table!, schema);
  for (const rows of pieces)
    for (let at = 0; at < rows.length; at += CHUNK) {
      const some = rows.slice(at, at + CHUNK);
      const chunk = DuckDBDataChunk.create(types, some.length);
      chunk.setColumns(columns.map((_, i) => some.map((row) => row[i]!)));
      appender.appendDataChunk(chunk);
    }
  appender.closeSync();
}

/** Nothing is fetched, and nothing is written but what a statement names. */
const CONFIGURATION = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  temp_directory: '',
};

const MIB = 2 ** 20;

/** Half of the memory that is free: a query that wants more fails by itself, before the machine begins to swap. */
export function memoryLimit(available = process.availableMemory()): string {
  return `${Math.max(256, Math.floor(available / MIB / 2))}MiB`;
}

/** A connection to a database of its own, in memory; DuckDB is loaded only where it is used. @throws DuckDbMissing */
export async function openDuckDb() {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((error: unknown) => {
    throw new DuckDbMissing(error);
  });
  const instance = await DuckDBInstance.create(':memory:', { ...CONFIGURATION, memory_limit: memoryLimit() });
  const connection = await instance.connect();
  return {
    connection,
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
