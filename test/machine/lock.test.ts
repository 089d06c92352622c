import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { lockHolder, takeLock } from '../../src/machine/lock.ts';
import { source, wordsFor } from './script.ts';
import { temporary } from './temporary.ts';

function taken(path: string): () => void {
  const release = takeLock(path);
  assert.ok(typeof release === 'function', 'the lock is free');
  return release;
}

const endedProcess = () => spawnSync(process.execPath, ['-e', '']).pid;

test('a lock has one holder until it is released, and leaves nothing behind', () => {
  const folder = temporary('lock');
  const path = join(folder, 'x.lock');
  const release = taken(path);
  assert.deepEqual(takeLock(path), { holder: process.pid });
  assert.equal(lockHolder(path), process.pid);
  release();
  assert.equal(lockHolder(path), null);
  assert.deepEqual(readdirSync(folder), []);
  taken(path)();
});

test('the lock of a living process is respected, the lock of an ended one is taken over', (t) => {
  const path = join(temporary('lock'), 'x.lock');
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: 'pipe' });
  t.after(() => other.kill());
  const entry = join(path, `${other.pid}-0-aa`);
  mkdirSync(entry, { recursive: true });
  assert.deepEqual(takeLock(path), { holder: other.pid });
  rmSync(entry, { recursive: true });
  mkdirSync(join(path, `${endedProcess()}-0-bb`));
  assert.equal(lockHolder(path), null);
  taken(path)();
  assert.ok(!existsSync(path));
});

test('a process with the id of a dead holder is not the holder', () => {
  const path = join(temporary('lock'), 'x.lock');
  mkdirSync(join(path, `${process.pid}-0-aa`), { recursive: true });
  taken(path)();
  if (!existsSync('/proc/self/stat')) return;
  // The parent lives, but didn't start at the system's first tick.
  mkdirSync(join(path, `${process.ppid}-1-aa`), { recursive: true });
  taken(path)();
});

test('an empty lock, which a crash may leave, is free', () => {
  const path = join(temporary('lock'), 'x.lock');
  mkdirSync(path);
  taken(path)();
});

/** On the first input it takes each lock and prints the numbers of those that it got. It lives until its input ends: a dead holder's lock is free. */
const takerOf = (folder: string, count: number) => `import { takeLock } from ${source('machine/lock.ts')};
process.stdin.once('data', () => {
  for (let number = 0; number < ${count}; number++)
    if (typeof takeLock('${folder}/' + number) === 'function') console.log(number);
  console.log('over');
});
console.log('ready');`;

test('of processes that find a dead holder at the same time, one takes its lock', {
  timeout: 120_000,
}, async () => {
  const folder = temporary('lock');
  const count = 150;
  const dead = endedProcess();
  for (let number = 0; number < count; number++)
    mkdirSync(join(folder, String(number), `${dead}-0-aa`), { recursive: true });
  const takers = [1, 2, 3].map(() => spawn(process.execPath, wordsFor(takerOf(folder, count))));
  await Promise.all(takers.map(({ stdout }) => once(stdout, 'data')));
  for (const { stdin } of takers) stdin.write('go\n');
  const outputs = await Promise.all(takers.map(numbersOf));
  for (const { stdin } of takers) stdin.end();
  const all = outputs.flat().sort((a, b) => a - b);
  assert.deepEqual(
    all,
    Array.from({ length: count }, (_, number) => number),
  );
});

async function numbersOf({ stdout }: { stdout: Readable }): Promise<number[]> {
  const numbers: number[] = [];
  for await (const line of createInterface(stdout)) {
    if (line === 'over') return numbers;
    numbers.push(Number(line));
  }
  return assert.fail('a taker has ended too early');
}

test('a lock does not make its missing parent folder', () => {
  const gone = join(temporary('lock'), 'gone');
  assert.throws(() => takeLock(join(gone, 'lock')), /ENOENT/);
  assert.ok(!existsSync(gone));
});
