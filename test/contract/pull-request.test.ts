/** A made-up library in a repository of its own: the command that docs/CI.md begins with compares a change with its base. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { recordOf, rowsIn, runsIn, scratchFolder, wiremark } from './command.ts';
import { libraryOf, writeFiles } from './definitions.ts';
import { place } from './place.ts';
import { rowHere, toldHere } from './shipped.ts';

const folder = scratchFolder('pull-request');

const FILES = libraryOf(`const TIMES = 1;
export function write(value) {
  let text;
  for (let i = 0; i < TIMES; i++) text = JSON.stringify(value);
  return text;
}
`);

function git(cwd: string, ...words: string[]): void {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  const { status, stderr } = spawnSync('git', [...author, ...words], { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

/** A clone whose branch origin/main has the library, with one commit after it. */
function clone(name: string, change: (cwd: string) => void): string {
  const origin = folder(`${name}-origin`);
  writeFiles(origin, FILES);
  git(origin, 'init', '-q', '-b', 'main');
  git(origin, 'add', '-A');
  git(origin, 'commit', '-qm', 'one');
  const cwd = folder(name);
  git(cwd, 'clone', '-q', origin, '.');
  change(cwd);
  return cwd;
}

/** Does the work ten times. */
function slowDown(cwd: string): void {
  writeFileSync(join(cwd, 'index.js'), FILES['index.js']!.replace('TIMES = 1', 'TIMES = 10'));
  git(cwd, 'commit', '-qam', 'two');
}

/** The first command of the page, as words. */
function command(): string[] {
  const text = readFileSync(join(place.home, 'docs/CI.md'), 'utf8');
  const line = /^```sh\nwiremark (.*)\n```/m.exec(text)?.[1];
  assert.match(line ?? '', /^bench .*--versions origin\/main,HEAD/);
  return [...line!.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}

/** Where others take the core nothing can be said of times, here as anywhere: then it is tried again. */
function measured(cwd: string, words: readonly string[]) {
  for (let left = 2; ; left--) {
    const ended = wiremark(cwd, words);
    const busy = /other programs disturbed/.test(ended.stderr);
    if (!busy || left === 1) return { ...ended, busy };
  }
}

function unjudged(context: TestContext, status: number | null): void {
  assert.equal(status, 2, 'a rule that could not be judged has not passed');
  context.skip('other programs took the core');
}

const hasGit = spawnSync('git', ['--version']).status === 0;
const skip = hasGit ? false : 'there is no git';

test('a change that is slower fails by the rule, with both versions in a table of Markdown', {
  skip,
}, (context) => {
  const cwd = clone('slower', slowDown);
  const { status, stdout, stderr, busy } = measured(cwd, command());
  assert.match(stdout, toldHere(/^\| .*HERE\/my-json@origin-main.* baseline /m), stdout + stderr);
  assert.match(stdout, toldHere(/^\| .*HERE\/my-json@HEAD/m));
  const [run] = runsIn(cwd);
  const { request } = recordOf(run!);
  assert.deepEqual(Object.keys(request.packages), [rowHere('my-json@origin-main'), rowHere('my-json@HEAD')]);
  if (busy) return unjudged(context, status);
  assert.match(
    stderr,
    toldHere(/^wiremark: FAILED "slower > 5%": HERE\/my-json@HEAD, users\/small, serialize: .* slower/m),
  );
  assert.equal(status, 1, stdout + stderr);
});

test('what git does not know is refused in a line', { skip }, async () => {
  const cwd = clone('refused', slowDown);
  const shallow = folder('shallow');
  git(shallow, 'clone', '-q', '--depth', '1', `file://${cwd}`, '.');
  const bare = folder('bare');
  writeFiles(bare, FILES);
  const refused: [cwd: string, versions: string, message: RegExp][] = [
    [cwd, 'nope,HEAD', /there is no revision "nope" in .*origin\/NAME/],
    [cwd, 'HEAD,HEAD', /HEAD has the name or commit of another one/],
    [cwd, 'main,HEAD', /HEAD has the name or commit of another one/],
    [shallow, 'HEAD~1,HEAD', /no revision "HEAD~1" in .*shallow: fetch all of it \(fetch-depth: 0/],
    [bare, 'main,HEAD', /not a git repository/],
  ];
  for (const [where, versions, message] of refused) {
    const stderr = await refuses(where, ['bench', 'bench/row.toml', '--versions', versions], message);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
});

test('a library that can not be prepared is unavailable, and says why', { skip }, () => {
  const cwd = clone('prepare', (at) => {
    const prepare = 'prepare = ["node", "-e", "require(\'./build.cjs\')"]\n';
    writeFileSync(join(at, 'bench/row.toml'), `${prepare}${FILES['bench/row.toml']}`);
    writeFileSync(join(at, 'build.cjs'), 'console.log("built");\n');
    git(at, 'add', '-A');
    git(at, 'commit', '-qm', 'two');
  });
  const words = 'bench bench/row.toml --versions origin/main,HEAD --rounds 1 --format json'.split(' ');
  const { status, stdout, stderr } = wiremark(cwd, words);
  assert.equal(status, 1, 'a row that was asked about and never ran');
  const of = (name: string) => rowsIn(stdout).find(({ serializer }) => serializer === name)!;
  assert.equal(of('my-json@HEAD').verdict, 'ok', stderr);
  assert.equal(of('my-json@origin-main').verdict, 'unavailable');
  assert.match(
    of('my-json@origin-main').reason!,
    /^"node -e require\('\.\/build\.cjs'\)" failed: Error: Cannot find module '\.\/build\.cjs'/,
  );
});
