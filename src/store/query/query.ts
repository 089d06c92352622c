import type { DuckDBValue } from '@duckdb/node-api';
import { QueryError } from '../error.ts';

/**
 * JSON value of a query's result. Integers beyond 2⁵³, decimals of more than 15 digits, infinities, NaN, times and other types
 * become text.
 */
export type QueryValue = null | boolean | number | string | object;

export interface QueryResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly QueryValue[])[];
  readonly hasMore: boolean;
}

/**
 * Runs a query that can't open files.
 * @param tables SQL that makes the tables
 * @throws QueryError
 */
export async function query(tables: readonly string[], text: string, most: number): Promise<QueryResult> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((cause: Error) => {
    throw new QueryError(`DuckDB can't be loaded on this machine (${cause.message.split('\n')[0]})`, {
      cause,
    });
  });
  // Half of the free memory, at least 256 MiB: a larger limit could make the machine swap.
  const memory = Math.max(256, Math.floor(process.availableMemory() / 2 ** 21));
  const limits = { temp_directory: '', memory_limit: `${memory}MiB` };
  const instance = await DuckDBInstance.create(':memory:', limits);
  const connection = await instance.connect();
  try {
    for (const statement of tables) await connection.run(statement);
    await connection.run('set enable_external_access = false');
    const reader = await connection.streamAndReadUntil(text, most + 1).catch((cause: Error) => {
      throw new QueryError(worded(cause.message), { cause });
    });
    const rows = reader.getRows();
    const types = reader.columnTypes().map(String);
    return {
      columns: reader.deduplicatedColumnNames().map((name, i) => ({ name, type: types[i]! })),
      rows: rows.slice(0, most).map((row) => row.map(plainValue)),
      hasMore: rows.length > most,
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function worded(message: string): string {
  const [, what = ''] =
    /^(?:Failed to [^:]*: )?(?:(?:Parser|Binder|Catalog) Error: )?(.*)/.exec(message) ?? [];
  const [, line] = /^LINE (\d+): /m.exec(message) ?? [];
  const [hint] = /^(?:Candidate bindings: |Did you mean ).*/m.exec(message) ?? [];
  const fix = message.startsWith('Out of Memory') ? 'Ask for less at a time, or of fewer runs (--run)' : hint;
  return `${line === undefined ? '' : `line ${line}: `}${what}${fix === undefined ? '' : ` ${fix}`}`;
}

function plainValue(value: DuckDBValue): QueryValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if ('items' in value) return value.items.map(plainValue);
  if ('entries' in value) {
    const { entries } = value;
    const pairs = Array.isArray(entries)
      ? entries.map(({ key, value }) => [String(key), value] as const)
      : Object.entries(entries);
    return Object.fromEntries(pairs.map(([key, one]) => [key, plainValue(one)]));
  }
  const text = value.toString();
  return 'scale' in value && text.replaceAll(/\D/g, '').length <= 15 ? Number(text) : text;
}
