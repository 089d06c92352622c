/** Reading what may not be ours: errors name the file and the place in it. */
import { z } from 'zod';
import { readRegular } from '../../files/regular-file.ts';
import { reaching, StoreError } from '../error.ts';

/** @param most bytes. @throws StoreError */
export function readBytes(file: string, most: number): Buffer {
  return reaching(file, 'read', () => readRegular(file, { most }));
}

/**
 * For what isn't as it should be, and what goes too deep or has too much that is wrong.
 *
 * @param what is said of it, before the first thing that is wrong
 * @throws StoreError for whatever goes wrong meanwhile
 */
export function parsing<T>(file: string, what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const issue = error instanceof z.ZodError ? firstIssue(error) : (error as Error).message;
    throw new StoreError(file, `${what} (${issue})`, { cause: error });
  }
}

/** `machine.cores: Invalid input`. */
function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]!;
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
