/** DuckDB, in this process and in memory. It is loaded only where it is used: it is machine code of some size. */
import { DuckDbMissing } from './error.ts';

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

/** A connection to a database of its own. @throws DuckDbMissing */
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
