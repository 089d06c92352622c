/** Columns of data: what SQL, CSV, the pages' sorting and the documents say of the same figure. */

/** Types of SQL that columns have. */
export type ColumnType =
  | 'VARCHAR'
  | 'MAP(VARCHAR, VARCHAR)'
  | 'BOOLEAN'
  | 'INTEGER'
  | 'BIGINT'
  | 'DOUBLE'
  | 'TIMESTAMP';

/** What is told of a column. */
export interface ColumnFacts {
  /** Its name in SQL, in CSV and in the address of a page. */
  readonly id: string;
  readonly type: ColumnType;
  readonly what: string;
}

export interface DataColumn<From, Datum = unknown> extends ColumnFacts {
  /** Null where there is none; lists and maps as JSON has them, times in ISO 8601. */
  of(from: From): Datum;
}

/** What a cell of CSV can hold. */
export type Datum = string | number | boolean | null;
