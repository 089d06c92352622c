import { z } from 'zod';
import { readRegular } from '../../machine/files/read.ts';
import { reaching, StoreError } from '../error.ts';

export function readBytes(file: string, most: number): Buffer {
  return reaching(file, 'read', () => readRegular(file, most));
}

export function parsing<T>(file: string, what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const issue = error instanceof z.ZodError ? firstIssue(error) : (error as Error).message;
    throw new StoreError(file, `${what} (${issue})`, { cause: error });
  }
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]!;
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
