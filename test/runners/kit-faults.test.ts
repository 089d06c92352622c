/** What the kits of Node and Ruby say of a row whose author has made a mistake: in words of the row, not of the kit. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { serializer as ruby, underTest } from '../../runners/ruby/test/kit.ts';
import type { Kit } from './kit.ts';
import { serializer as node, kit as nodeKit } from './node-kit.ts';

const { kit: rubyKit } = underTest;

async function last(kit: Kit, id: string, ...commands: string[]): Promise<string> {
  return kit.talk([...(await kit.job({ id })), ...commands, 'end']).replies.at(-1)!;
}

describe('node', { skip: nodeKit.skip }, () => {
  test('a result of another kind is called so, whatever the loop stumbles over', async () => {
    node('nothing', 'return { serialize: (note) => { note.text; } };');
    assert.equal(
      await last(nodeKit, 'nothing', 'slice 1 0'),
      'error crash serialize returned undefined instead of text',
    );
    node('null', 'return { serialize: () => null };');
    assert.equal(
      await last(nodeKit, 'null', 'slice 1 0'),
      'error crash serialize returned null instead of text',
    );
    node('promise', 'return { serialize: async (note) => note.text };');
    const dump = `dump documents ${join(nodeKit.folder, 'promise.out')}`;
    assert.equal(
      await last(nodeKit, 'promise', dump),
      'error crash serialize returned Promise instead of text',
    );
    node(
      'late',
      'let calls = 0; return { serialize() { if (++calls === 3) throw new Error("third"); return "x"; } };',
    );
    assert.match(await last(nodeKit, 'late', 'slice 5 0'), /^error crash third/);
  });

  test('a file without what the kit looks for', async () => {
    nodeKit.serializer('named', 'export const x = { version: "7", create: () => ({}) };\n');
    assert.match(
      await last(nodeKit, 'named'),
      /^error crash its file has no "export default" with a function create$/,
    );
    node('forgets', '({ serialize: String });');
    assert.equal(
      await last(nodeKit, 'forgets'),
      'error crash create returned undefined instead of operations',
    );
    node('text-for-code', 'return { serialize: "x" };');
    assert.equal(
      await last(nodeKit, 'text-for-code'),
      'error crash serialize is string instead of a function',
    );
  });

  test('a package or a file that is missing, by the line that imports it', async () => {
    node('far', '', '// one\nimport "no-such-package/deep";');
    assert.equal(
      await last(nodeKit, 'far'),
      "error unavailable Cannot find package 'no-such-package' (line 2 of its file): is it among the row's packages?",
    );
    node('near', '', 'import {\n} from "./beside.mjs";');
    assert.equal(
      await last(nodeKit, 'near'),
      "error unavailable Cannot find module 'beside.mjs' (line 2 of its file): is it among the row's sources?",
    );
    writeFileSync(join(nodeKit.folder, 'node/serializers/common.cjs'), 'module.exports = {};\n');
    node('unexported', '', 'import { x } from "./common.cjs";');
    assert.match(
      await last(nodeKit, 'unexported'),
      /^error crash Named export 'x' not found\. .* named exports\. \(line 1 of its file\)$/,
    );
    nodeKit.serializer('other', 'export default { package: "my-json", create: () => ({}) };\n');
    assert.match(
      await last(nodeKit, 'other'),
      /its "package" is my-json, which isn't among the row's packages$/,
    );
  });
});

describe('ruby', { skip: rubyKit.skip }, () => {
  const operations = (body: string) => [`Wiremark::Operations.new(serialize: ->(note) { ${body} })`];

  test('a result of another kind is called so, whatever the loop stumbles over', async () => {
    ruby('nothing', operations('nil'));
    assert.equal(
      await last(rubyKit, 'nothing', 'slice 1 0'),
      'error crash serialize returned nil instead of text',
    );
    ruby('symbol', operations(':x'));
    assert.equal(
      await last(rubyKit, 'symbol', 'slice 1 0'),
      'error crash serialize returned Symbol instead of text',
    );
    ruby('late', ['calls = 0', ...operations('raise "third" if (calls += 1) == 3; "x".dup')]);
    assert.match(await last(rubyKit, 'late', 'slice 5 0'), /^error crash RuntimeError: third/);
  });

  test('a file without what the kit looks for', async () => {
    const wanted =
      'error crash its file must define the module Row, with create(schema) and with GEM or VERSION';
    rubyKit.serializer('other-name', 'module Other\nend\n');
    assert.equal(await last(rubyKit, 'other-name'), wanted);
    rubyKit.serializer('no-version', 'module Row\n  def self.create(schema) = nil\nend\n');
    assert.equal(await last(rubyKit, 'no-version'), wanted);
    ruby('forgets', ['nil']);
    assert.equal(await last(rubyKit, 'forgets'), 'error crash create returned nil instead of operations');
  });

  test('a gem or a file that is missing, by the line that requires it', async () => {
    ruby('far', [], ['require "no-such-gem"']);
    assert.equal(
      await last(rubyKit, 'far'),
      "error unavailable cannot load such file -- no-such-gem (line 2 of its file): is it among the row's packages?",
    );
    ruby('near', [], ['require_relative "beside"']);
    assert.equal(
      await last(rubyKit, 'near'),
      "error unavailable cannot load such file -- beside (line 2 of its file): is it among the row's sources?",
    );
    rubyKit.serializer('other-gem', 'module Row\n  GEM = "my_json"\n  def self.create(schema) = {}\nend\n');
    assert.match(
      await last(rubyKit, 'other-gem'),
      /its GEM is my_json, which isn't among the row's packages$/,
    );
  });
});
