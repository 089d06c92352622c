/** A library of one's own, from a bare folder: a row.toml, a package by path, versions side by side. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { recordOf, rowsIn, runsIn, scratchFolder, succeeds, wiremark } from './command.ts';
import { libraryOf, writeFiles } from './definitions.ts';
import { PLAIN, rowHere, toldHere } from './shipped.ts';

const folder = scratchFolder('own-library');

/** What a library's author has: the library, and beside it a row. */
const library = (cwd: string, write = 'JSON.stringify(value)') =>
  writeFiles(cwd, libraryOf(`export const write = (value) => ${write};\n`));

const BENCH = ['bench', 'bench/row.toml', '-t', 'serialize', '--seed', '5'];
const CHECK = ['check', 'league', '--add', 'bench/row.toml', '-d', 'users/small', '-t', 'serialize'];
const only = (record: ReturnType<typeof recordOf>) =>
  record.contenders.find(({ serializer }) => serializer === 'my-json')!;

test('a library is measured beside those like it, and an edit is built anew and shows as changed', () => {
  const cwd = folder('edited');
  library(cwd);
  const first = succeeds(cwd, [...BENCH, '--rounds', '1', '--format', 'json']);
  assert.deepEqual(
    rowsIn(first.stdout)
      .map(({ name }) => name)
      .sort(),
    ['fast-json-stringify', 'hand-written', 'json', 'my-json'].map(rowHere),
  );
  const before = recordOf(runsIn(cwd)[0]!);
  assert.equal(before.contenders[before.cases[0]!.baseline]!.serializer, 'my-json');
  assert.equal(only(before).version, '1.0.0');
  assert.match(before.request.packages[rowHere('my-json')]![0]!, /^my-json@file:[^/]+#sha256-[0-9a-f]{64}$/);

  library(cwd, 'JSON.stringify(value).replace("a", "b")');
  const wrong = wiremark(cwd, [...CHECK, '-s', 'my-json']);
  assert.deepEqual(
    [wrong.status, toldHere(/HERE\/my-json +mismatch/).test(wrong.stdout)],
    [1, true],
    wrong.stdout,
  );

  library(cwd, 'JSON.stringify(value, null, 0)');
  succeeds(cwd, [...BENCH, '-s', 'my-json', '--rounds', '1']);
  const after = recordOf(runsIn(cwd).find((run) => recordOf(run).id !== before.id)!);
  assert.notEqual(only(after).code, only(before).code);
  assert.notDeepEqual(after.request.packages, before.request.packages);
});

test('two paths of one library are two rows, named by their paths, of which what is sent tells no more', () => {
  const cwd = folder('versions');
  for (const version of ['old', 'new']) library(join(cwd, version), `JSON.stringify(value) // ${version}\n`);
  cpSync(join(cwd, 'old/bench'), join(cwd, 'bench'), { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{}');
  const asked = ['-s', 'my-json@./old', '-s', 'my-json@fresh=./new', '--rounds', '1', '--format', 'csv'];
  const { stdout } = succeeds(cwd, [...BENCH, ...asked]);
  assert.match(stdout, /my-json@old/);
  assert.match(stdout, /my-json@fresh/);
  const record = recordOf(runsIn(cwd)[0]!);
  assert.deepEqual(
    record.contenders.map(({ serializer, version }) => [serializer, version]),
    [
      ['my-json@old', '1.0.0'],
      ['my-json@fresh', '1.0.0'],
    ],
  );
  assert.equal(record.cases[0]!.baseline, 0);
  succeeds(cwd, ['runs', 'export', '--out', 'sent.wiremark']);
  const text = gunzipSync(readFileSync(join(cwd, 'sent.wiremark'))).toString();
  assert.ok(text.includes('my-json@fresh=new') && !text.includes(cwd), text.slice(0, 2_000));
});

test("a row of one's own that is unavailable is a failure, with the fix; one that ships is none", () => {
  const cwd = folder('unavailable');
  library(cwd);
  const file = join(cwd, 'bench/row.toml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('file:..', '1.x'));
  const run = wiremark(cwd, [...BENCH, '-s', `my-json,${PLAIN}`, '--rounds', '1']);
  assert.equal(run.status, 1, run.stdout);
  const left =
    /isn't a package with an exact version; fix: write it in the row's packages as name@1\.2\.3 or name@file:PATH/;
  assert.match(run.stdout.replaceAll(/\s+/g, ' '), left);
  assert.doesNotMatch(run.stdout, /How to fix it/, 'doctor knows nothing of the row');
  assert.equal(wiremark(cwd, ['report']).status, 1);
  assert.equal(wiremark(cwd, [...CHECK, '-s', PLAIN]).status, 1);
});
