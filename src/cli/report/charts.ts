import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { systemWords } from '../../files/system-words.ts';
import { type ChartFile, chartMarkup } from '../../report/charts/markup.ts';
import { chartPng } from '../../report/charts/png.ts';
import { UsageError } from '../errors.ts';
import { openFolder } from '../opening.ts';
import type { ExitCode, Place } from '../place.ts';
import { exitCodeOf } from '../print.ts';

export interface ChartOptions {
  /** A folder. */
  readonly charts: string;
  readonly png?: boolean;
}

const PNG_THEMES = ['light', 'dark'] as const;

/**
 * `wiremark report --charts FOLDER`: writes a run's charts into a folder, which is made when it isn't there, and prints
 * the path of each file as soon as it is written.
 *
 * @param folder of the run
 * @returns the exit code of the run
 * @throws UsageError when the charts can't be written
 */
export async function writeCharts(place: Place, folder: string, options: ChartOptions): Promise<ExitCode> {
  const run = openFolder(folder);
  const write = async (file: string, content: string | Buffer) => {
    const path = join(options.charts, file);
    await writeFile(path, content).catch((error: Error) => refuse(path, error));
    process.stdout.write(`${path}\n`);
  };
  try {
    makeFolder(options.charts);
  } catch (error) {
    refuse(options.charts, error as Error);
  }
  const charts = chartMarkup(run);
  for (const { file, svg } of charts) await write(file, svg);
  if (options.png) for (const chart of charts) await writePngs(place, chart, write);
  if (charts.length === 0) process.stderr.write('wiremark: no row is ranked, so there is nothing to draw\n');
  return exitCodeOf(run.record);
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
  throw new UsageError(
    `can't write ${path} (${systemWords(error)}): give --charts a folder that can be made`,
  );
}
