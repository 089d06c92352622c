/** `bench --versions` in the repository of a library, as docs/CI.md compares a pull request with its base. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { recordOf, rowsIn, runsIn, scratchFolder, wiremark } from './command.ts';
import { libraryOf, writeFiles } from './definitions.ts';
import { place } from './place.ts';
import { patternHere, rowHere } from './shipped.ts';

const folder = scratchFolder('pull-request');
const skip = spawnSync('git', ['--version']).status === 0 ? false : 'there is no git';

/** A library that does its work so many times. */
const library = (times: number) =>
  libraryOf(`export function write(value) {
  let text;
  for (let i = 0; i < ${times}; i++) text = JSON.stringify(value);
  return text;
}
`);

function git(cwd: string, ...words: string[]): void {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  const { status, stderr } = spawnSync('git', [...author, ...words], { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

function commit(cwd: string, files: Readonly<Record<string, string>>): void {
  writeFiles(cwd, files);
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-qm', 'a change');
}

/** A clone with one commit after origin/main, which has the library. */
function cloneWith(name: string, change: Readonly<Record<string, string>>): string {
  const origin = folder(`${name}-origin`);
  git(origin, 'init', '-q', '-b', 'main');
  commit(origin, library(1));
  const cwd = folder(name);
  git(cwd, 'clone', '-q', origin, '.');
  commit(cwd, change);
  return cwd;
}

/** The words of the page's first command. */
function documentedCommand(): string[] {
  const text = readFileSync(join(place.home, 'docs/CI.md'), 'utf8');
  const line = /^```sh\nwiremark (.*)\n```/m.exec(text)?.[1] ?? '';
  assert.match(line, /^bench .*--versions origin\/main,HEAD/);
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
}

test('the command of docs/CI.md fails for a slower change and prints both versions', { skip }, (context) => {
  const cwd = cloneWith('slower', library(10));
  let ended = wiremark(cwd, documentedCommand());
  const isBusy = () => /busy or shared machine/.test(ended.stderr);
  if (isBusy()) ended = wiremark(cwd, documentedCommand());
  const { status, stdout, stderr } = ended;
  assert.match(stdout, patternHere(/^\| .*HERE\/my-json@origin-main.* baseline /m), stdout + stderr);
  assert.match(stdout, patternHere(/^\| .*HERE\/my-json@HEAD/m));
  const packages = Object.keys(recordOf(runsIn(cwd)[0]!).request.packages);
  assert.deepEqual(packages, [rowHere('my-json@origin-main'), rowHere('my-json@HEAD')]);
  if (isBusy()) {
    assert.equal(status, 2, 'a rule that could not be judged has not passed');
    return context.skip('other programs disturbed the measurement');
  }
  assert.match(
    stderr,
    patternHere(/^wiremark: FAILED "slower > 5%": HERE\/my-json@HEAD, users\/small, serialize: .* slower/m),
  );
  assert.equal(status, 1, stdout + stderr);
});

test('unknown and equal revisions are refused in one line', { skip }, async () => {
  const cwd = cloneWith('refused', library(10));
  const shallow = folder('shallow');
  git(shallow, 'clone', '-q', '--depth', '1', `file://${cwd}`, '.');
  const bare = folder('bare');
  writeFiles(bare, library(1));
  for (const [where, versions, message] of [
    [cwd, 'nope,HEAD', /there is no revision "nope" in .*origin\/NAME/],
    [cwd, 'HEAD,HEAD', /HEAD has the name or commit of another one/],
    [cwd, 'main,HEAD', /HEAD has the name or commit of another one/],
    [shallow, 'HEAD~1,HEAD', /no revision "HEAD~1" in .*shallow: fetch all of it \(fetch-depth: 0/],
    [bare, 'main,HEAD', /not a git repository/],
  ] as const) {
    const stderr = await refuses(where, ['bench', 'bench/row.toml', '--versions', versions], message);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
});

test('a revision whose `prepare` command fails is unavailable, with the reason', { skip }, () => {
  const prepare = 'prepare = ["node", "-e", "require(\'./build.cjs\')"]\n';
  const cwd = cloneWith('prepare', {
    'bench/row.toml': `${prepare}${library(1)['bench/row.toml']}`,
    'build.cjs': 'console.log("built");\n',
  });
  const words = 'bench bench/row.toml --versions origin/main,HEAD --rounds 1 --format json'.split(' ');
  const { status, stdout, stderr } = wiremark(cwd, words);
  assert.equal(status, 1, 'a requested row is missing');
  const rowOf = (name: string) => rowsIn(stdout).find(({ serializer }) => serializer === name)!;
  assert.equal(rowOf('my-json@HEAD').verdict, 'ok', stderr);
  const { verdict, reason } = rowOf('my-json@origin-main');
  assert.equal(verdict, 'unavailable');
  const told = /^"node -e require\('\.\/build\.cjs'\)" failed: Error: Cannot find module '\.\/build\.cjs'/;
  assert.match(reason!, told);
});
