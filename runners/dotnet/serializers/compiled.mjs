import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const PROGRAM = process.platform === 'win32' ? '.exe' : '';

/**
 * @param {string} program
 * @param {(folder: string) => Promise<readonly string[]>} prepare writes the schema and returns the program's arguments
 * @param {(folder: string) => Promise<string>} made returns the name of the file that the program wrote
 * @returns {Promise<string[]>} the lines of that file
 */
export async function compiled(program, prepare, made) {
  const folder = await mkdtemp(join(tmpdir(), 'wiremark-schema-'));
  try {
    const words = await prepare(folder);
    await promisify(execFile)(program, [...words], { cwd: folder });
    return (await readFile(join(folder, await made(folder)), 'utf8')).split('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}
