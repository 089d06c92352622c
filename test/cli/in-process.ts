/** The command line in this process: all that it says and ends with, without a start of Node for each. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { main } from '../../src/cli/main.ts';
import { place } from '../contract/place.ts';

// By the name of the program, as people call it.
process.argv[1] = join(place.home, 'wiremark');
// Each command line listens.
for (const one of [process, process.stdout, process.stderr]) one.setMaxListeners(0);

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One at a time, since a process has one folder to be in. What the test runner writes meanwhile is in bytes. */
export async function wiremark(cwd: string, argv: readonly string[]): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write };
  const before = process.cwd();
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (text: string | Uint8Array): boolean => {
      if (typeof text !== 'string') return writes[name].call(process[name], text);
      texts[name] += text;
      return true;
    };
  process.chdir(cwd);
  try {
    const status = await main(argv, place);
    return { status, ...texts };
  } finally {
    process.chdir(before);
    for (const name of ['stdout', 'stderr'] as const) process[name].write = writes[name];
  }
}

/** Fails unless a command line ends with 0. */
export async function succeeds(cwd: string, argv: readonly string[]): Promise<Ended> {
  const ended = await wiremark(cwd, argv);
  assert.equal(ended.status, 0, `${argv.join(' ')}: ${ended.stderr}`);
  return ended;
}

/** Fails unless a command line ends with 2, nothing on standard output and this. @returns all that it says */
export async function refuses(cwd: string, argv: readonly string[], message: RegExp): Promise<string> {
  const { status, stdout, stderr } = await wiremark(cwd, argv);
  assert.deepEqual([status, stdout], [2, ''], `${argv.join(' ')}: ${stderr}`);
  assert.match(stderr, message, argv.join(' '));
  return stderr;
}
