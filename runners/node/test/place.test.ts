/** Where a row of Node fails: in its own file, or in a package. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder, wiremark } from '../../../test/contract/command.ts';

const folder = scratchFolder('place');

const ROW = `import { write } from 'my-json';

export default { package: 'my-json', create: () => ({ serialize: (document) => write(document) }) };
`;

function reasonOf(name: string, files: Readonly<Record<string, string>>): string {
  const cwd = folder(name);
  const all = {
    'package.json': '{ "name": "my-json", "version": "1.0.0", "type": "module", "main": "index.js" }',
    'index.js': 'export const write = JSON.stringify;\n',
    'bench/row.toml': `runtime = "node"
id = "my-json"
format = "json"
output = "text"
tasks = ["serialize"]
file = "row.mjs"
packages = ["my-json@file:.."]
`,
    'bench/row.mjs': ROW,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const words = ['check', '--add', 'bench/row.toml', '-s', 'my-json', '-d', 'record', '--format', 'json'];
  const { stdout, stderr } = wiremark(cwd, words);
  const { rows } = JSON.parse(stdout) as { rows: { verdict: string; reason: string }[] };
  assert.equal(rows[0]?.verdict, 'crash', stdout + stderr);
  return rows[0]!.reason;
}

test('a crash names its first place', () => {
  const unfinished = { 'bench/row.mjs': `${ROW.trimEnd().slice(0, -2)}\n` };
  assert.match(reasonOf('syntax', unfinished), /^Unexpected .* \(line \d+ of its file\)$/);
  const thrown = { 'bench/row.mjs': ROW.replace('=> write(document)', '=> document.a.b.c') };
  assert.match(reasonOf('row', thrown), /^document 0: Cannot read .* \(line 3 of its file\)$/);
  const library = { 'index.js': '\nexport function write() {\n  throw new Error("not yet");\n}\n' };
  assert.equal(reasonOf('library', library), 'document 0: not yet (my-json/index.js:3)');
  const broken = { 'index.js': '\nexport const write = throw;\n' };
  assert.match(reasonOf('broken', broken), /^Unexpected token .* \(my-json\/index\.js:2\)$/);
});
