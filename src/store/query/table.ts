import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnFacts } from '../columns.ts';
import { literal } from '../duckdb.ts';
import type { Tuple } from './relations.ts';

/** Makes a table in memory. */
export async function defineTable(
  connection: DuckDBConnection,
  name: string,
  columns: readonly ColumnFacts[],
  tuples: readonly Tuple[],
): Promise<void> {
  const types = columns.map(({ id, type }) => [id, type.endsWith('[]') ? [type.slice(0, -2)] : type]);
  const shape = literal(JSON.stringify([Object.fromEntries(types)]));
  const query = `select unnest(from_json_strict($1::json, ${shape}), max_depth := 2)`;
  await connection.run(`create table ${name} as ${query}`, [JSON.stringify(tuples)]);
}
