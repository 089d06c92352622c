import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf } from '../../../test/contract/runtime/builds.ts';
import { callsIn, folderOf } from '../../../test/contract/runtime/program-builds.ts';
import {
  build,
  COMPILED,
  GEMS,
  homes,
  it,
  lock,
  NEEDING,
  NEWER,
  PLAIN,
  PROFILER,
  place,
  program,
  registry,
  row,
  ruby,
  runner,
  specification,
} from './registry/case.ts';

it('an unreachable registry stops only rows whose gems are not installed', async () => {
  await build([row('one', 'plain')]);
  await registry.down();
  const { builds } = await build([
    row('none'),
    row('one', 'plain'),
    row('two', 'needing'),
    row('three', 'compiled'),
  ]);
  folderOf(builds.get('none'));
  folderOf(builds.get('one'));
  for (const id of ['two', 'three'])
    assert.deepEqual(failureOf(builds.get(id)), {
      ok: false,
      verdict: 'unavailable',
      reason: "Bundler: the registry can't be reached: Connection refused",
      fix: 'connect to the registry of gems, or name a mirror: bundle config set --global mirror.all URL',
      retry: 600,
    });
  await registry.up();
  folderOf((await build([row('two', 'needing')])).builds.get('two'));
});

it('a gem that does not compile stops only rows that need it, and the fix says what to install', async () => {
  const wanted = [
    row('one', 'headless'),
    row('two', 'broken', 'plain'),
    row('three', 'plain'),
    row('four', 'raising'),
    row('five', 'wanting'),
    row('six', 'misspelled'),
  ];
  const { builds } = await build(wanted);
  folderOf(builds.get('three'));
  const compile = 'install what compiles it (Debian: apt-get install ruby-dev build-essential)';
  const install = 'install what it asks for, with its header files (Debian: packages named …-dev)';
  const correct = 'correct its code, or take a version that this compiler takes';
  for (const [id, reason, fix] of [
    ['one', "headless 1.0.0 can't be compiled: Ruby's header files aren't installed", compile],
    ['two', "broken 1.0.0 can't be compiled: foo.c:3:1: error: foo", correct],
    ['four', "raising 1.0.0 can't be compiled: xzcat not found (RuntimeError)", install],
    ['five', "wanting 1.0.0 can't be compiled: sorry: no libfoo", install],
    ['six', /^misspelled 1\.0\.0 can't be compiled: undefined local variable or method [`']nope'/, correct],
  ] as const) {
    const failure = failureOf(builds.get(id));
    if (typeof reason === 'string') assert.equal(failure.reason, reason);
    else assert.match(failure.reason, reason);
    const { verdict, retry } = failure;
    const [, told, log] = /^(.*) \(log: (.*)\)$/.exec(failure.fix!) ?? [];
    assert.deepEqual([verdict, told, retry], ['unavailable', fix, 600]);
    assert.match(readFileSync(log!, 'utf8'), /extconf/, 'what was said is kept');
  }
  assert.deepEqual(homes(), ['memory_profiler-1.1.0', 'plain-1.0.0']);
});

it('without make the reason is a missing compiler', async () => {
  const { builds } = await build([row('one', 'compiled')], { make: join(place, 'no-such-make') });
  assert.equal(
    failureOf(builds.get('one')).reason,
    "compiled 1.0.0 can't be compiled: there is no compiler, or it doesn't work",
  );
});

it('a gem file with another checksum is not used', async () => {
  const sums = new Map([...registry.checksums, ['compiled-1.0.0.gem', 'f'.repeat(64)]]);
  lock([PLAIN!, NEEDING!, COMPILED!, PROFILER!], { sums });
  const { builds } = await build([row('one', 'compiled'), row('two', 'needing')]);
  folderOf(builds.get('two'));
  const { reason, fix } = failureOf(builds.get('one'));
  assert.equal(reason, 'compiled-1.0.0.gem is another file than checksums has the SHA-256 of');
  assert.match(fix!, /^find out why before you trust it/);
  assert.deepEqual(callsIn(place), []);
  writeFileSync(join(runner, 'checksums'), '');
  const other = failureOf((await build([row('one', 'compiled')])).builds.get('one'));
  assert.match(other.reason, /^checksums has no line for /);
});

