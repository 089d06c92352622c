import { FixableError } from '../define/error.ts';
import { systemWords } from '../files/system-words.ts';

/** A stored run that can't be read or written. The message names the file and says what to do about it. */
export class StoreError extends FixableError {
  override readonly name = 'StoreError';
  readonly file: string;

  constructor(file: string, what: string, options?: ErrorOptions) {
    super(`${file}: ${what}`, options);
    this.file = file;
  }
}

/** @throws StoreError for what goes wrong with the file or folder meanwhile */
export function reaching<T>(file: string, what: 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StoreError(file, `can't be ${what} (${systemWords(error)})`, { cause: error });
  }
}

/** A query that can't be answered. The message is DuckDB's, or says what is not allowed. */
export class QueryError extends FixableError {
  override readonly name = 'QueryError';
}
