import { writeFile } from 'node:fs/promises';
import type { PublishedFigure } from '../report/published.ts';
import type { RunData } from '../report/view.ts';
import { renderPage } from '../web/render.ts';
import { UsageError } from './errors.ts';
import type { Place } from './place.ts';

/**
 * Writes a run's page to one file, which needs nothing beside it and no network.
 *
 * @throws UsageError when the file can't be written
 */
export async function writePage(
  { home }: Place,
  run: RunData,
  published: readonly PublishedFigure[],
  file: string,
): Promise<void> {
  const page = await renderPage({ home, run, published });
  await writeFile(file, page).catch((error: Error) => {
    throw new UsageError(
      `can't write the page (${error.message}): give --html a file in a folder that exists`,
    );
  });
  process.stderr.write(`wiremark: wrote ${file} (${Math.ceil(Buffer.byteLength(page) / 1000)} kB)\n`);
}
