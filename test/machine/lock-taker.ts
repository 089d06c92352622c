/**
 * Takes each lock of a row at a moment that is the same for all processes of test/machine/lock.test.ts, and prints the
 * numbers of those that it got, then `over`. It lives until its input ends, since a lock of one that doesn't is free.
 * Words: module and name of what locks, the folder, how many, the moment of the first.
 */
import { join } from 'node:path';

const [module, name, folder, count, begin] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const lock = (await import(module))[name] as (path: string) => (() => void) | { holder: number };

for (let number = 0; number < Number(count); number++) {
  const moment = Number(begin) + number * 10;
  // Without sleep, which would wake the processes one after another.
  while (Date.now() < moment);
  try {
    if (typeof lock(join(folder, String(number))) === 'function') process.stdout.write(`${number}\n`);
  } catch {
    // How src/store says that it is another's.
  }
}
process.stdout.write('over\n');
process.stdin.resume();
