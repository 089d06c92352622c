/** Runs the command line in this process, which saves a start of Node for each call. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { main } from '../../src/cli/main.ts';
import { place } from '../contract/place.ts';

// For commands in messages.
process.argv[1] = join(place.home, 'wiremark');
for (const one of [process, process.stdout, process.stderr]) one.setMaxListeners(0);

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Calls must not overlap: they change the working folder. The test runner's own output is bytes and passes through. */
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

/** Fails unless a command line ends with 2, no output and this message. @returns standard error */
export async function refuses(cwd: string, argv: readonly string[], message: RegExp): Promise<string> {
  const { status, stdout, stderr } = await wiremark(cwd, argv);
  assert.deepEqual([status, stdout], [2, ''], `${argv.join(' ')}: ${stderr}`);
  assert.match(stderr, message, argv.join(' '));
  return stderr;
}
