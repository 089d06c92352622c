import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from '../../src/cli/place.ts';

/** This checkout, or its copy with short warm-ups (script/tests.mjs); and the launcher's cache, so that builds are reused. */
export const place: Place = {
  home: process.env.WIREMARK_TEST_HOME ?? fileURLToPath(new URL('../..', import.meta.url)),
  cache:
    process.env.WIREMARK_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'wiremark'),
};
