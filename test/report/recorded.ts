/** The recorded run that tests make reports of; made by make-recorded-run.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableStyle } from '../../src/define/types.ts';
import { type PublishedFigure, parsePublished } from '../../src/report/published.ts';
import type { RunData } from '../../src/report/view.ts';
import { readRun } from '../../src/store/reader.ts';

export async function recordedRun(style: TableStyle = 'default'): Promise<RunData> {
  const run = await readRun(join(import.meta.dirname, 'recorded'));
  return { ...run, record: { ...run.record, suite: { ...run.record.suite, style } } };
}

export function publishedFigures(suite: string): PublishedFigure[] {
  const file = join(import.meta.dirname, '..', '..', 'suites', `${suite}.published.csv`);
  return parsePublished(readFileSync(file, 'utf8'), file);
}
