import { FixableError } from '../define/error.ts';

/** A request that can't be done; the message has the fix. */
export class BenchError extends FixableError {
  override readonly name = 'BenchError';
}
