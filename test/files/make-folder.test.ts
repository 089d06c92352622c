/** Folders are made with those above them, and what can't be made is an error at once. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../../src/files/make-folder.ts';

test('a folder with all above it, and one that is there', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'folders-'));
  context.after(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  assert.ok(statSync(folder).isDirectory());
  const file = join(root, 'file');
  writeFileSync(file, '');
  assert.throws(() => makeFolder(file), { code: 'EEXIST' });
  assert.throws(() => makeFolder(join(file, 'below')), { code: 'ENOTDIR' });
});

test('where the system says that a folder which is there is missing, the error is told, without an end to wait for', {
  skip: existsSync('/proc') ? false : 'no such file system',
}, () => {
  assert.throws(() => makeFolder('/proc/none/below'), { code: 'ENOENT' });
});
