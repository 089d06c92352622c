/** What the kits of Node and Ruby say of a row whose author has made a mistake: in words of the row, not of the kit. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { serializer as ruby, kit as rubyKit } from '../../runners/ruby/test/kit.ts';
import type { Kit } from './kit.ts';
import { serializer as node, kit as nodeKit } from './node-kit.ts';

/** What is answered to a job that can't be loaded. */
const refusal = (kit: Kit, id: string) => kit.talk(kit.job({ id })).replies.at(-1)!;

/** What is answered to a slice of which as many results are kept. */
const sliced = (kit: Kit, id: string, ops: number, output = 'text') =>
  kit.answers({ id, output }, [`slice ${ops} ${ops}`])[0]!;

describe('node', { skip: nodeKit.skip }, () => {
  test('a result of another kind is called so, whatever the loop stumbles over', () => {
    node('nothing', 'return { serialize: (note) => { note.text; } };');
    assert.equal(
      sliced(nodeKit, 'nothing', 1),
      'error mismatch serialize returned undefined instead of text',
    );
    node('null', 'return { serialize: () => null };');
    assert.equal(sliced(nodeKit, 'null', 1), 'error mismatch serialize returned null instead of text');
    node('promise', 'return { serialize: async (note) => note.text };');
    assert.equal(sliced(nodeKit, 'promise', 1), 'error mismatch serialize returned Promise instead of text');
    node(
      'late',
      'let calls = 0; return { serialize() { if (++calls === 3) throw new Error("third"); return "x"; } };',
    );
    assert.match(sliced(nodeKit, 'late', 5), /^failed 2 third/);
  });

  test('bytes are plain ones, each result in memory of its own', () => {
    const returned: Record<string, [expression: string, told: RegExp]> = {
      'two views': ['all.subarray(at, at++ + 2)', /^error mismatch results 0 and 1 share memory/],
      'side by side': ['all.subarray(at, ++at)', /^slice/],
      'nothing of one': ['all.subarray(3, 3)', /^slice/],
      shared: ['new Uint8Array(new SharedArrayBuffer(2))', /Uint8Array that isn't plain bytes instead/],
      growing: ['Buffer.from(new ArrayBuffer(2, { maxByteLength: 4 }))', /Buffer that isn't plain bytes/],
      proxy: ['new Proxy(new Uint8Array(2), {})', /^error mismatch serialize returned .* instead of bytes/],
      words: ['new Uint16Array(2)', /^error mismatch serialize returned Uint16Array instead of bytes/],
    };
    for (const [name, [expression, told]] of Object.entries(returned)) {
      node('bytes', `const all = Buffer.alloc(8); let at = 0; return { serialize: () => ${expression} };`);
      assert.match(sliced(nodeKit, 'bytes', 2, 'bytes'), told, name);
    }
  });

  test('a file without what the kit looks for', () => {
    nodeKit.serializer('named', 'export const x = { version: "7", create: () => ({}) };\n');
    assert.match(
      refusal(nodeKit, 'named'),
      /^error crash its file has no "export default" with a function create$/,
    );
    node('forgets', '({ serialize: String });');
    assert.equal(refusal(nodeKit, 'forgets'), 'error crash create returned undefined instead of operations');
    node('text-for-code', 'return { serialize: "x" };');
    assert.equal(refusal(nodeKit, 'text-for-code'), 'error crash serialize is string instead of a function');
  });

  test('a package or a file that is missing, by the line that imports it', () => {
    node('far', '', '// one\nimport "no-such-package/deep";');
    assert.equal(
      refusal(nodeKit, 'far'),
      "error unavailable Cannot find package 'no-such-package' (line 2 of its file): is it among the row's packages?",
    );
    node('near', '', 'import {\n} from "./beside.mjs";');
    assert.equal(
      refusal(nodeKit, 'near'),
      "error unavailable Cannot find module 'beside.mjs' (line 2 of its file): is it among the row's sources?",
    );
    writeFileSync(join(nodeKit.folder, 'node/serializers/common.cjs'), 'module.exports = {};\n');
    node('unexported', '', 'import { x } from "./common.cjs";');
    assert.match(
      refusal(nodeKit, 'unexported'),
      /^error crash Named export 'x' not found\. .* named exports\. \(line 1 of its file\)$/,
    );
    nodeKit.serializer('other', 'export default { package: "my-json", create: () => ({}) };\n');
    assert.match(
      refusal(nodeKit, 'other'),
      /its "package" is my-json, which isn't among the row's packages$/,
    );
  });
});

describe('ruby', { skip: rubyKit.skip }, () => {
  const operations = (body: string) => [`Wiremark::Operations.new(serialize: ->(note) { ${body} })`];

  test('a result of another kind is called so, whatever the loop stumbles over', () => {
    ruby('nothing', operations('nil'));
    assert.equal(sliced(rubyKit, 'nothing', 1), 'error mismatch serialize put out nil instead of text');
    ruby('symbol', operations(':x'));
    assert.equal(sliced(rubyKit, 'symbol', 1), 'error mismatch serialize put out Symbol instead of text');
    ruby('late', ['calls = 0', ...operations('raise "third" if (calls += 1) == 3; "x".dup')]);
    assert.match(sliced(rubyKit, 'late', 5), /^failed 2 RuntimeError: third/);
  });

  test('a file without what the kit looks for', () => {
    const wanted =
      'error crash its file must define the module Row, with create(schema) and with GEM or VERSION';
    rubyKit.serializer('other-name', 'module Other\nend\n');
    assert.equal(refusal(rubyKit, 'other-name'), wanted);
    rubyKit.serializer('no-version', 'module Row\n  def self.create(schema) = nil\nend\n');
    assert.equal(refusal(rubyKit, 'no-version'), wanted);
    ruby('forgets', ['nil']);
    assert.equal(refusal(rubyKit, 'forgets'), 'error crash create returned nil instead of operations');
  });

  test('a gem or a file that is missing, by the line that requires it', () => {
    ruby('far', [], ['require "no-such-gem"']);
    assert.equal(
      refusal(rubyKit, 'far'),
      "error unavailable cannot load such file -- no-such-gem (line 2 of its file): is it among the row's packages?",
    );
    ruby('near', [], ['require_relative "beside"']);
    assert.equal(
      refusal(rubyKit, 'near'),
      "error unavailable cannot load such file -- beside (line 2 of its file): is it among the row's sources?",
    );
    rubyKit.serializer('other-gem', 'module Row\n  GEM = "my_json"\n  def self.create(schema) = {}\nend\n');
    assert.match(refusal(rubyKit, 'other-gem'), /its GEM is my_json, which isn't among the row's packages$/);
  });
});
