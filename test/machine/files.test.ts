import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openRegular, readRegular, systemWords } from '../../src/machine/files/read.ts';
import { temporary } from './temporary.ts';

const folder = temporary('regular');

const at = (name: string) => join(folder, name);
const refused = (message: RegExp) => ({ name: 'FileRefused', message });

test('a pipe, a device, a folder and a link to one are refused at once', () => {
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync('/dev/zero', at('zero'));
  for (const [name, kind] of [
    ['pipe', /^it is a pipe \(FIFO\), not a regular file$/],
    ['zero', /^it is a device/],
    ['.', /^it is a folder/],
  ] as const) {
    assert.throws(() => readRegular(at(name)), refused(kind));
    assert.throws(() => openRegular(at(name)), refused(kind));
  }
  assert.throws(() => readRegular(at('nothing')), /ENOENT/);
});

test('a file above the limit is refused before it is read', () => {
  writeFileSync(at('text'), 'grün\n');
  writeFileSync(at('large'), '');
  truncateSync(at('large'), 3 * 2 ** 30);
  for (const [name, most, told] of [
    ['large', undefined, /^it has 3072 MiB, and at most 2048 MiB are read$/],
    ['large', 511 * 2 ** 20, /at most 511 MiB/],
    ['text', 5, /^it has 6 bytes, and at most 5 bytes/],
  ] as const)
    assert.throws(() => readRegular(at(name), most), refused(told));
});

test('an error of the system is worded without its code, call and path', () => {
  const wordsOf = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      return systemWords(error);
    }
    return 'nothing';
  };
  const gone = "/no/such/it's, here";
  for (const act of [() => readFileSync(gone), () => renameSync(gone, '/no/other')])
    assert.equal(wordsOf(act), 'no such file or directory');
  symlinkSync('loop', at('loop'));
  const found = wordsOf(() => readFileSync(at('loop')));
  assert.equal(found, 'a link there leads back to itself');
  const seen = wordsOf(() => readFileSync('/'));
  assert.equal(seen, 'illegal operation on a directory');
  assert.equal(systemWords(new Error('as it is, open')), 'as it is, open');
});
