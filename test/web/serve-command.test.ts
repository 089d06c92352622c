/** `wiremark serve` as a user has it. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runsFolder } from '../../src/store/locate.ts';
import { begin, scratchFolder, wiremark } from '../contract/command.ts';
import { makeRun } from './serve-runs.ts';

const folder = scratchFolder('serve');

/** Begins to serve and waits for the address, which is all that goes to standard output. */
async function beginServing(root: string, ...options: readonly string[]) {
  const served = begin(root, ['serve', '--port', '0', ...options]);
  after(() => served.child.kill('SIGKILL'));
  while (!served.output().includes('\n')) {
    assert.equal(served.child.exitCode, null, served.errors());
    await wait(50);
  }
  return { ...served, url: served.output().trim() };
}

test('it serves until Ctrl-C, at once and without a failure, whatever is open', async () => {
  const root = folder('fine');
  const key = makeRun(root, { day: '2026-01-01' });
  const { url, child, ended, errors } = await beginServing(root);
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
  // The page of a run has loaded all that could keep a process alive; fetch keeps its connection open.
  assert.equal((await fetch(`${url}runs/${key}`)).status, 200);
  child.kill('SIGINT');
  assert.equal(await ended, 0);
  assert.match(errors(), /serving the runs in .*fine.*Ctrl-C stops it/);
  assert.doesNotMatch(errors(), /WARNING/);
});

test('a port that is taken, a name that is elsewhere and a wrong port end with 2 and a fix', async () => {
  const root = folder('taken');
  const { url, child, ended } = await beginServing(root);
  const { port } = new URL(url);
  for (const [options, message] of [
    [['--port', port], new RegExp(`port ${port} is taken.*--port 0`)],
    [['--host', '192.0.2.1', '--port', '0'], /"192\.0\.2\.1" is not a name or address of this machine/],
    [['--port', '65536'], /whole number from 0 to 65535/],
  ] as const) {
    const { status, stderr, stdout } = wiremark(root, ['serve', ...options]);
    assert.equal(status, 2, stderr);
    assert.match(stderr, message);
    assert.equal(stdout, '');
  }
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});

test('another host than loopback is warned of', async () => {
  const { errors, child, ended } = await beginServing(folder('open'), '--host', '0.0.0.0');
  assert.match(errors(), /WARNING: listening on 0\.0\.0\.0.*no password/s);
  child.kill('SIGINT');
  assert.equal(await ended, 0);
});

test('a folder of runs that fails while it serves costs its requests a line each, and no stack', async () => {
  const root = folder('failing');
  const { url, child, ended, errors } = await beginServing(root);
  mkdirSync(join(root, '.wiremark'));
  // It can't be read as a folder, which stands for a disk that fails.
  writeFileSync(runsFolder(root), '');
  // What it says when it begins.
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
