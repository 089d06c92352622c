import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { codeDigest, takenPackages, withoutFolder } from '../../src/build/code.ts';
import { packageName } from '../../src/define/packages.ts';
import { addRows, readRow } from '../../src/define/row.ts';
import { readRunner } from '../../src/define/runner.ts';
import { definitionError, folderWith, refuses } from './place.ts';

const ROW = `runtime = "node"
id = "mine"
format = "json"
output = "text"
tasks = ["serialize"]
file = "mine.mjs"
sources = ["lib/part.mjs"]
packages = ["mine@file:../library", "other@1.0.0"]
`;
const RUNNER = `runtime = "node"
start = ["node", "{build}"]
build = { command = ["node"] }
packages = { version = "{name}@{version}", paths = true }

[[serializer]]
id = "json"
format = "json"
output = "text"
tasks = ["serialize"]
file = "json.mjs"
`;

function place(context: TestContext, { row = ROW, runner = RUNNER } = {}) {
  const folder = folderWith(context, {
    'own/row.toml': row,
    'own/mine.mjs': '',
    'own/lib/part.mjs': '',
    'library/index.js': 'one',
    'library/.git/HEAD': 'one',
    'library/node_modules/dependency/index.js': 'one',
    'runner/runner.toml': runner,
    'runner/json.mjs': '',
  });
  const read = readRunner(join(folder, 'runner/runner.toml'));
  return { folder, row: join(folder, 'own/row.toml'), runners: new Map([['node', read]]) };
}

describe('row.toml', () => {
  it('is an entry of its runtime, whose files and paths are relative to it', (context) => {
    const { folder, row, runners } = place(context);
    const [json, mine] = addRows(runners, [row], true).get('node')!.serializers;
    assert.equal(json!.id, 'json');
    assert.deepEqual(mine, {
      ...{ id: 'mine', title: 'mine', format: 'json', output: 'text', tasks: ['serialize'], deviations: [] },
      ...{ file: join(folder, 'own/mine.mjs'), sources: [join(folder, 'own/lib/part.mjs')] },
      packages: [`mine@file:${join(folder, 'library')}`, 'other@1.0.0'],
      ...{ artifacts: [], options: {}, line: 1, from: row, isAdded: true },
    });
    assert.equal(addRows(runners, [row]).get('node')!.serializers[1]!.isAdded, undefined);
    assert.equal(runners.get('node')!.serializers.length, 1);
  });

  it('that was found is added once', (context) => {
    const { row, runners } = place(context);
    const twice = addRows(addRows(runners, [row]), [row], true).get('node')!.serializers;
    assert.equal(twice.map(({ id, isAdded }) => `${id} ${isAdded}`).join(), 'json undefined,mine true');
  });

  const added = (context: TestContext, text: string) => {
    const { row, runners } = place(context, { row: text });
    return addRows(runners, [row]);
  };
  refuses(ROW, added, [
    ['runtime = "node"', 'runtime = "nod"', '1: runtime', 'mean "node"'],
    ['"mine"\nformat', '"json"\nformat', '2: id', 'runner.toml:6'],
    ['"json"', '"own:x"', '5: tasks', 'reader = "ID"'],
    ['output', 'reader = "json"\noutput', '4: reader', 'reads json itself: leave'],
    ['mine.mjs"', 'gone.mjs"', '6: file', 'there is no "gone.mjs"'],
    ['mine.mjs"', '../runner/json.mjs"', '6: file', 'is outside'],
    ['mine@file:', 'mine@', '8: packages[0]', 'write a path as NAME@file:PATH'],
    ['../library', '../gone', '8: packages[0]', 'there is nothing at'],
  ]);

  it('is refused where the runner builds nothing, or takes no paths', (context) => {
    const idle = RUNNER.replace('build = { command = ["node"] }\n', '').replace('{build}', '{folder}');
    for (const [runner, error] of [
      [idle, definitionError(1, 'runtime', /has no \[build\]/)],
      [RUNNER.replace(', paths = true', ''), definitionError(8, 'packages[0]', /takes no packages by path/)],
    ] as const) {
      const { runners, row } = place(context, { runner });
      assert.throws(() => addRows(runners, [row]), error);
    }
  });
});

describe('the code of a row from outside', () => {
  it('changes with its files and its local packages, and with nothing else', (context) => {
    const { folder, row, runners } = place(context);
    const runner = runners.get('node')!;
    const digest = () => codeDigest(runner, readRow(row).serializer, null);
    const file = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const before = digest();
    for (const name of ['library/.git/HEAD', 'library/node_modules/dependency/index.js']) file(name, 'two');
    assert.equal(digest(), before);
    const seen = [before];
    for (const name of ['library/index.js', 'library/new.js', 'own/mine.mjs', 'own/lib/part.mjs']) {
      file(name, 'two');
      assert.ok(!seen.includes(digest()), name);
      seen.push(digest());
    }
    mkdirSync(join(folder, 'moved'));
    for (const name of ['own', 'library']) renameSync(join(folder, name), join(folder, 'moved', name));
    const there = readRow(join(folder, 'moved/own/row.toml')).serializer;
    assert.equal(codeDigest(runner, there, null), seen.at(-1));
  });

  it('has a digest of each local package; records leave out its folder', (context) => {
    const { folder, row, runners } = place(context);
    const [mine, other] = takenPackages(runners.get('node')!, readRow(row).serializer);
    const library = join(folder, 'library').replaceAll('.', '\\.');
    assert.match(mine!, new RegExp(`^mine@file:${library}#sha256-[0-9a-f]{64}$`));
    assert.match(withoutFolder(mine!), /^mine@file:library#sha256-[0-9a-f]{64}$/);
    assert.deepEqual([other, withoutFolder(other!)], ['other@1.0.0', 'other@1.0.0']);
  });
});

it("a package's name precedes its version, in every registry's spelling", () => {
  const names = {
    'oj ~> 3.16': 'oj',
    'msgpackr@1.11.0': 'msgpackr',
    '@scope/name@1.2.3': '@scope/name',
    'orjson==3.10.0': 'orjson',
    'com.fasterxml.jackson.core:jackson-databind:2.22.4': 'com.fasterxml.jackson.core:jackson-databind',
    'io.circe:circe-core_3': 'io.circe:circe-core_3',
    'mine@file:/home/me': 'mine',
  };
  for (const [spelled, name] of Object.entries(names)) assert.equal(packageName(spelled), name, spelled);
});
