import { BenchError } from '../bench/error.ts';
import { DefinitionError } from '../define/error.ts';
import { EmptyPlanError } from '../plan/plan.ts';
import { visible } from '../report/text/width.ts';
import { DuckDbMissing, QueryError, StoreError } from '../store/error.ts';
import type { ExitCode } from './place.ts';

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
  const text = isExpected(error) ? error.message : error instanceof Error ? error.stack : String(error);
  // What is quoted may have line breaks: none begins a line that looks like ours.
  process.stderr.write(`wiremark: ${visible(text ?? '').replaceAll('\n', '\n  ')}\n`);
  return 2;
}

/** What a user can put right: the message is enough. Everything else is ours, and its stack helps to find it. */
function isExpected(error: unknown): error is Error {
  const kinds = [
    BenchError,
    DefinitionError,
    DuckDbMissing,
    EmptyPlanError,
    QueryError,
    StoreError,
    UsageError,
  ];
  return kinds.some((kind) => error instanceof kind);
}
