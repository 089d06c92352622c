import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from '../../src/cli/place.ts';

/**
 * This checkout, or the copy of it in which runtimes warm up for a moment only (script/tests.mjs); with the same cache as the
 * launcher's, so that tests don't build again what is built.
 */
export const place: Place = {
  home: process.env.WIREMARK_TEST_HOME ?? fileURLToPath(new URL('../..', import.meta.url)),
  cache:
    process.env.WIREMARK_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'wiremark'),
};
