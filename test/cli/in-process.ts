/** The command line in this process: all that it says and ends with, without a start of Node for each. */
import { main } from '../../src/cli/main.ts';
import { place } from '../contract/place.ts';

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
