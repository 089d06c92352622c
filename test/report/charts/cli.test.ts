/** `wiremark report --charts` as a user calls it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readPng } from './png.ts';

const home = fileURLToPath(new URL('../../..', import.meta.url));
const recorded = join(home, 'test', 'report', 'recorded');
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-charts-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

function report(...args: string[]) {
  return spawnSync(join(home, 'wiremark'), ['report', ...args], { cwd: scratch, encoding: 'utf8' });
}

test('charts are written into a folder that is made, and their paths are printed', () => {
  const { status, stdout, stderr } = report(recorded, '--charts', 'a/charts', '--png');
  assert.equal(status, 1, `a row of the run failed: ${stderr}`);
  const paths = stdout.trim().split('\n');
  assert.deepEqual(
    [...paths].sort(),
    readdirSync(join(scratch, 'a/charts'))
      .map((file) => join('a/charts', file))
      .sort(),
  );
  const of = (ending: string) => paths.filter((path) => path.endsWith(ending));
  assert.ok(of('.svg').length > 5);
  assert.equal(of('.light.png').length, of('.svg').length);
  assert.equal(of('.dark.png').length, of('.svg').length);
  const [light, dark] = ['light', 'dark'].map((theme) =>
    readPng(readFileSync(join(scratch, 'a/charts', `record-single-serialize.ratios.${theme}.png`))),
  );
  assert.equal(light!.width, 1520);
  assert.notEqual(light!.at(0, 0), dark!.at(0, 0));
});

test('flags that mean nothing together, and a folder that is none, are refused with the reason', () => {
  writeFileSync(join(scratch, 'file'), '');
  for (const [args, message] of [
    [['--png'], /--png needs --charts FOLDER/],
    [['--charts', 'b', '--format', 'md'], /'--charts <folder>' cannot be used with option '--format/],
    [['--charts', 'b', '--html', 'c.html'], /cannot be used with option '--charts/],
    [['--charts', 'file'], /can't write file \(.*: give --charts a folder/],
  ] as const) {
    const { status, stdout, stderr } = report(recorded, ...args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, message);
    assert.equal(stdout, '');
  }
  assert.ok(!existsSync(join(scratch, 'b')) && !existsSync(join(scratch, 'c.html')));
});
