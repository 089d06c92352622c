/**
 * Whether a finished run's samples are still those that were recorded. Parquet and lines alike may be damaged so that they
 * can still be read: a flipped bit is another time, and a file that was cut at the end of a line has fewer rounds.
 */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { readRegular } from '../files/regular-file.ts';
import { StoreError } from './error.ts';
import { SAMPLES_FILE } from './files.ts';
import type { RecordedSamples, RunRecord } from './record.ts';

/** What is recorded of the lines of a run that ends. */
export function sealOf(folder: string): RecordedSamples {
  const lines = readRegular(join(folder, SAMPLES_FILE));
  let count = 0;
  for (let at = lines.indexOf(10); at >= 0; at = lines.indexOf(10, at + 1)) count++;
  return { count, digests: { [SAMPLES_FILE]: digestOf(lines) } };
}

/** `sha256:…` of a file's bytes. @throws StoreError */
export function digestOfFile(file: string): string {
  try {
    return digestOf(readRegular(file));
  } catch (error) {
    throw new StoreError(file, `can't be read: ${(error as Error).message}`, { cause: error });
  }
}

/** @throws StoreError where a file isn't what the record says of it; a run that has no such record is taken as it is */
export function requireRecorded(file: string, { samples }: RunRecord): void {
  if (samples === undefined || digestOfFile(file) === samples.digests[basename(file)]) return;
  const what = `not the ${samples.count} samples that were recorded: it was changed, cut short or damaged since`;
  throw new StoreError(file, `${what}. Put a copy of it in its place, or leave this run out`);
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
