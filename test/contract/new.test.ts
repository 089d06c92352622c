/** A new definition passes the check that it says to type next, as it is. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { scratchFolder, succeeds, wiremark } from './command.ts';
import { place } from './place.ts';
import { here, PLAIN, runners, toldHere } from './shipped.ts';

const folder = scratchFolder('new');

/** Begins something and types the lines that it says are next, up to the check. */
function begin(
  cwd: string,
  ...words: string[]
): { readonly checked: string; readonly next: readonly string[] } {
  const { stdout } = succeeds(cwd, ['new', ...words]);
  const next = stdout.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
  const until = next.findIndex((line) => / check /.test(line));
  let checked = '';
  for (const line of next.slice(0, until + 1)) {
    const env = { ...process.env, WIREMARK_CACHE: place.cache };
    const ended = spawnSync('bash', ['-c', line], { cwd, env, encoding: 'utf8' });
    // A row of one's own that can't run here fails its check.
    const expected = /^\S+\/my-json +unavailable/m.test(ended.stdout) ? 1 : 0;
    assert.equal(ended.status, expected, `${line}\n${ended.stdout}${ended.stderr}`);
    checked = ended.stdout;
  }
  return { checked, next };
}

test('a dataset, and a suite on it', () => {
  const cwd = folder('dataset');
  const { checked } = begin(cwd, 'dataset', 'shop');
  assert.match(checked, toldHere(/^shop\/small, serialize\n[\s\S]*?\nHERE\/json +ok\b/m));
  const { stdout } = wiremark(cwd, ['list', '-d', 'shop', '-s', PLAIN]);
  assert.match(stdout, /^shop +datasets\/shop +shop: orders/m);
});

test('a runner: its rows are ok, or unsupported with the reason', () => {
  const { checked } = begin(folder('runner'), 'runner', 'mine');
  const rows = checked.split('\n').filter((line) => line.startsWith('mine/plain'));
  assert.equal(rows.filter((row) => /^\S+ +ok\b/.test(row)).length, 8, checked);
  assert.ok(
    rows.every((row) => /^\S+ +(ok\b|unsupported +it writes fields as they are)/.test(row)),
    checked,
  );
});

for (const { runtime } of runners)
  test(`a serializer for ${runtime}`, () => {
    const cwd = folder(runtime);
    const words = ['my-json', '--runtime', runtime, '--folder', 'my bench'];
    const { checked, next } = begin(cwd, 'serializer', ...words);
    const rows = checked.split('\n').filter((line) => line.startsWith(`${runtime}/my-json`));
    assert.equal(rows.length, 2, checked);
    // Where a runtime or its registry is missing, the row says so.
    if (runtime === here.runtime)
      assert.ok(
        rows.every((row) => /^\S+ +ok\b/.test(row)),
        checked,
      );
    assert.match(next.at(-1)!, / bench 'my bench\/row\.toml'$/);
  });

test('nothing is overwritten, and no name is taken twice', async () => {
  const cwd = folder('again');
  succeeds(cwd, ['new', 'suite', 'mine']);
  const kept = readFileSync(join(cwd, 'suites/mine.toml'), 'utf8');
  mkdirSync(join(cwd, 'own'));
  const refused: [words: string[], message: RegExp][] = [
    [['suite', 'mine'], /there is already a suite "mine", in .*suites\/mine\.toml/],
    [['suite', 'league'], /there is already a suite "league"/],
    [['suite', 'x', '--dataset', 'uses'], /no dataset "uses"\. Did you mean "user"/],
    [['dataset', 'users'], /there is already a dataset "users"/],
    [['runner', here.runtime], toldHere(/there is already a runtime "HERE"/)],
    [['serializer', 'json', '--runtime', here.runtime], toldHere(/there is already a serializer HERE\/json/)],
    [['serializer', 'own', '--runtime', here.runtime], /own already exists/],
    [
      ['serializer', 'x', '--runtime', `${here.runtime}s`],
      toldHere(/no template for "HEREs"\. Did you mean "HERE"/),
    ],
    [['suite', '../x'], /"\.\.\/x" is not a valid name/],
  ];
  for (const [words, message] of refused) {
    const stderr = await refuses(cwd, ['new', ...words], message);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
  assert.equal(readFileSync(join(cwd, 'suites/mine.toml'), 'utf8'), kept);
});

test('a new one goes where wiremark.toml says, and is found from below', () => {
  const cwd = folder('named');
  mkdirSync(join(cwd, 'bench/data'), { recursive: true });
  writeFileSync(join(cwd, 'wiremark.toml'), 'datasets = ["bench/data"]\n');
  succeeds(cwd, ['new', 'dataset', 'shop']);
  assert.ok(existsSync(join(cwd, 'bench/data/shop/dataset.toml')));
  assert.match(wiremark(join(cwd, 'bench'), ['list', '-d', 'shop']).stdout, /^shop +data\/shop/m);
});
