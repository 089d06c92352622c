/**
 * Virtual environments for checking Python's sources: one with the tools, one with the libraries that serializers import,
 * for their types. They are made like a serializer's environment, from requirements files with hashes.
 */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { untilGeneral } from '../../build-kit/installer.mjs';
import { type Environment, makeEnvironment } from '../build/environments.mjs';
import { askPython } from '../build/interpreter.mjs';
import { readLock } from '../build/lock.mjs';

export const runnerFolder = join(import.meta.dirname, '..');
export const home = join(runnerFolder, '../..');
export const LOCKS = {
  tools: join(import.meta.dirname, 'requirements.txt'),
  libraries: join(runnerFolder, 'requirements.txt'),
};

const cacheHome = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
export const toolsFolder = join(process.env.WIREMARK_CACHE ?? join(cacheHome, 'wiremark'), 'python-tools');

/** @throws Error with the reason if Python or a package is unavailable */
export async function environmentsOf<K extends keyof typeof LOCKS>(
  ...kinds: K[]
): Promise<Record<K, Environment>> {
  const interpreter = await askPython('python3');
  if ('reason' in interpreter) throw new Error(interpreter.reason);
  mkdirSync(toolsFolder, { recursive: true });
  const progress = (text: string) => console.error(text);
  const place = { interpreter, cache: toolsFolder, progress, ask: untilGeneral() };
  const made: Partial<Record<K, Environment>> = {};
  for (const kind of kinds) {
    const locked = [...readLock(LOCKS[kind])];
    const packages = locked.map(([name]) => name);
    const requirements = locked.flatMap((entry) => entry[1].requirements);
    const environment = await makeEnvironment({ packages, locals: [], requirements, unlocked: [] }, place);
    if ('reason' in environment) throw new Error(environment.reason);
    made[kind] = environment;
  }
  return made as Record<K, Environment>;
}
