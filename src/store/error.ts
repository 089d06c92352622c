import { FixableError } from '../define/error.ts';
import { systemWords } from '../machine/files/read.ts';

export class StoreError extends FixableError {
  readonly file: string;

  constructor(file: string, what: string, options?: ErrorOptions) {
    super(`${file}: ${what}`, options);
    this.file = file;
  }
}

export function attempt<T>(work: () => T): T | StoreError {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

export function reaching<T>(file: string, what: 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StoreError(file, `can't be ${what} (${systemWords(error)})`, { cause: error });
  }
}

export class QueryError extends FixableError {}
