import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FileRefused, openRegular, readRegular } from '../../src/files/regular-file.ts';
import { temporary } from './temporary.ts';

const folder = temporary('regular');

const at = (name: string) => join(folder, name);
const refused = (message: RegExp) => (error: unknown) =>
  error instanceof FileRefused && message.test(error.message);

test('a file is read whole, by its own name or by that of a link to it', () => {
  writeFileSync(at('text'), 'grün\n');
  symlinkSync(at('text'), at('link'));
  assert.equal(readRegular(at('link')).toString(), 'grün\n');
  assert.deepEqual(readRegular(at('text')), Buffer.from('grün\n'));
  writeFileSync(at('empty'), '');
  assert.equal(readRegular(at('empty')).toString(), '');
});

const skip = process.platform === 'win32';
test('a pipe, a device, a folder and a link to one are refused at once', { skip }, () => {
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

test('what is larger than is read says so before anything is read', () => {
  writeFileSync(at('large'), '');
  truncateSync(at('large'), 3 * 2 ** 30);
  for (const [name, most, told] of [
    ['large', undefined, /^it has 3072 MiB, and at most 2048 MiB are read$/],
    ['large', 511 * 2 ** 20, /at most 511 MiB/],
    ['text', 5, /^it has 6 bytes, and at most 5 bytes/],
  ] as const)
    assert.throws(() => readRegular(at(name), most), refused(told));
});
