import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowsIn, scratchFolder, wiremark } from '../../../test/contract/command.ts';
import { libraryOf, writeFiles } from '../../../test/contract/definitions.ts';

const folder = scratchFolder('place');

const GOOD = libraryOf('export const write = JSON.stringify;\n');
const ROW = GOOD['bench/row.mjs']!;

const WRONG: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  syntax: { 'bench/row.mjs': `${ROW.trimEnd().slice(0, -2)}\n` },
  row: { 'bench/row.mjs': ROW.replace('=> write(document)', '=> document.a.b.c') },
  library: { 'index.js': '\nexport function write() {\n  throw new Error("not yet");\n}\n' },
  broken: { 'index.js': '\nexport const write = throw;\n' },
};

test('a crash is reported with the line of the row or package', () => {
  const cwd = folder('rows');
  for (const [id, files] of Object.entries(WRONG))
    writeFiles(join(cwd, id), { ...libraryOf(GOOD['index.js']!, id), ...files });
  const ids = Object.keys(WRONG);
  const added = ids.flatMap((id) => ['--add', `${id}/bench/row.toml`]);
  const words = ['check', ...added, '-s', ids.join(), '-d', 'record', '--format', 'json'];
  const { stdout, stderr } = wiremark(cwd, words);
  const crashed = rowsIn(stdout).filter(({ verdict }) => verdict === 'crash');
  const reasons = Object.fromEntries(crashed.map(({ serializer, reason }) => [serializer, reason]));
  assert.deepEqual(Object.keys(reasons).sort(), ids.toSorted(), stdout + stderr);
  assert.match(reasons.syntax!, /^Unexpected .* \(line \d+ of its file\)$/);
  assert.match(reasons.row!, /^document 0: Cannot read .* \(line 3 of its file\)$/);
  assert.equal(reasons.library, 'document 0: not yet (my-json/index.js:3)');
  assert.match(reasons.broken!, /^Unexpected token .* \(my-json\/index\.js:2\)$/);
});
