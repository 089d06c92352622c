import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders found by the launcher: `home` is the installed package; `cache` has documents, builds and packages. */
export interface Place {
  readonly home: string;
  readonly cache: string;
  /** Digest of wiremark's code; absent if wiremark wasn't started by its launcher. */
  readonly code?: string;
}

/**
 * 0: all ok; 1: a failure was found, such as a failed row or rule, no ranked row, or a changed run; 2: wrong usage, a rule that had
 * nothing to judge, or another error; 130: interrupted.
 */
export type ExitCode = 0 | 1 | 2 | 130;

export type Does = <W extends unknown[]>(
  load: () => Promise<(place: Place, ...words: W) => Promise<ExitCode>>,
) => (...words: [...W, unknown]) => Promise<void>;

export const RUN = 'last, last~1, a name, a suite for its newest run, an id or either end of it, or a path';
export const SUITE = 'name of a suite (see "list"), or path of a suite file (default: "quickstart")';

export function toolVersion(place: Place): string {
  return (JSON.parse(readFileSync(join(place.home, 'package.json'), 'utf8')) as { version: string }).version;
}
