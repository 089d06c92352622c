/** Loads modules from the folders `evidence` of the runtimes. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const runners = join(import.meta.dirname, '../runners');

/** Imports the files of this name; returns their default exports by runtime. */
export async function evidenceOf<T>(name: string): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  for (const runtime of readdirSync(runners)) {
    const file = join(runners, runtime, 'evidence', name);
    if (existsSync(file)) found.set(runtime, (await import(pathToFileURL(file).href)).default);
  }
  return found;
}
