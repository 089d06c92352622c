/** Runs a library's own compiler of schemas. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The ending of a program's name. */
export const PROGRAM = process.platform === 'win32' ? '.exe' : '';

/**
 * Compiles in a folder that is removed afterwards.
 * @param {string} program
 * @param {(folder: string) => Promise<readonly string[]>} prepare writes what is compiled; returns the program's arguments
 * @param {(folder: string) => Promise<string>} made the name of the file that the program wrote
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