it('a version that the registry no longer has stops only rows that need it', async () => {
  lock([...GEMS.filter((gem) => gem !== NEWER), { name: 'never', version: '9.9.9' }]);
  const { builds } = await build([row('one', 'never'), row('two', 'plain'), row('three', 'needing')]);
  folderOf(builds.get('two'));
  folderOf(builds.get('three'));
  const { reason, fix, retry } = failureOf(builds.get('one'));
  assert.match(reason, /^Bundler: .*never/);
  assert.doesNotMatch(reason, /127\.0\.0\.1/);
  assert.match(fix!, /^correct the name or the version,/);
  assert.equal(retry, 600);
  registry.lose('gone-1.0.0.gem');
  assert.match(failureOf((await build([row('one', 'gone')])).builds.get('one')).reason, /^Bundler: .*gone/);
});

it('a gem unknown to the registry is reported, with the gem by path that depends on it', async () => {
  const library = join(place, 'library');
  mkdirSync(library);
  const spec = specification('["mine.gemspec"]', 'spec.add_dependency "unheard"');
  writeFileSync(join(library, 'mine.gemspec'), spec);
  const { builds } = await build([
    row('one', 'unheard'),
    row('two', `mine@file:${library}#sha256-${'0'.repeat(64)}`),
    row('three', 'plain ~> 7.0'),
  ]);
  const reason = "Bundler: Could not find gem 'unheard' in the registry or installed locally";
  const name = 'correct the name, use a registry that has it, or name its folder: unheard@file:PATH';
  const version = 'correct the name or the version, or use a registry or a Ruby that has it';
  for (const [id, why, fix] of [
    ['one', reason, name],
    ['two', `${reason}; mine needs it`, name],
    ['three', reason.replace('unheard', 'plain (~> 7.0)'), version],
  ] as const) {
    const failure = failureOf(builds.get(id));
    assert.deepEqual([failure.reason, failure.fix], [why, fix]);
  }
});

it('an invalid requirement fails, and the fix shows a valid one', async () => {
  const { builds } = await build([
    row('one', 'plain==1.0'),
    row('two', 'plain ~> one'),
    row('three', 'plain'),
  ]);
  folderOf(builds.get('three'));
  assert.equal(
    failureOf(builds.get('one')).reason,
    '"plain==1.0" isn\'t a gem with what is required of its version',
  );
  assert.match(failureOf(builds.get('two')).fix!, /name ~> 1\.2/);
});

it('without a suitable Ruby every row says so, with a fix', async () => {
  const wanted = [row('none'), row('one', 'plain')];
  const newer =
    /^install Ruby 3\.1 or newer \(Debian 12 or newer: apt-get install ruby\), or name one in WIREMARK_RUBY$/;
  const says = (engine: string, version: string) =>
    `echo "wiremark:engine ${engine}"; echo "wiremark:version ${version}"`;
  for (const [script, reason] of [
    [says('ruby', '2.7.8'), /is Ruby 2\.7\.8, and the runner is written for 3\.1$/],
    [says('jruby', '3.1.4'), /is jruby, and the runner is that of CRuby$/],
    [
      'echo "rbenv: version 3.9.9 is not installed" >&2; exit 1',
      /: rbenv: version 3\.9\.9 is not installed$/,
    ],
  ] as const)
    for (const built of (await build(wanted, { WIREMARK_RUBY: program('ruby', script) })).builds.values()) {
      assert.match(failureOf(built).reason, reason);
      assert.match(failureOf(built).fix!, newer);
    }
  const none = failureOf((await build(wanted, { WIREMARK_RUBY: 'no-such-ruby' })).builds.get('one'));
  assert.equal(none.reason, 'no-such-ruby is not installed');
  const relative = failureOf((await build(wanted, { WIREMARK_RUBY: 'bin/ruby' })).builds.get('one'));
  assert.equal(relative.reason, 'WIREMARK_RUBY is "bin/ruby"');
});

it('without Bundler rows without gems still run', async () => {
  const stand = program(
    'ruby',
    `"${ruby.program}" "$@" | sed 's/^wiremark:bundler .*/wiremark:bundler none/'`,
  );
  const { builds } = await build([row('none'), row('one', 'plain')], { WIREMARK_RUBY: stand });
  folderOf(builds.get('none'));
  const { reason, fix, retry } = failureOf(builds.get('one'));
  assert.deepEqual([reason, retry], ['this Ruby has no Bundler', null]);
  assert.match(fix!, /apt-get install ruby-bundler/);
});
