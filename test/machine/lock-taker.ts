/**
 * Prints `ready`, and on the first line of its input takes each lock of a folder and prints the numbers of those that it got,
 * then `over`. It lives until its input ends, since a dead holder's lock is free. Arguments: folder, count.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { takeLock } from '../../src/machine/lock.ts';

const [folder, count] = process.argv.slice(2) as [string, string];
process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (let number = 0; number < Number(count); number++)
  if (typeof takeLock(join(folder, String(number))) === 'function') process.stdout.write(`${number}\n`);
process.stdout.write('over\n');
process.stdin.resume();
