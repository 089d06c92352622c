export type ColumnType =
  | 'VARCHAR'
  | 'MAP(VARCHAR, VARCHAR)'
  | 'BOOLEAN'
  | 'INTEGER'
  | 'BIGINT'
  | 'DOUBLE'
  | 'TIMESTAMP';

export interface ColumnFacts {
  readonly id: string;
  readonly type: ColumnType;
  readonly what: string;
}

export interface DataColumn<From, Datum = unknown> extends ColumnFacts {
  of(from: From): Datum;
}

export type Datum = string | number | boolean | null;
