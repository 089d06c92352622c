import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BuildCache } from '../../src/build/cache.ts';
import type { BuildResult } from '../../src/build/types.ts';
import type { SerializerDefinition } from '../../src/define/types.ts';
import { GOOD, MODEL, toy } from './build-place.ts';

function placeholders(result: BuildResult | undefined): Readonly<Record<string, string>> {
  assert.ok(result?.ok, JSON.stringify(result));
  return result.placeholders;
}

const builds = (cache: string) => readdirSync(join(cache, 'builds/toy')).filter((name) => name !== 'shared');

test('a program is asked for each serializer, and its files are kept', async () => {
  const { build, asked, told, cache } = toy(GOOD);
  const results = await build();
  assert.deepEqual([...results.keys()], ['one/things', 'two/things']);
  const { main, build: folder } = placeholders(results.get('one/things'));
  assert.equal(main, `${folder}/main`);
  assert.equal(readFileSync(main!, 'utf8'), 'made of one');
  assert.deepEqual(told, ['toy: making one', 'toy: making two']);
  const request = asked().replace(/(target|cache) .*/g, '$1 …');
  assert.equal(
    request,
    'wiremark 4\nbuild one\nserializer one\ntarget …\nfile one.toy\npackage a b@1\noption level 3 of\\n4\n' +
      'build two\nserializer two\ntarget …\nfile two.toy\ncache …\ngo\n',
  );
  assert.equal(builds(cache).length, 2, 'nothing else is left');
});

test('with models, each dataset is a build of its own and gets its model and artifacts', async () => {
  const { build, asked, manifest } = toy(GOOD, true);
  manifest((text) => text.replace('packages', 'artifacts = ["avro"]\npackages'));
  const wanted = ({ id }: { id: string }, dataset: string) => id === 'one' || dataset === 'things';
  const results = await build({
    datasets: new Map([
      ['things', MODEL],
      ['more', MODEL],
    ]),
    wanted,
  });
  assert.deepEqual([...results.keys()], ['one/things', 'one/more', 'two/things']);
  assert.match(placeholders(results.get('one/more')).build!, /one\+more-[0-9a-f]{16}$/);
  const model = /^build one\/more\n(?:.*\n)*?dataset more\nmodel (.*)\nartifact avro (.*)$/m.exec(asked());
  assert.ok(model, asked());
  assert.match(readFileSync(model[1]!, 'utf8'), /^model 1\ndataset more\n/);
  assert.ok(existsSync(model[2]!));
});

test('a type that a format can not carry is unsupported with the reason, and the program is not asked', async () => {
  const { build, asked, manifest } = toy(GOOD, true);
  manifest((text) => text.replace('packages', 'artifacts = ["avro"]\npackages'));
  const results = await build({ datasets: new Map([['things', { ...MODEL, root: { kind: 'any' } }]]) });
  const one = results.get('one/things');
  assert.ok(one && !one.ok && one.verdict === 'unsupported' && one.reason !== '', JSON.stringify(one));
  assert.ok(results.get('two/things')!.ok);
  assert.doesNotMatch(asked(), /build one/);
});

test('nothing is started for existing builds; a changed unit is built beside the old one', async () => {
  const { build, starts, manifest, script, runnerFolder } = toy(GOOD);
  const before = await build();
  assert.deepEqual(await build(), before);
  assert.equal(starts(), 1);
  writeFileSync(join(runnerFolder, 'one.toy'), 'changed');
  const after = await build();
  assert.equal(starts(), 2);
  assert.notEqual(placeholders(after.get('one/things')).build, placeholders(before.get('one/things')).build);
  assert.deepEqual(after.get('two/things'), before.get('two/things'));
  const { main } = placeholders(before.get('one/things'));
  assert.ok(existsSync(main!), 'whoever runs from it keeps it');
  writeFileSync(join(runnerFolder, 'one.toy'), 'one');
  assert.deepEqual(await build(), before);
  assert.equal(starts(), 2);

  const changes: [what: string, change: () => void][] = [
    ['a package', () => manifest((text) => text.replace('a b@1', 'a b@2'))],
    ['an option', () => manifest((text) => text.replace('level', 'depth'))],
    ['the build program', () => script(`${GOOD}// changed\n`)],
    ['what is code', () => manifest((text) => `code = ["build", "two.toy"]\n${text}`)],
  ];
  for (const [index, [what, change]] of changes.entries()) {
    change();
    await build();
    assert.equal(starts(), 3 + index, what);
  }
  manifest((text) => text.replace('id = "one"\n', 'id = "one"\ntitle = "One"\nnote = "slow"\n'));
  await build();
  assert.equal(starts(), 3 + changes.length - 1, 'a title changes nothing that is built');
});

