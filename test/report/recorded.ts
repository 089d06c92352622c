/** The recorded run that tests make reports of; made by make-recorded-run.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePublished } from '../../src/define/published.ts';
import type { PublishedFigure } from '../../src/define/published-figure.ts';
import { readRun } from '../../src/store/reader.ts';
import { stored, type WholeRun } from './small-run.ts';

/** @param suite whose published table it has */
export async function recordedRun(suite?: string): Promise<WholeRun> {
  const run = readRun(join(import.meta.dirname, 'recorded'));
  const all = run.record.cases.flatMap((_, number) => run.samples.of(number));
  const record = { ...run.record, ...(suite !== undefined && { published: publishedFigures(suite) }) };
  return { ...run, record, samples: stored(all) };
}

export function publishedFigures(suite: string): PublishedFigure[] {
  const file = join(import.meta.dirname, '..', '..', 'suites', `${suite}.published.csv`);
  return parsePublished(readFileSync(file, 'utf8'), file);
}
