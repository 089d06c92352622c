import { cpSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from '../../src/cli/place.ts';

/** This checkout, with the same cache as the launcher's, so that tests don't build again what is built. */
export const place: Place = {
  home: fileURLToPath(new URL('../..', import.meta.url)),
  cache:
    process.env.WIREMARK_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'wiremark'),
};

/**
 * Puts Node's kit below a folder, with what it shares with others beside it as in `runners/`, for serializers that a test
 * writes. @returns the runner's folder, with an empty `serializers`
 */
export function placeNodeKit(folder: string): string {
  for (const path of ['build-kit', 'node/kit'])
    cpSync(join(place.home, 'runners', path), join(folder, path), { recursive: true });
  mkdirSync(join(folder, 'node/serializers'));
  return join(folder, 'node');
}
