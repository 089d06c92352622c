import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { failureOf } from '../../../test/contract/runtime/builds.ts';
import { type Built, callsIn, folderOf } from '../../../test/contract/runtime/program-builds.ts';
import { closureOf, fileOf, readChecksums, readLock } from '../build/lock.mjs';
import { rowsOf } from '../build/manifest.mjs';
import { satisfies } from '../build/requirements.mjs';
import { requirementsOf } from '../build/resolve.mjs';
import { MINITEST, RUBOCOP } from '../tools/gems.mjs';
import {
  build,
  cache,
  folder,
  homes,
  it,
  lock,
  NEEDING,
  PLAIN,
  PROFILER,
  place,
  registry,
  row,
  run,
  runner,
} from './registry/case.ts';

it("a row gets its gems in the lock's versions, each installed once, and a copy of its files", async () => {
  writeFileSync(join(runner, 'serializers/shared.rb'), 'shared');
  const wanted = [
    { ...row('no-gems'), sources: ['serializers/shared.rb'] },
    row('one', 'plain ~> 1.0'),
    row('two', 'needing', 'plain'),
    row('three', 'compiled >= 1, < 2'),
  ];
  const { builds, progress } = await build(wanted);
  assert.match(progress.join('\n'), /^installing compiled 1\.0\.0 \(\d of 4\)$/m);
  assert.deepEqual(homes(), ['compiled-1.0.0', 'memory_profiler-1.1.0', 'needing-1.0.0', 'plain-1.0.0']);
  const plain = folderOf(builds.get('no-gems'));
  assert.deepEqual(readdirSync(plain).sort(), ['gems', 'kit', 'serializers']);
  assert.deepEqual(readdirSync(join(plain, 'serializers')).sort(), ['no_gems.rb', 'shared.rb']);
  assert.equal(run(builds.get('two'), 'require "needing"; require "plain"'), 'needing 1.0.0\nplain 1.0.0');
  assert.equal(
    run(builds.get('three'), 'require "compiled"; puts Wiremark::Gems.version_of("plain")'),
    'compiled 1.0.0\n1.0.0',
  );
  assert.match(callsIn(place).join(' '), /^extconf( make)+$/);
  const { needs } = builds.get('two') as Built & { ok: true };
  assert.equal(needs.length, 3);
  assert.ok(needs.every((one) => existsSync(one)));
});

it("a row can load only its own gems and Ruby's own libraries", async () => {
  const { builds } = await build([row('one', 'plain'), row('two', 'json'), row('three')]);
  const tried = 'begin; require "needing"; rescue LoadError => e; puts e.message; end';
  await build([row('other', 'needing')]);
  assert.match(run(builds.get('one'), tried), /cannot load such file -- needing/);
  const version = 'require "json"; puts Gem.loaded_specs.fetch("json").version';
  assert.equal(run(builds.get('two'), version), 'json 99.0.0\n99.0.0');
  assert.doesNotMatch(run(builds.get('three'), version), /99/);
  // A program can load the kit's own gem; it isn't loaded before.
  assert.equal(
    run(builds.get('three'), 'puts Gem.loaded_specs.key?("memory_profiler"); require "memory_profiler"'),
    'false\nmemory_profiler 1.1.0',
  );
});

it('installed gems are not requested from any registry again', async () => {
  const wanted = [row('none'), row('one', 'plain'), row('two', 'compiled')];
  await build(wanted);
  await registry.down();
  registry.asked.length = 0;
  rmSync(join(place, 'calls'));
  const { builds, progress } = await build(wanted);
  assert.equal(run(builds.get('two'), 'require "compiled"'), 'compiled 1.0.0');
  assert.deepEqual([progress, callsIn(place)], [[], []]);
});

it('a mirror that the user has configured for Bundler is used', async () => {
  writeFileSync(join(place, '.gemrc'), ':sources: ["http://127.0.0.1:9/"]\n');
  const { builds } = await build([row('one', 'plain')], { BUNDLE_MIRROR__ALL: registry.address });
  folderOf(builds.get('one'));
  assert.ok(registry.asked.some((one) => one.endsWith('plain-1.0.0.gem')));
});

