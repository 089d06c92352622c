/** Queries over any number of runs: DuckDB in this process and in memory. The runs are read, and nothing is locked. */

import { join } from 'node:path';
import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult, DuckDBType } from '@duckdb/node-api';
import { suggestion } from '../../define/nearest.ts';
import { QueryError, StoreError } from '../error.ts';
import { SAMPLES_FILE } from '../folder/files.ts';
import { readWhole, type StoredRun } from '../folder/reader.ts';
import { SAMPLE_COLUMNS } from '../folder/samples.ts';
import type { ListedRun } from '../locate.ts';
import type { ColumnFacts, ColumnType, Datum } from '../record/columns.ts';
import {
  ORIGIN_COLUMNS,
  originTuples,
  type Relation,
  RUNS,
  runTuple,
  SAMPLES,
  type Tuple,
} from './relations.ts';
import { plainValue, type QueryValue } from './values.ts';

/** The third view, which takes statistics that the store doesn't know. */
export interface Results extends Relation {
  /** Their values in the order of the columns. Called only where the query speaks of the view. */
  rows(): Promise<readonly (readonly Datum[])[]>;
}

export interface QueryResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Some thousand rows at a time, in order; to be read once, and before `close`. @throws QueryError */
  rows(): AsyncIterable<readonly (readonly QueryValue[])[]>;
  close(): void;
}

/** What hears of faults of runs. */
export interface Listener {
  /** What was left out, e.g. a last sample that was cut short. */
  warn(message: string): void;
  /** A run can't be read and is left out; throws where it must not be. */
  damaged(error: StoreError): void;
}

/**
 * Answers a query over the views `runs`, `results` and `samples`, which are in memory. It can read no file, and write none.
 *
 * @param seconds that it may take until its first rows are there, and then from row to row
 * @throws QueryError with DuckDB's message
 */
