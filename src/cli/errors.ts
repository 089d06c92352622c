import { DefinitionError } from '../define/error.ts';
import { EmptyPlanError } from '../plan/plan.ts';
import { StoreError } from '../store/error.ts';
import type { ExitCode } from './main.ts';

/** The user asked for something that isn't there or can't be; the message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Ctrl-C or SIGTERM. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Says on standard error what went wrong, as short as the kind of error allows, and gives the exit code. */
export function explain(error: unknown): ExitCode {
  if (error instanceof Interrupted) return 130;
  const expected = [DefinitionError, EmptyPlanError, StoreError, UsageError].some(
    (kind) => error instanceof kind,
  );
  const text = expected
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`wiremark: ${text}\n`);
  return 2;
}
