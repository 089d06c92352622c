import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { systemWords } from '../../files/system-words.ts';
import { chartMarkup } from '../../report/charts/markup.ts';
import { UsageError } from '../errors.ts';
import { openFolder } from '../opening.ts';
import type { ExitCode } from '../place.ts';
import { exitCodeOf } from '../print.ts';

/**
 * `wiremark report --charts FOLDER`: writes a run's charts into a folder, which is made when it isn't there, and prints
 * the path of each file as soon as it is written.
 *
 * @param folder of the run
 * @returns the exit code of the run
 * @throws UsageError when the charts can't be written
 */
export function writeCharts(folder: string, into: string): ExitCode {
  const run = openFolder(folder);
  orRefuse(into, () => makeFolder(into));
  const charts = chartMarkup(run);
  for (const { file, svg } of charts) {
    const path = join(into, file);
    orRefuse(path, () => writeFileSync(path, svg));
    process.stdout.write(`${path}\n`);
  }
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
