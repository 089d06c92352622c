/** What runtimes have in their folders `evidence`, for scripts that take each runtime's own. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const runners = join(import.meta.dirname, '../runners');

/** By runtime, what this file of it exports by default; of those that have one. */
export async function evidenceOf<T>(name: string): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  for (const runtime of readdirSync(runners)) {
    const file = join(runners, runtime, 'evidence', name);
    if (existsSync(file)) found.set(runtime, (await import(pathToFileURL(file).href)).default);
  }
  return found;
}
