import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runsFolder } from '../../src/store/locate.ts';
import { begin, scratchFolder, wiremark } from '../contract/command.ts';
import { makeRun } from './serve-runs.ts';

const folder = scratchFolder('serve');

async function beginServing(root: string) {
  const served = begin(root, ['serve', '--port', '0']);
  after(() => served.child.kill('SIGKILL'));
  while (!served.output().includes('\n')) {
    assert.equal(served.child.exitCode, null, served.errors());
    await wait(50);
  }
  return { ...served, url: served.output().trim() };
}

test('it serves until Ctrl-C, and ends at once with exit code 0', async () => {
  const root = folder('fine');
  const key = makeRun(root, { day: '2026-01-01' });
  const { url, child, ended, errors } = await beginServing(root);
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
  // The page of a run starts esbuild, and fetch keeps its connection open: both could keep the process alive.
  assert.equal((await fetch(`${url}runs/${key}`)).status, 200);
  child.kill('SIGINT');
  assert.equal(await ended, 0);
  assert.match(errors(), /serving the runs in .*fine.*Ctrl-C stops it/);
});

test('a taken port and a wrong port end with 2 and a fix', async () => {
  const root = folder('taken');
  const { url, child, ended } = await beginServing(root);
  const { port } = new URL(url);
  for (const [word, message] of [
    [port, new RegExp(`can't listen on port ${port} \\(EADDRINUSE\\): --port 0`)],
    ['65536', /whole number from 0 to 65535/],
  ] as const) {
    const { status, stderr, stdout } = wiremark(root, ['serve', '--port', word]);
    assert.equal(status, 2, stderr);
    assert.match(stderr, message);
    assert.equal(stdout, '');
  }
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});

test('an unreadable folder of runs fails each request with one line, without a stack', async () => {
  const root = folder('failing');
  const { url, child, ended, errors } = await beginServing(root);
  mkdirSync(join(root, '.wiremark'));
  // A file instead of the folder simulates a failing disk.
  writeFileSync(runsFolder(root), '');
  // The line that it prints at its start.
  while (!errors().endsWith('\n')) await wait(10);
  for (const path of ['', 'history', 'runs/a']) {
    const before = errors();
    assert.equal((await fetch(url + path)).status, 500, path);
    while (!errors().slice(before.length).endsWith('\n')) await wait(10);
    assert.match(errors().slice(before.length), /^wiremark: .*runs.*: not a directory.*\n$/i, path);
  }
  rmSync(runsFolder(root));
  assert.equal((await fetch(url)).status, 200);
  child.kill('SIGINT');
  assert.equal(await ended, 0);
});
