import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { recordOf, rowsIn, runIn, runsIn, scratchFolder, succeeds, wiremark } from './command.ts';
import { libraryOf, writeFiles } from './definitions.ts';
import { PLAIN, patternHere, rowHere } from './shipped.ts';

const folder = scratchFolder('own-library');
const BENCH = 'bench bench/row.toml -t serialize --seed 5 --rounds 1'.split(' ');
const CHECK = 'check league --add bench/row.toml -d users/small -t serialize'.split(' ');

const writeLibrary = (cwd: string, write = 'JSON.stringify(value)') =>
  writeFiles(cwd, libraryOf(`export const write = (value) => ${write};\n`));

const libraryIn = (record: ReturnType<typeof recordOf>) =>
  record.contenders.find(({ serializer }) => serializer === 'my-json')!;

test('bench measures the library beside similar rows, and builds it again after an edit', () => {
  const cwd = folder('edited');
  writeLibrary(cwd);
  const { stdout } = succeeds(cwd, [...BENCH, '--format', 'json']);
  const names = rowsIn(stdout).map(({ name }) => name);
  assert.deepEqual(names.sort(), ['fast-json-stringify', 'hand-written', 'json', 'my-json'].map(rowHere));
  const before = recordOf(runIn(cwd));
  assert.equal(before.contenders[before.cases[0]!.baseline]!.serializer, 'my-json');
  assert.equal(libraryIn(before).version, '1.0.0');
  assert.match(before.request.packages[rowHere('my-json')]![0]!, /^my-json@file:[^/]+#sha256-[0-9a-f]{64}$/);

  writeLibrary(cwd, 'JSON.stringify(value).replace("a", "b")');
  const wrong = wiremark(cwd, [...CHECK, '-s', 'my-json']);
  assert.equal(wrong.status, 1, wrong.stdout);
  assert.match(wrong.stdout, patternHere(/HERE\/my-json +mismatch/));

  writeLibrary(cwd, 'JSON.stringify(value, null, 0)');
  succeeds(cwd, [...BENCH, '-s', 'my-json']);
  const after = recordOf(runsIn(cwd).find((run) => recordOf(run).id !== before.id)!);
  assert.notEqual(libraryIn(after).code, libraryIn(before).code);
  assert.notDeepEqual(after.request.packages, before.request.packages);
});

test('two paths of one library are two rows, and an export has only the ends of the paths', () => {
  const cwd = folder('versions');
  for (const version of ['old', 'new'])
    writeLibrary(join(cwd, version), `JSON.stringify(value) // ${version}\n`);
  cpSync(join(cwd, 'old/bench'), join(cwd, 'bench'), { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{}');
  const versions = ['-s', 'my-json@./old', '-s', 'my-json@fresh=./new'];
  const { stdout } = succeeds(cwd, [...BENCH, ...versions, '--format', 'csv']);
  assert.match(stdout, /my-json@old/);
  assert.match(stdout, /my-json@fresh/);
  const { contenders, cases } = recordOf(runIn(cwd));
  const found = contenders.map(({ serializer, version }) => `${serializer} ${version}`);
  assert.deepEqual(found, ['my-json@old 1.0.0', 'my-json@fresh 1.0.0']);
  assert.equal(cases[0]!.baseline, 0);
  succeeds(cwd, ['runs', 'export', '--out', 'sent.wiremark']);
  const text = gunzipSync(readFileSync(join(cwd, 'sent.wiremark'))).toString();
  assert.ok(text.includes('my-json@fresh=new') && !text.includes(cwd), text.slice(0, 2_000));
});

test('an unavailable row of the user fails the check of another row, with the fix', () => {
  const cwd = folder('unavailable');
  writeLibrary(cwd);
  const file = join(cwd, 'bench/row.toml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('file:..', '1.x'));
  const { status, stdout } = wiremark(cwd, [...CHECK, '-s', PLAIN]);
  assert.equal(status, 1, stdout);
  assert.match(
    stdout.replaceAll(/\s+/g, ' '),
    /isn't a package with an exact version; fix: write it in the row's packages as name@1\.2\.3 or name@file:PATH/,
  );
});
