/** `wiremark report --charts` as a user calls it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { recordedFolder } from '../make-recorded-run.ts';

const home = fileURLToPath(new URL('../../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-charts-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

function report(...args: string[]) {
  return spawnSync(join(home, 'wiremark'), ['report', ...args], { cwd: scratch, encoding: 'utf8' });
}

test('charts are written into a folder that is made, and their paths are printed', () => {
  const { status, stdout, stderr } = report(recordedFolder, '--charts', 'a/charts');
  assert.equal(status, 1, `a row of the run failed: ${stderr}`);
  const paths = stdout.trim().split('\n');
  const files = readdirSync(join(scratch, 'a/charts')).map((file) => join('a/charts', file));
  assert.deepEqual([...paths].sort(), files.sort());
  assert.ok(paths.length > 5 && paths.every((path) => path.endsWith('.svg')));
});

test('a folder that is none is refused with the reason', () => {
  writeFileSync(join(scratch, 'file'), '');
  const { status, stdout, stderr } = report(recordedFolder, '--charts', 'file');
  assert.match(stderr, /can't write file: /);
  assert.deepEqual([status, stdout], [2, '']);
});
