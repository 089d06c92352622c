import type { TableStyle } from '../../define/types.ts';
import { renderPage } from '../../web/run/render.ts';
import { calledAs } from '../called.ts';
import { openFolder } from '../opening.ts';
import type { ExitCode, Place } from '../place.ts';
import { exitCodeOf, put } from '../print.ts';

export interface PageOptions {
  readonly html: string;
  /** Over the suite's own. */
  readonly style?: TableStyle;
}

/**
 * `wiremark report --html FILE`: writes a run's page to one file, which needs nothing beside it and no network.
 *
 * @param folder of the run
 * @returns the exit code of the run
 * @throws UsageError when the file can't be written
 */
export async function printPage(place: Place, folder: string, options: PageOptions): Promise<ExitCode> {
  const { record, ...run } = openFolder(folder);
  const suite = { ...record.suite, style: options.style ?? record.suite.style };
  const page = { home: place.home, run: { ...run, record: { ...record, suite } }, command: calledAs() };
  put(await renderPage(page), options.html);
  return exitCodeOf(record);
}