export async function queryRuns(
  runs: readonly ListedRun[],
  query: string,
  results: Results,
  seconds: number,
  listener: Listener,
): Promise<QueryResult> {
  const { connection, close } = await openDuckDb();
  try {
    await defineTable(connection, RUNS.name, RUNS.columns, runs.map(runTuple));
    const ofResults = mentions(query, results) ? await results.rows() : [];
    await fillTable(connection, results, ofResults);
    if (mentions(query, SAMPLES)) await defineSamples(connection, runs, listener);
    else await defineTable(connection, SAMPLES.name, SAMPLES.columns, []);
    // From here on nothing can be opened, and nothing can change that.
    await connection.run('set enable_external_access = false');
    await connection.run('set lock_configuration = true');
    const within = patience(connection, seconds);
    const { result, first } = await within(() => answer(connection, query));
    const types = result.columnTypes();
    const columns = result.deduplicatedColumnNames().map((name, i) => ({ name, type: String(types[i]) }));
    return { columns, rows: () => rowsOf(result, first, within), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** In whatever spelling: naming it without using it costs only time. */
function mentions(query: string, { name }: Relation): boolean {
  return query.toLowerCase().includes(name);
}

/** @throws QueryError for what fails, or takes too long */
type Within = <T>(work: () => Promise<T>) => Promise<T>;

/** Ends what takes longer than anybody waits: a query may have no end. */
function patience(connection: DuckDBConnection, seconds: number): Within {
  return async (work) => {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      connection.interrupt();
    }, seconds * 1000);
    try {
      return await work();
    } catch (error) {
      if (!isOver) return explain(error);
      const fix = 'query less, or use a longer --timeout SECONDS';
      throw new QueryError(`no answer within ${seconds} s: ${fix}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
}

interface Answer {
  /** No more of it is in memory than is asked for. */
  readonly result: DuckDBResult;
  readonly first: DuckDBDataChunk | null;
}

/** Runs the query, and what must be created before it, as far as the first rows: much that can go wrong does so before. */
async function answer(connection: DuckDBConnection, query: string): Promise<Answer> {
  const { StatementType } = await import('@duckdb/node-api');
  // A file that may be read could also be written over, if only by a COPY that means it. CREATE is what PIVOT becomes;
  // a table lives in memory as long as the query.
  const allowed: readonly number[] = [StatementType.SELECT, StatementType.CREATE];
  if (/^\s*$/.test(query.replaceAll(/--.*|\/\*[\s\S]*?\*\/|;/g, '')))
    throw new QueryError('the query is empty');
  const statements = await connection.extractStatements(query);
  for (let i = 0; ; i++) {
    const statement = await statements.prepare(i);
    if (!allowed.includes(statement.statementType))
      throw new QueryError('only queries are allowed: SELECT, FROM, WITH, DESCRIBE, SUMMARIZE, PIVOT');
    if (i === statements.count - 1) {
      const result = await statement.stream();
      return { result, first: await result.fetchChunk() };
    }
    if (statement.statementType === StatementType.SELECT)
      throw new QueryError('there are several queries, and one is answered at a time');
    await statement.run();
  }
}

function explain(error: unknown): never {
  if (error instanceof QueryError) throw error;
  const message = (error as Error).message.replace(/^Failed to extract statements: /, '');
  const fix = message.startsWith('Out of Memory')
    ? '. A query has half of the memory that was free: ask for less at a time, or of fewer runs (--run)'
    : hintIn(message);
  const [what] = message.replace(/^(Parser|Binder|Catalog) Error: /, '').split('\n') as [string];
  throw new QueryError(`${placeIn(message)}${what.replace(/!$/, '')}${fix}`, { cause: error });
}

/** Where DuckDB's marker points: `line 2, column 8: `. Of a long line it shows only a part. */
function placeIn(message: string): string {
  const [, head, number, text, marker] = /^(LINE (\d+): )(.*)\n( *)\^/m.exec(message) ?? [];
  if (head === undefined) return '';
  const column = text!.startsWith('...') ? '' : `, column ${marker!.length - head.length + 1}`;
  return `line ${number}${column}: `;
}

function hintIn(message: string): string {
  const told = /^(?:Candidate bindings: |Did you mean )(.*)/m.exec(message)?.[1] ?? '';
  const names = [...told.matchAll(/"([^"]+)"/g)].map(([, name]) => name!);
  const asked = /"([^"]+)"/.exec(message)?.[1] ?? '';
  if (names.length === 0) return '';
  return names.length === 1 ? `. Did you mean "${names[0]}"?` : `.${suggestion(asked, names)}`;
}

async function* rowsOf(
  result: DuckDBResult,
  first: DuckDBDataChunk | null,
  within: Within,
): AsyncGenerator<QueryValue[][]> {
  const next = () => within(() => result.fetchChunk());
  for (let chunk = first; chunk !== null && chunk.rowCount > 0; chunk = await next())
    yield chunk.getRows().map((row) => row.map(plainValue));
}

/** Makes the view `samples`. */
async function defineSamples(
  connection: DuckDBConnection,
  runs: readonly ListedRun[],
  { warn, damaged }: Listener,
): Promise<void> {
  const origins: Tuple[] = [];
  // In a schema of their own, so that SHOW TABLES names the views alone.
  await connection.run('create schema parts');
  await connection.run(`create table parts.samples (run VARCHAR, ${KEPT_COLUMNS.map(declared).join(', ')})`);
  for (const { folder } of runs) {
    try {
      // Before any of it is in a table: a run is in it whole or not at all.
      const run = readWhole(folder);
      await copySamples(connection, run);
      origins.push(...originTuples(run.record));
      for (const warning of run.samples.warnings) warn(warning);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      damaged(error);
    }
  }
  await defineTable(connection, 'parts.origins', ORIGIN_COLUMNS, origins);
  const columns = SAMPLES.columns.map(({ id, type }) =>
    id === 'ns_per_op' ? `${NS_PER_OP} as ns_per_op` : `"${id}"::${type} as "${id}"`,
  );
  const joined = 'parts.samples s left join parts.origins using (run, "case", contender)';
  await connection.run(`create view ${SAMPLES.name} as select ${columns.join(', ')} from ${joined}`);
}

const NS_PER_OP = 'greatest(s.ns - coalesce(s.wait_ns, 0), s.ns / 10) / nullif(s.ops, 0)';

const declared = ({ id, type }: ColumnFacts) => `"${id}" ${type}`;

/** A file may have any number that it can have in each of them: a view takes those that are of its type. */
const KEPT_COLUMNS = SAMPLE_COLUMNS.map(({ id, type, what }) => {
  return { id, what, type: type === 'INTEGER' ? ('BIGINT' as const) : type };
});

const READ_SAMPLES = `read_csv($2, header = true, auto_detect = false, delim = ',', quote = '', escape = '',
  ignore_errors = true, columns = {${KEPT_COLUMNS.map(({ id, type }) => `'${id}': '${type}'`).join(', ')}})`;

/** @param run which was read whole. What follows its samples, as a line that was cut short, isn't one of them. */
async function copySamples(
  connection: DuckDBConnection,
  { folder, record, samples }: StoredRun,
): Promise<void> {
  const insert = `insert into parts.samples select $1, * from ${READ_SAMPLES} limit ${samples.count}`;
  const { rowsChanged } = await connection.run(insert, [record.id, join(folder, SAMPLES_FILE)]);
  if (rowsChanged !== samples.count)
    throw new QueryError(`${folder} was changed while it was read: ask again`);
}

async function defineTable(
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

const CHUNK = 2048;

/**
 * Makes a table of many rows in memory, ten times as fast.
 *
 * @param columns of the types VARCHAR, BOOLEAN, INTEGER and DOUBLE
 * @param rows their values, in the order of the columns
 */
async function fillTable(
  connection: DuckDBConnection,
  { name, columns }: Relation,
  rows: readonly (readonly Datum[])[],
): Promise<void> {
  const { DuckDBDataChunk, VARCHAR, BOOLEAN, INTEGER, DOUBLE } = await import('@duckdb/node-api');
  const known: Partial<Record<ColumnType, DuckDBType>> = { VARCHAR, BOOLEAN, INTEGER, DOUBLE };
  const types = columns.map(({ type }) => known[type]!);
  await connection.run(`create table ${name} (${columns.map(declared).join(', ')})`);
  const appender = await connection.createAppender(name);
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

/** A connection to a database of its own, in memory; DuckDB is loaded only where it is used. @throws QueryError where it can't be */
export async function openDuckDb() {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((cause: unknown) => {
    const reason = (cause instanceof Error ? cause.message : String(cause)).split('\n')[0];
    throw new QueryError(`DuckDB can't be loaded on this machine (${reason})`, { cause });
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
