import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where wiremark itself lives and where build products go; found by the launcher. */
export interface Place {
  /** The package folder. */
  readonly home: string;
  readonly cache: string;
}

/** What a verb ends with: 0 all well, 1 a verdict or a guard failed, 2 usage or definition error, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

/** Makes a verb that is loaded when it is asked for into what commander calls; main.ts has it. */
export type Does = (
  load: () => Promise<(...words: never[]) => Promise<ExitCode>>,
) => (...words: unknown[]) => Promise<void>;

/** wiremark's own version, from its package. */
export function toolVersion(place: Place): string {
  return (JSON.parse(readFileSync(join(place.home, 'package.json'), 'utf8')) as { version: string }).version;
}
