import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kit, serializer } from './kit.ts';

const refusal = (id: string) => kit.talk(kit.job({ id })).replies.at(-1)!;

const sliced = (id: string, ops: number, output = 'text') =>
  kit.answers({ id, output }, [`slice ${ops} ${ops}`])[0]!;

test('a result of the wrong kind is reported as such, even if the loop throws first', () => {
  serializer('nothing', 'return { serialize: (note) => { note.text; } };');
  assert.equal(sliced('nothing', 1), 'error mismatch serialize returned undefined instead of text');
  serializer('null', 'return { serialize: () => null };');
  assert.equal(sliced('null', 1), 'error mismatch serialize returned null instead of text');
  serializer('promise', 'return { serialize: async (note) => note.text };');
  assert.equal(sliced('promise', 1), 'error mismatch serialize returned Promise instead of text');
  serializer(
    'late',
    'let calls = 0; return { serialize() { if (++calls === 3) throw new Error("third"); return "x"; } };',
  );
  assert.match(sliced('late', 5), /^failed 2 third/);
});

test('rejects bytes of other types and results that share memory', () => {
  const returned: Record<string, [expression: string, expected: RegExp]> = {
    'two views': ['all.subarray(at, at++ + 2)', /^error mismatch results 0 and 1 share memory/],
    'side by side': ['all.subarray(at, ++at)', /^slice/],
    'nothing of one': ['all.subarray(3, 3)', /^slice/],
    shared: ['new Uint8Array(new SharedArrayBuffer(2))', /Uint8Array that isn't plain bytes instead/],
    growing: ['Buffer.from(new ArrayBuffer(2, { maxByteLength: 4 }))', /Buffer that isn't plain bytes/],
    proxy: ['new Proxy(new Uint8Array(2), {})', /^error mismatch serialize returned .* instead of bytes/],
    words: ['new Uint16Array(2)', /^error mismatch serialize returned Uint16Array instead of bytes/],
  };
  for (const [name, [expression, expected]] of Object.entries(returned)) {
    serializer(
      'bytes',
      `const all = Buffer.alloc(8); let at = 0; return { serialize: () => ${expression} };`,
    );
    assert.match(sliced('bytes', 2, 'bytes'), expected, name);
  }
});

test('reports a missing default export, missing operations and a wrong operation type', () => {
  kit.serializer('named', 'export const x = { version: "7", create: () => ({}) };\n');
  assert.match(refusal('named'), /^error crash its file has no "export default" with a function create$/);
  serializer('forgets', '({ serialize: String });');
  assert.equal(refusal('forgets'), 'error crash create returned undefined instead of operations');
  serializer('text-for-code', 'return { serialize: "x" };');
  assert.equal(refusal('text-for-code'), 'error crash serialize is string instead of a function');
});

test('a missing package, file or export is reported with the line of its import', () => {
  serializer('far', '', '// one\nimport "no-such-package/deep";');
  assert.equal(
    refusal('far'),
    "error unavailable Cannot find package 'no-such-package' (line 2 of its file): is it among the row's packages?",
  );
  serializer('near', '', 'import {\n} from "./beside.mjs";');
  assert.equal(
    refusal('near'),
    "error unavailable Cannot find module 'beside.mjs' (line 2 of its file): is it among the row's sources?",
  );
  writeFileSync(join(kit.folder, 'node/serializers/common.cjs'), 'module.exports = {};\n');
  serializer('unexported', '', 'import { x } from "./common.cjs";');
  const told = /^error crash Named export 'x' not found\. .* named exports\. \(line 1 of its file\)$/;
  assert.match(refusal('unexported'), told);
  kit.serializer('other', 'export default { package: "my-json", create: () => ({}) };\n');
  assert.match(refusal('other'), /its "package" is my-json, which isn't among the row's packages$/);
});
