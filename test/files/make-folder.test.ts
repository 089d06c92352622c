/** Folders are made with those above them, and what can't be made is an error at once. */
import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../src/files/make-folder.ts';
import { temporary } from './temporary.ts';

test('a folder with all above it, and one that is there', () => {
  const root = temporary('folders');
  const folder = join(root, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  assert.ok(statSync(folder).isDirectory());
  const file = join(root, 'file');
  writeFileSync(file, '');
  assert.throws(() => makeFolder(file), { code: 'EEXIST' });
  assert.throws(() => makeFolder(join(file, 'below')), { code: 'ENOTDIR' });
});

const skip = existsSync('/proc') ? false : 'no such file system';
test('where the system says that a folder which is there is missing, the error is told', { skip }, () => {
  assert.throws(() => makeFolder('/proc/none/below'), { code: 'ENOENT' });
});
