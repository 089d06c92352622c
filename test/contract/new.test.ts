import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { scratchFolder, succeeds, verdictsIn, wiremark } from './command.ts';
import { place } from './place.ts';
import { here, PLAIN, patternHere, runners } from './shipped.ts';

const folder = scratchFolder('new');

/** Runs `new` and the commands that it prints, up to `check`. @returns the check's output, and all printed commands */
function create(cwd: string, ...words: string[]) {
  const { stdout } = succeeds(cwd, ['new', ...words]);
  const commands = stdout.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
  let checked = '';
  for (const line of commands.slice(0, commands.findIndex((line) => / check /.test(line)) + 1)) {
    const env = { ...process.env, WIREMARK_CACHE: place.cache };
    // All languages' builds for a new dataset would take minutes.
    const command = line.endsWith(' check shop') ? `${line} -r ${here.runtime}` : line;
    const ended = spawnSync('bash', ['-c', command], { cwd, env, encoding: 'utf8' });
    // The check of an unavailable row of the user fails.
    const expected = /^\S+\/my-json +unavailable/m.test(ended.stdout) ? 1 : 0;
    assert.equal(ended.status, expected, `${line}\n${ended.stdout}${ended.stderr}`);
    checked = ended.stdout;
  }
  return { checked, commands };
}

test('a new dataset comes with a suite, and is listed', () => {
  const cwd = folder('dataset');
  const { checked } = create(cwd, 'dataset', 'shop');
  assert.match(checked, patternHere(/^shop\/small, serialize\n[\s\S]*?\nHERE\/json +ok\b/m));
  const { stdout } = wiremark(cwd, ['list', '-d', 'shop', '-s', PLAIN]);
  assert.match(stdout, /^shop +datasets\/shop +shop: orders/m);
});

test('the row of a new runner is ok, or unsupported with a reason', () => {
  const { checked } = create(folder('runner'), 'runner', 'mine');
  const verdicts = verdictsIn(checked, 'mine/plain');
  assert.equal(verdicts.filter((one) => /^ok\b/.test(one)).length, 8, checked);
  for (const one of verdicts) assert.match(one, /^(ok\b|unsupported +it writes fields as they are)/, checked);
});

for (const { runtime } of runners)
  test(`a new serializer for ${runtime} is ok, unless the runtime is unavailable`, () => {
    const words = ['my-json', '--runtime', runtime, '--folder', 'my bench'];
    const { checked, commands } = create(folder(runtime), 'serializer', ...words);
    const verdicts = verdictsIn(checked, `${runtime}/my-json`);
    assert.equal(verdicts.length, 2, checked);
    if (runtime === here.runtime) for (const one of verdicts) assert.match(one, /^ok\b/, checked);
    assert.match(commands.at(-1)!, / bench 'my bench\/row\.toml'$/);
  });

test('`new` overwrites nothing and refuses names that are taken, in one line', async () => {
  const cwd = folder('again');
  succeeds(cwd, ['new', 'suite', 'mine']);
  const before = readFileSync(join(cwd, 'suites/mine.toml'), 'utf8');
  mkdirSync(join(cwd, 'own'));
  for (const [words, message] of [
    ['suite mine', /there is already a suite "mine", in .*suites\/mine\.toml/],
    ['suite league', /there is already a suite "league"/],
    ['suite x --dataset uses', /no dataset "uses"\. Did you mean "user"/],
    ['dataset users', /there is already a dataset "users"/],
    [`runner ${here.runtime}`, /there is already a runtime "HERE"/],
    [`serializer json --runtime ${here.runtime}`, /there is already a serializer HERE\/json/],
    [`serializer own --runtime ${here.runtime}`, /own already exists/],
    [`serializer x --runtime ${here.runtime}s`, /no template for "HEREs"\. Did you mean "HERE"/],
    ['suite ../x', /"\.\.\/x" is not a valid name/],
  ] as const) {
    const stderr = await refuses(cwd, ['new', ...words.split(' ')], patternHere(message));
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
  assert.equal(readFileSync(join(cwd, 'suites/mine.toml'), 'utf8'), before);
});

test('a new definition is written into the folder that wiremark.toml names', () => {
  const cwd = folder('named');
  mkdirSync(join(cwd, 'bench/data'), { recursive: true });
  writeFileSync(join(cwd, 'wiremark.toml'), 'datasets = ["bench/data"]\n');
  succeeds(cwd, ['new', 'dataset', 'shop']);
  assert.ok(existsSync(join(cwd, 'bench/data/shop/dataset.toml')));
  assert.match(wiremark(join(cwd, 'bench'), ['list', '-d', 'shop']).stdout, /^shop +data\/shop/m);
});