it("with another Ruby than the lock's, the requirements are resolved once, and versions say so", async () => {
  lock([PLAIN!, NEEDING!, PROFILER!], { series: '2.7' });
  writeFileSync(
    join(runner, 'runner.toml'),
    '[[serializer]]\nid = "one"\npackages = ["plain ~> 1.0"]\n[[serializer]]\nid = "two"\npackages = ["needing"]\n',
  );
  const { builds, progress } = await build([row('none'), row('one', 'plain ~> 1.0')]);
  assert.ok(
    progress.some((text) => text.startsWith('resolving gems for Ruby ')),
    progress.join('\n'),
  );
  assert.equal(run(builds.get('one'), 'puts Wiremark::Gems.version_of("plain")'), '1.1.0 (resolved here)');
  await registry.down();
  folderOf((await build([row('one', 'plain ~> 1.0')])).builds.get('one'));
  await registry.up();
  const later = await build([row('two', 'needing')]);
  assert.ok(!later.progress.some((text) => text.startsWith('resolving')), later.progress.join('\n'));
  assert.equal(run(later.builds.get('two'), 'puts Gem.loaded_specs.fetch("plain").version'), '1.1.0');
  assert.equal(readdirSync(cache).filter((name) => name.startsWith('resolved-')).length, 1);
});

it('gems that the lock lacks are resolved on this machine; a failure stops only its row', async () => {
  lock([PLAIN!, PROFILER!]);
  const wanted = [
    row('one', 'plain'),
    row('two', 'json ~> 99.0'),
    row('three', 'nowhere ~> 1.0'),
    row('four', 'plain ~> 1.1'),
  ];
  const { builds } = await build(wanted);
  assert.equal(run(builds.get('one'), 'puts Wiremark::Gems.version_of("plain")'), '1.0.0');
  assert.equal(run(builds.get('two'), 'puts Wiremark::Gems.version_of("json")'), '99.0.0 (resolved here)');
  assert.equal(run(builds.get('four'), 'puts Wiremark::Gems.version_of("plain")'), '1.1.0 (resolved here)');
  assert.match(failureOf(builds.get('three')).reason, /^Bundler: .*nowhere/);
});

it('build programs that run at the same time give the same builds and leave nothing unfinished', async () => {
  const wanted = [row('one', 'plain'), row('two', 'compiled'), row('three', 'needing')];
  const all = await Promise.all([build(wanted), build(wanted), build(wanted)]);
  for (const { builds } of all) assert.equal(run(builds.get('two'), 'require "compiled"'), 'compiled 1.0.0');
  assert.deepEqual(homes(), ['compiled-1.0.0', 'memory_profiler-1.1.0', 'needing-1.0.0', 'plain-1.0.0']);
});

test('versions satisfy requirements by the rules of RubyGems', () => {
  for (const [version, ranges] of [
    ['3.9.0', ['~> 3.9']],
    ['3.99.1', ['~> 3.9']],
    ['3.9.10', ['~> 3.9.1', '!= 3.9.2']],
    ['7', ['>= 6.1', '< 8']],
    ['1.0.0', ['1.0', '<= 1', '>= 1.0.0.beta2']],
    ['2.0', ['> 1.99', '~> 2']],
  ] as const)
    assert.ok(satisfies(version, ranges), `${version} ${ranges}`);
  for (const [version, ranges] of [
    ['4.0.0', ['~> 3.9']],
    ['4.0.0.rc1', ['~> 3.9']],
    ['3.10.0', ['~> 3.9.1']],
    ['3.8', ['~> 3.9']],
    ['1.0.0.beta2', ['>= 1']],
    ['1.1', ['= 1']],
    ['1.1', ['!= 1.1.0']],
  ] as const)
    assert.ok(!satisfies(version, ranges), `${version} ${ranges}`);
});

test('Gemfile.lock and checksums have exactly the gems of runner.toml and of the checks, with their dependencies', () => {
  const locked = readLock(join(folder, 'Gemfile.lock'));
  const rows = [...rowsOf(readFileSync(join(folder, 'runner.toml'), 'utf8')), RUBOCOP, MINITEST];
  for (const { id, requirements } of rows)
    for (const { name, ranges } of requirements)
      assert.ok(satisfies(locked.gems.get(name)?.version ?? 'a', ranges), `${id}: ${name} ${ranges}`);
  const needed = closureOf(
    locked,
    requirementsOf(rows).map(({ name }) => name),
  );
  assert.deepEqual(needed.map(({ name }) => name).sort(), [...locked.gems.keys()].sort());
  const sums = readChecksums(join(folder, 'checksums'));
  assert.deepEqual([...sums.keys()].sort(), needed.map(fileOf).sort());
  for (const name of ['Gemfile.lock', 'checksums'])
    assert.doesNotMatch(readFileSync(join(folder, name), 'utf8'), /https?:/);
});
