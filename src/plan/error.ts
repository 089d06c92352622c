import { FixableError } from '../define/error.ts';

/** Something was asked of the bench that isn't there or can't be done; the message says what to do. */
export class BenchError extends FixableError {
  override readonly name = 'BenchError';
}
