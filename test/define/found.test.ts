import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { findDefinitions, foldersAround } from '../../src/define/found.ts';
import { missing } from '../../src/define/nearest.ts';
import { definitionError, folderWith } from './place.ts';

const PACKAGE = { 'pkg/suites/a.toml': '' };

/** The folders around one, relative to where the test is. */
function around(context: TestContext, files: Readonly<Record<string, string>>, working: string): string[] {
  const folder = realpathSync(folderWith(context, { ...PACKAGE, ...files }));
  mkdirSync(join(folder, working), { recursive: true });
  return foldersAround(join(folder, working), join(folder, 'pkg')).map((one) => relative(folder, one) || '.');
}

describe('definitions are looked for', () => {
  it('in the working folder and its parents, up to the one with .git or wiremark.toml', (context) => {
    assert.deepEqual(around(context, { 'a/.git/HEAD': '' }, 'a/b/c'), ['a/b/c', 'a/b', 'a']);
    assert.deepEqual(around(context, { 'a/b/wiremark.toml': '' }, 'a/b/c'), ['a/b/c', 'a/b']);
  });

  it('once if the working folder is in the package', (context) => {
    assert.deepEqual(around(context, { 'pkg/.git/HEAD': '' }, 'pkg/docs'), ['pkg/docs']);
    assert.deepEqual(around(context, { 'pkg/.git/HEAD': '' }, 'pkg'), []);
  });

  it('in no parent that other users may write', (context) => {
    const folder = realpathSync(folderWith(context, { ...PACKAGE, 'open/mine/x/y.txt': '' }));
    chmodSync(join(folder, 'open'), 0o777);
    const found = foldersAround(join(folder, 'open/mine/x'), join(folder, 'pkg'));
    assert.equal(found.map((one) => relative(folder, one)).join(), 'open/mine/x,open/mine');
  });
});

describe('wiremark.toml', () => {
  const RUNNER = 'bench/runners/perl/runner.toml';

  it('names other folders', (context) => {
    const folder = folderWith(context, {
      'wiremark.toml': 'datasets = ["bench/data"]\nrunners = ["bench/runners"]\nrows = ["bench/row.toml"]\n',
      'bench/data/orders/dataset.toml': '',
      'bench/row.toml': '',
      [RUNNER]: '',
      'datasets/other/dataset.toml': '',
      'suites/mine.toml': '',
    });
    assert.deepEqual(findDefinitions(folder), {
      datasets: [join(folder, 'bench/data/orders')],
      suites: [join(folder, 'suites/mine.toml')],
      runners: [join(folder, RUNNER)],
      rows: [join(folder, 'bench/row.toml')],
    });
  });

  it('is refused with its line and key', (context) => {
    const find = (text: string) => () => findDefinitions(folderWith(context, { 'wiremark.toml': text }));
    assert.throws(find('\ndatasets = ["no"]'), definitionError(2, 'datasets[0]', /there is no "no" in/));
    assert.throws(find('dataset = ["a"]'), definitionError(1, 'dataset', /Did you mean "datasets"/));
  });
});

describe('a missing definition', () => {
  it('is reported with the nearest name or a command that lists all, and how to add it', () => {
    const names = Array.from({ length: 25 }, (_, i) => `set-${String(i).padStart(2, '0')}`);
    const adding = (name: string) => ` To add it: wiremark new dataset ${name} --from FILE`;
    const near = 'there is no dataset "set-2x". Did you mean "set-20"?';
    assert.equal(missing('dataset', 'set-2x', names), near + adding('set-2x'));
    const far = 'there is no dataset "orders". `wiremark list` shows all.';
    assert.equal(missing('dataset', 'orders', names), far + adding('orders'));
  });

  it('gets advice on adding only if it could be a name', () => {
    assert.doesNotMatch(missing('serializer', 'mill/*', ['mill/json']), /To add it/);
    assert.match(missing('serializer', 'mill/mine', []), /: wiremark new serializer mine --runtime mill$/);
  });
});
