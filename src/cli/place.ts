import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package's folder and the cache, found by the launcher. */
export interface Place {
  readonly home: string;
  readonly cache: string;
  /** Digest of wiremark's code; absent if the launcher didn't start it. */
  readonly code?: string;
}

/** 0: all ok; 1: a row or a rule failed; 2: usage or definition error; 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

/** Makes a verb's action, which loads the verb's module. */
export type Does = <W extends unknown[]>(
  load: () => Promise<(place: Place, ...words: W) => Promise<ExitCode>>,
) => (...words: [...W, unknown]) => Promise<void>;

export const RUN = 'last, last~1, a name, a suite for its newest run, an id or either end of it, or a path';

export const SUITE = 'name of a suite (see "list"), or path of a suite file (default: "quickstart")';

export function toolVersion(place: Place): string {
  return (JSON.parse(readFileSync(join(place.home, 'package.json'), 'utf8')) as { version: string }).version;
}
