import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChartFile, chartMarkup } from '../report/charts/markup.ts';
import { chartPng } from '../report/charts/png.ts';
import type { RunData } from '../report/view.ts';
import { UsageError } from './errors.ts';
import type { Place } from './place.ts';

const PNG_THEMES = ['light', 'dark'] as const;

/**
 * Writes a run's charts into a folder, which is made when it isn't there, and prints the path of each file as soon as
 * it is written.
 *
 * @param png each chart as PNG too, once light and once dark
 * @throws UsageError when the folder can't be written to
 */
export async function writeCharts(place: Place, run: RunData, folder: string, png: boolean): Promise<void> {
  const write = async (file: string, content: string | Buffer) => {
    const path = join(folder, file);
    await writeFile(path, content).catch((error: Error) => refuse(path, error));
    process.stdout.write(`${path}\n`);
  };
  await mkdir(folder, { recursive: true }).catch((error: Error) => refuse(folder, error));
  const charts = await chartMarkup(run);
  for (const { file, svg } of charts) await write(file, svg);
  if (png) for (const chart of charts) await writePngs(place, chart, write);
  if (charts.length === 0) process.stderr.write('wiremark: no row is ranked, so there is nothing to draw\n');
}

async function writePngs(
  { home }: Place,
  { file, svg }: ChartFile,
  write: (file: string, content: Buffer) => Promise<void>,
): Promise<void> {
  for (const theme of PNG_THEMES)
    await write(file.replace(/svg$/, `${theme}.png`), await chartPng(svg, theme, home));
}

function refuse(path: string, error: Error): never {
  throw new UsageError(`can't write ${path} (${error.message}): give --charts a folder that can be made`);
}
