import { locateRun } from '../store/locate.ts';
import { loadCatalog } from './definitions.ts';
import type { OutputOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { printRun } from './print.ts';

/** `wiremark report`: a recorded run again. The exit code is that of the run. */
export async function report(place: Place, which: string, options: OutputOptions): Promise<ExitCode> {
  return printRun(loadCatalog(place, {}), await locateRun(process.cwd(), which), options);
}
