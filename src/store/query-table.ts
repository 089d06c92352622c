import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from './duckdb.ts';
import type { Row, ViewColumn } from './views.ts';

/** Makes a table in memory. */
export async function defineTable(
  connection: DuckDBConnection,
  name: string,
  columns: readonly ViewColumn[],
  rows: readonly Row[],
): Promise<void> {
  const types = columns.map(({ name, type }) => [name, type.endsWith('[]') ? [type.slice(0, -2)] : type]);
  const shape = literal(JSON.stringify([Object.fromEntries(types)]));
  const query = `select unnest(from_json_strict($1::json, ${shape}), max_depth := 2)`;
  await connection.run(`create table ${name} as ${query}`, [JSON.stringify(rows)]);
}