test('a build whose needed file is gone is made again', async () => {
  const { build, starts, cache } = toy(
    `tell('wiremark 4');
writeFileSync(shared + '/jar', '');
for (const id of units) tell('placeholder main ' + shared + '/jar', 'needs ' + shared + '/jar', 'built ' + id);
tell('done');
`,
  );
  const { main } = placeholders((await build()).get('two/things'));
  assert.ok(existsSync(main!));
  rmSync(main!);
  assert.ok((await build()).get('two/things')!.ok);
  assert.equal(starts(), 2);
  assert.equal(builds(cache).length, 2);
});

test('tools for building are asked only when something is to be built, and a missing one comes with its fix', async () => {
  const { build, manifest, starts } = toy(GOOD);
  await build();
  const tool = (needed: string) =>
    `[[toolchain]]\nprogram = "no-such-tool"\nversion = ["-v"]\nfix = "make one"\nneeded = "${needed}"\n[[ser`;
  manifest((text) => text.replace('[[ser', tool('build')));
  assert.ok((await build()).get('one/things')!.ok);
  manifest((text) => text.replace('a b@1', 'a b@2'));
  const results = await build();
  const missing = {
    ok: false,
    verdict: 'unavailable',
    reason: 'no-such-tool is not installed',
    fix: 'make one',
  };
  assert.deepEqual(results.get('one/things'), missing);
  assert.ok(results.get('two/things')!.ok, 'its build is as it was');
  manifest((text) => text.replace('needed = "build"', 'needed = "run"'));
  assert.deepEqual((await build()).get('two/things'), missing);
  assert.equal(starts(), 1);
});

test('without a build program there is nothing to build', async () => {
  const { build, manifest, starts } = toy(GOOD);
  manifest((text) => text.replace(/\[build\](.*\n){3}/, '').replace('{main}', '{folder}'));
  assert.deepEqual((await build()).get('one/things'), { ok: true, placeholders: {}, licenses: {} });
  assert.equal(starts(), 0);
});

test('builds unused for a month are removed, and unfinished ones after a day', async () => {
  const { build, manifest, cache } = toy(GOOD);
  const folder = placeholders((await build()).get('one/things')).build!;
  const shared = new BuildCache(join(cache, 'builds/toy')).shared;
  const unfinished = join(folder, '../.making-1-abc');
  const entry = join(shared, 'old');
  const aged = (path: string, days: number) => {
    const then = new Date(Date.now() - days * 24 * 3600 * 1000);
    utimesSync(path, then, then);
  };
  for (const path of [unfinished, entry]) writeFileSync(path, '');
  aged(unfinished, 2);
  aged(entry, 31);
  aged(folder, 29);
  manifest((text) => text.replace('a b@1', 'a b@2'));
  await build();
  assert.deepEqual([folder, unfinished, entry].map(existsSync), [true, false, false]);
  aged(folder, 31);
  manifest((text) => text.replace('a b@2', 'a b@3'));
  await build();
  assert.ok(!existsSync(folder));
  assert.ok(existsSync(shared));
});

test('a row is built only if its license terms are accepted', async () => {
  const { build, asked, starts, manifest } = toy(GOOD);
  manifest((text) =>
    text.replace('id = "two"\n', 'id = "two"\nlicense = "AGPL"\nterms = "https://a.example/terms"\n'),
  );
  assert.deepEqual((await build()).get('two/things'), {
    ...{ ok: false, verdict: 'unavailable' },
    reason: 'you must accept its license first (AGPL): https://a.example/terms',
    fix: 'if you accept these terms, add --accept-license toy/two',
  });
  assert.doesNotMatch(asked(), /build two/);
  const accepting = (serializers: readonly SerializerDefinition[]) =>
    serializers.map((one) => ({ ...one, isAccepted: true as const }));
  assert.ok((await build({}, accepting)).get('two/things')!.ok);
  assert.match(asked(), /build two/);
  assert.equal(starts(), 2);
});

test("a program tells its packages' licenses, which stay with the build", async () => {
  const { build, starts } = toy(
    GOOD.replace("'built '", "'license a-b MIT', 'license c Some\\\\nwords', 'built '"),
  );
  for (const _ of ['made', 'found']) {
    const one = (await build()).get('one/things')!;
    assert.deepEqual(one.ok && one.licenses, { 'a-b': 'MIT', c: 'Some words' });
  }
  assert.equal(starts(), 1);
});
