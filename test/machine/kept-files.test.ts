import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { keep, readKept } from '../../src/machine/files/write.ts';
import { temporary } from './temporary.ts';

const folder = temporary('kept');
const server = createServer();
after(() => server.close());

const OBSTACLES: Record<string, (path: string) => unknown> = {
  nothing: () => {},
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a socket': (path) => new Promise<void>((resolve) => server.listen(path, resolve)),
  'a folder': (path) => mkdirSync(join(path, 'sub'), { recursive: true }),
  'a link to itself': (path) => symlinkSync(path, path),
  'a file in place of its folder': (path) => {
    rmSync(join(path, '..'), { recursive: true });
    writeFileSync(join(path, '..'), '');
  },
};

for (const [what, put] of Object.entries(OBSTACLES))
  test(what, async () => {
    const path = join(mkdtempSync(join(folder, 'one-')), 'kept');
    await put(path);
    assert.equal(readKept(path), null);
    if (what === 'a file in place of its folder') return;
    keep(path, 'content');
    assert.ok(lstatSync(path).isFile());
    assert.equal(lstatSync(path).mode & 0o333, 0, 'read-only');
    assert.equal(readKept(path)?.toString(), 'content');
  });

test('a folder below /proc is refused at once', { skip: process.platform !== 'linux' }, () => {
  assert.throws(() => keep('/proc/x/y/kept', ''), /mkdir '\/proc\/x'/);
});
