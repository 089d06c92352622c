/** `wiremark report --charts` as a user calls it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
  assert.deepEqual(
    [...paths].sort(),
    readdirSync(join(scratch, 'a/charts'))
      .map((file) => join('a/charts', file))
      .sort(),
  );
  assert.ok(paths.length > 5 && paths.every((path) => path.endsWith('.svg')));
});

test('flags that mean nothing together, and a folder that is none, are refused with the reason', () => {
  writeFileSync(join(scratch, 'file'), '');
  for (const [args, message] of [
    [['--charts', 'b', '--format', 'md'], /'--charts <folder>' cannot be used with option '--format/],
    [['--charts', 'b', '--html', 'c.html'], /cannot be used with option '--charts/],
    [['--charts', 'file'], /can't write file: /],
  ] as const) {
    const { status, stdout, stderr } = report(recordedFolder, ...args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, message);
    assert.equal(stdout, '');
  }
  assert.ok(!existsSync(join(scratch, 'b')) && !existsSync(join(scratch, 'c.html')));
});
