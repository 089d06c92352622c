/** Reading what may not be ours: errors name the file and the place in it. */
import type { z } from 'zod';
import { readRegular } from '../files/regular-file.ts';
import { reaching, StoreError } from './error.ts';

/** @param most bytes. @throws StoreError */
export function readBytes(file: string, most: number): Buffer {
  return reaching(file, 'read', () => readRegular(file, { most }));
}

/** @param place file, or file and line. @throws StoreError */
export function parseJson(place: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreError(place, `not JSON (${(error as Error).message})`, { cause: error });
  }
}

/** For what goes as deep as the content of a file does, or keeps all that is wrong with it at once. @throws StoreError */
export function withinStack<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const what = `not a wiremark run (too many errors: ${error.message})`;
    throw new StoreError(file, what, { cause: error });
  }
}

/** `machine.cores: Invalid input`. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]!;
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
