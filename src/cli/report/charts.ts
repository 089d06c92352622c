import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { systemWords } from '../../files/system-words.ts';
import { chartMarkup } from '../../report/charts/markup.ts';
import { chartPng } from '../../report/charts/png.ts';
import { UsageError } from '../errors.ts';
import { openFolder } from '../opening.ts';
import type { ExitCode, Place } from '../place.ts';
import { exitCodeOf } from '../print.ts';

/**
 * `wiremark report --charts FOLDER`: writes a run's charts into a folder, which is made when it isn't there, and prints
 * the path of each file as soon as it is written.
 *
 * @param folder of the run
 * @returns the exit code of the run
 * @throws UsageError when the charts can't be written
 */
export async function writeCharts(
  { home }: Place,
  folder: string,
  { charts: into, png }: { readonly charts: string; readonly png?: boolean | undefined },
): Promise<ExitCode> {
  const run = openFolder(folder);
  const write = (file: string, content: string | Buffer) => {
    const path = join(into, file);
    orRefuse(path, () => writeFileSync(path, content));
    process.stdout.write(`${path}\n`);
  };
  orRefuse(into, () => makeFolder(into));
  const charts = chartMarkup(run);
  for (const { file, svg } of charts) write(file, svg);
  for (const { file, svg } of png ? charts : [])
    for (const theme of ['light', 'dark'] as const)
      write(file.replace(/svg$/, `${theme}.png`), await chartPng(svg, theme, home));
  if (charts.length === 0) process.stderr.write('wiremark: no row is ranked, so there is nothing to draw\n');
  return exitCodeOf(run.record);
}

function orRefuse(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new UsageError(
      `can't write ${path} (${systemWords(error)}): give --charts a folder that can be made`,
    );
  }
}
