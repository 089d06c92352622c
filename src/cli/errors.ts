import { BenchError } from '../bench/error.ts';
import { GivenError } from '../dataset/given/error.ts';
import { DefinitionError } from '../define/error.ts';
import { EmptyPlanError } from '../plan/plan.ts';
import { visible } from '../report/text/width.ts';
import { DuckDbMissing, QueryError, StoreError } from '../store/error.ts';
import { isSystemError, spellLackOfMemory, spellSystemError } from './faults.ts';
import type { ExitCode, Place } from './place.ts';

/** The user asked for something that isn't there or can't be; the message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Ctrl-C or SIGTERM. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Says on standard error what went wrong, in one line with the cure where there is one, and gives the exit code. */
export function explain(error: unknown, place: Place): ExitCode {
  if (error instanceof Interrupted) return 130;
  // What is quoted may have line breaks: none begins a line that looks like ours.
  process.stderr.write(`wiremark: ${visible(spelled(error, place)).replaceAll(/\n(?! )/g, '\n  ')}\n`);
  return 2;
}

function spelled(error: unknown, place: Place): string {
  if (isExpected(error)) return error.message;
  if (isSystemError(error)) return spellSystemError(error, place);
  const memory = spellLackOfMemory(error);
  if (memory !== null) return memory;
  if (process.env.WIREMARK_STACK && error instanceof Error) return error.stack ?? error.message;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `a fault of wiremark itself: ${text.split('\n')[0]} (with WIREMARK_STACK=1 it says where)`;
}

/** What a user can put right: the message is enough. Everything else is ours, and its stack helps to find it. */
function isExpected(error: unknown): error is Error {
  const kinds = [
    BenchError,
    DefinitionError,
    DuckDbMissing,
    EmptyPlanError,
    GivenError,
    QueryError,
    StoreError,
    UsageError,
  ];
  return kinds.some((kind) => error instanceof kind);
}
