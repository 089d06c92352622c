/** The run of the golden reports, which make-recorded-run.ts makes. */
import { join } from 'node:path';
import { readPublished } from '../../src/define/published.ts';
import type { Published, PublishedFigure } from '../../src/define/published-figure.ts';
import { readSuite } from '../../src/define/suite.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { recordedFolder } from './make-recorded-run.ts';
import { stored, type WholeRun } from './small-run.ts';

/** @param suite adds the suite's published table */
export async function recordedRun(suite?: string): Promise<WholeRun> {
  const run = readRun(recordedFolder);
  const all = run.record.cases.flatMap((_, number) => run.samples.of(number));
  const record = { ...run.record, ...(suite !== undefined && publishedBy(suite)) };
  return { ...run, record, samples: stored(all) };
}

/** The suite's published figures, with the page's only runtime renamed to `ark`, as in the recorded run. */
export function publishedBy(suite: string): Published {
  const page = readPublished(readSuite(join(import.meta.dirname, '..', '..', 'suites', `${suite}.toml`)));
  const published = page.published!.map((one) => ({
    ...one,
    serializer: one.serializer.replace(/^\w+/, 'ark'),
  }));
  return { ...page, published };
}

/** Figures of one edition, without its name. */
export function publishedFigures(suite: string, name: string): PublishedFigure[] {
  const found = publishedBy(suite).published!.filter(({ edition }) => edition === name);
  return found.map((figure) => ({ ...figure, edition: '' }));
}
