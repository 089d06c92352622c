import { FixableError } from '../define/error.ts';
import { visible } from '../report/text/width.ts';
import { isSystemError, spellLackOfMemory, spellSystemError } from './faults.ts';
import type { ExitCode, Place } from './place.ts';

/** The user asked for something missing or impossible; the message says what to do. */
export class UsageError extends FixableError {
  override readonly name = 'UsageError';
}

/** @throws UsageError for a flag that needs another */
export function refuseWithout(
  needed: string,
  given: unknown,
  flags: Readonly<Record<string, unknown>>,
): void {
  const [lost] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
  if (given === undefined && lost !== undefined) throw new UsageError(`${lost} needs ${needed}`);
}

/** Ctrl-C or SIGTERM. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Prints an error and its fix on standard error, in one line. @returns the exit code */
export function explain(error: unknown, place: Place): ExitCode {
  if (error instanceof Interrupted) return 130;
  // Quotations may have line breaks, which must not begin a line that looks like wiremark's.
  process.stderr.write(`wiremark: ${visible(spelled(error, place)).replaceAll(/\n(?! )/g, '\n  ')}\n`);
  return 2;
}

function spelled(error: unknown, place: Place): string {
  if (error instanceof FixableError) return error.message;
  if (isSystemError(error)) return spellSystemError(error, place);
  const memory = spellLackOfMemory(error);
  if (memory !== null) return memory;
  if (process.env.WIREMARK_STACK && error instanceof Error) return error.stack ?? error.message;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `a bug in wiremark: ${text.split('\n')[0]} (WIREMARK_STACK=1 shows where)`;
}
