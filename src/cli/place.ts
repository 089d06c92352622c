import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where wiremark itself lives and where build products go; found by the launcher. */
export interface Place {
  readonly home: string;
  readonly cache: string;
  /** Changes whenever the code does: another wiremark, or one in development. Absent where the launcher didn't start it. */
  readonly code?: string;
}

/** A verb's end: 0 all ok, 1 a row or a rule failed, 2 usage or definition error, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

/**
 * Makes what commander calls of a verb that is loaded only when asked for. The verb's parameters must be what its
 * arguments and flags leave.
 */
export type Does = <W extends unknown[]>(
  load: () => Promise<(place: Place, ...words: W) => Promise<ExitCode>>,
) => (...words: [...W, unknown]) => Promise<void>;

/** What a run is called in commands. */
export const RUN = 'last, last~1, a name, a suite for its newest run, an id or either end of it, or a path';

export const SUITE = 'name of a suite (see "wiremark list"), or path of a suite file (default: "quickstart")';

/** wiremark's own version, from its package. */
export function toolVersion(place: Place): string {
  return (JSON.parse(readFileSync(join(place.home, 'package.json'), 'utf8')) as { version: string }).version;
}
