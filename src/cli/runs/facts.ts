/** What `wiremark runs` says about a run: facts of its record, in words. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { grouped } from '../../report/text/numbers.ts';
import { buildCase, indexRun } from '../../report/view/case.ts';
import { fastestText } from '../../report/view/tally.ts';
import { StoreError } from '../../store/error.ts';
import { readRun } from '../../store/reader.ts';

/** The answer of a run's first case. Null for a run that is damaged: `wiremark runs verify` says what is wrong with it. */
export function fastestOf(folder: string): string | null {
  try {
    const { record, samples } = readRun(folder);
    const answer = record.cases.length > 0 && buildCase(indexRun(record), 0, samples.of(0)).answer;
    return answer ? fastestText(answer) : '';
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

/** The files of a run's folder, and folders. */
export function filesOf(folder: string): { name: string; bytes: number }[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, bytes: bytesOf(join(folder, name)) }));
}

/** Of a file, or of all that is in a folder. */
export function bytesOf(path: string): number {
  const facts = statSync(path);
  return facts.isDirectory() ? filesOf(path).reduce((sum, { bytes }) => sum + bytes, 0) : facts.size;
}

/** `2.4 MB`. */
export function spelledBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${grouped(bytes / 1e3, 1)} kB`;
  return `${grouped(bytes / 1e6, 1)} MB`;
}
