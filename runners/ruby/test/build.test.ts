/** Ruby's build program, with real gems that are made here, from a registry on this machine's own address. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type Built,
  buildWith,
  callsIn,
  folderOf,
  newCase,
  type Wanted,
} from '../../../test/runners/program-builds.ts';
import { askRuby } from '../build/interpreter.mjs';
import { closureOf, fileOf, lockText, readChecksums, readLock } from '../build/lock.mjs';
import { rowsOf } from '../build/manifest.mjs';
import { satisfies } from '../build/requirements.mjs';
import { groupedGems } from '../build/resolve.mjs';
import { MINITEST, RUBOCOP } from '../tools/gems.mjs';
import { type MadeGem, Registry } from './registry/registry.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const asked = await askRuby();
const ruby = 'reason' in asked ? { program: '', series: '', hasBundler: false, reason: asked.reason } : asked;
const skip =
  process.platform === 'win32'
    ? 'stand-ins for make and ruby are POSIX scripts'
    : 'reason' in ruby
      ? ruby.reason
      : !ruby.hasBundler && 'this Ruby has no Bundler';

const compiler = spawnSync(ruby.program || 'ruby', ['-e', 'print RbConfig::CONFIG["CC"].split.first'], {
  encoding: 'utf8',
}).stdout;

/** It is "compiled" by the stand-in for make, and first notes that its code runs. */
const NOTING = 'File.write(ENV.fetch("CALLS"), "extconf\\n", mode: "a"); File.write("Makefile", "")';
const GEMS: readonly MadeGem[] = [
  { name: 'plain', version: '1.0.0' },
  { name: 'plain', version: '1.1.0' },
  { name: 'needing', version: '1.0.0', needs: 'plain ~> 1.0' },
  { name: 'compiled', version: '1.0.0', needs: 'plain ~> 1.0', extconf: NOTING },
  {
    name: 'headless',
    version: '1.0.0',
    extconf: 'abort "mkmf.rb can\'t find header files for ruby at /usr/lib/ruby/include/ruby.h"',
  },
  {
    name: 'broken',
    version: '1.0.0',
    extconf: 'puts "checking for foo.h... no"; abort "foo.c:3:1: error: foo"',
  },
  { name: 'raising', version: '1.0.0', extconf: 'raise "xzcat not found"' },
  { name: 'gone', version: '1.0.0' },
  { name: 'json', version: '99.0.0' },
  { name: 'memory_profiler', version: '1.1.0' },
];
const [PLAIN, NEWER, NEEDING, COMPILED] = GEMS;
const PROFILER = GEMS.at(-1);

const base = mkdtempSync(join(tmpdir(), 'wiremark-ruby-build-'));
let registry: Registry;
before(() => {
  if (skip === false) registry = new Registry(ruby.program, join(base, 'registry'), GEMS);
});
after(async () => {
  await registry?.down();
  rmSync(base, { recursive: true, force: true });
});

let place: string;
let runner: string;
let cache: string;
let path: string;

beforeEach(async () => {
  if (skip !== false) return;
  await registry.up();
  ({ place, runner, cache, path } = newCase(base));
  mkdirSync(join(runner, 'kit'));
  writeFileSync(join(runner, 'kit/main.rb'), '');
  writeFileSync(join(place, '.gemrc'), `:sources: ["${registry.address}"]\n`);
  program('make', 'echo make >> "$CALLS"');
  // It is only looked for.
  if (!compiler.includes('/')) program(compiler, 'exit 1');
  lock(GEMS.filter((gem) => gem !== NEWER));
});

/** A stand-in in PATH. @returns its path */
function program(name: string, script: string): string {
  const file = join(place, 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Gemfile.lock and checksums of the runner. */
function lock(gems: readonly MadeGem[], { series = ruby.series, sums = registry.checksums } = {}): void {
  const locked = gems.map(({ name, version, needs }) => ({
    name,
    version,
    needs: needs === undefined ? [] : [needs.replace(/ (.+)/, ' ($1)')],
  }));
  const text = lockText(locked, '');
  writeFileSync(join(runner, 'Gemfile.lock'), `${text}\nRUBY VERSION\n   ruby ${series}.0\n`);
  const lines = locked.map((gem) => `${sums.get(fileOf(gem)) ?? '0'.repeat(64)}  ${fileOf(gem)}\n`);
  writeFileSync(join(runner, 'checksums'), lines.join(''));
}

function row(id: string, ...packages: string[]): Wanted {
  const file = `serializers/${id.replaceAll('-', '_')}.rb`;
  writeFileSync(join(runner, file), `# ${id}\n`);
  return { id, file, packages };
}

function build(wanted: readonly Wanted[], environment: Readonly<Record<string, string>> = {}) {
  const own = {
    PATH: path,
    WIREMARK_RUBY: ruby.program,
    CALLS: join(place, 'calls'),
    HOME: place,
    BUNDLE_USER_HOME: join(place, 'bundle'),
    BUNDLE_RETRY: '0',
    no_proxy: '127.0.0.1',
    GEMRC: join(place, '.gemrc'),
  };
  return buildWith(
    {
      program: 'ruby',
      runner,
      folder: join(place, 'builds'),
      cache,
      environment: { ...own, ...environment },
    },
    wanted,
  );
}

/** What a process says that is started with the gems of a row. */
function run(built: Built | undefined, code: string): string {
  assert.ok(built?.ok, JSON.stringify(built));
  const { ruby: program, gems } = built.placeholders;
  const list = gems!.replace('{target}', built.folder);
  const start = 'Wiremark::Gems.activate(ARGV.shift);';
  const args = ['-r', join(folder, 'kit/gems.rb'), '-e', `${start} ${code}`, list];
  const { stdout, stderr, status } = spawnSync(program!, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

function failureOf(built: Built | undefined): Built & { ok: false } {
  assert.ok(built !== undefined && !built.ok, JSON.stringify(built));
  return built;
}

/** Homes by the gem's name and version. */
function homes(): string[] {
  return readdirSync(cache)
    .filter((name) => !name.startsWith('resolved-'))
    .map((name) => name.replace(/-[0-9a-f]{16}$/, ''))
    .sort();
}

test('a row has its own gems in the versions of the lock, each installed once, and a copy of its files', {
  skip,
}, async () => {
  writeFileSync(join(runner, 'serializers/shared.rb'), 'shared');
  const wanted = [
    { ...row('no-gems'), sources: ['serializers/shared.rb'] },
    row('one', 'plain ~> 1.0'),
    row('two', 'needing', 'plain'),
    row('three', 'compiled >= 1, < 2'),
  ];
  const { builds } = await build(wanted);
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

test('a row finds no gem but its own; what Ruby has itself is its own version', { skip }, async () => {
  const { builds } = await build([row('one', 'plain'), row('two', 'json'), row('three')]);
  const tried = 'begin; require "needing"; rescue LoadError => e; puts e.message; end';
  await build([row('other', 'needing')]);
  assert.match(run(builds.get('one'), tried), /cannot load such file -- needing/);
  const version = 'require "json"; puts Gem.loaded_specs.fetch("json").version';
  assert.equal(run(builds.get('two'), version), 'json 99.0.0\n99.0.0');
  assert.doesNotMatch(run(builds.get('three'), version), /99/);
  // The kit's own is there for whoever loads it, and is loaded by nobody else.
  assert.equal(
    run(builds.get('three'), 'puts Gem.loaded_specs.key?("memory_profiler"); require "memory_profiler"'),
    'false\nmemory_profiler 1.1.0',
  );
});

test('what is there is not asked for again, from any registry', { skip }, async () => {
  const wanted = [row('none'), row('one', 'plain'), row('two', 'compiled')];
  await build(wanted);
  await registry.down();
  registry.asked.length = 0;
  rmSync(join(place, 'calls'));
  const { builds, progress } = await build(wanted);
  assert.equal(run(builds.get('two'), 'require "compiled"'), 'compiled 1.0.0');
  assert.deepEqual([progress, callsIn(place)], [[], []]);
});

test('a registry that is out of reach stops rows whose gems are not there, and no others', {
  skip,
}, async () => {
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
      cure: 'connect to the registry of gems, or name a mirror: bundle config set --global mirror.all URL',
      retry: 600,
    });
  await registry.up();
  folderOf((await build([row('two', 'needing')])).builds.get('two'));
});

test('a mirror that the user has configured for Bundler serves', { skip }, async () => {
  writeFileSync(join(place, '.gemrc'), ':sources: ["http://127.0.0.1:9/"]\n');
  const { builds } = await build([row('one', 'plain')], { BUNDLE_MIRROR__ALL: registry.address });
  folderOf(builds.get('one'));
  assert.ok(registry.asked.some((one) => one.endsWith('plain-1.0.0.gem')));
});

test('a gem that does not compile stops only rows that need it, with what to install', { skip }, async () => {
  const wanted = [
    row('one', 'headless'),
    row('two', 'broken', 'plain'),
    row('three', 'plain'),
    row('four', 'raising'),
  ];
  const { builds } = await build(wanted);
  folderOf(builds.get('three'));
  const cure = 'install what compiles it (Debian: apt-get install ruby-dev build-essential)';
  for (const [id, reason] of [
    ['one', "headless 1.0.0 can't be compiled: Ruby's header files aren't installed"],
    ['two', "broken 1.0.0 can't be compiled: foo.c:3:1: error: foo"],
    ['four', "raising 1.0.0 can't be compiled: xzcat not found (RuntimeError)"],
  ] as const)
    assert.deepEqual(failureOf(builds.get(id)), {
      ok: false,
      verdict: 'unavailable',
      reason,
      cure,
      retry: 600,
    });
  assert.deepEqual(homes(), ['memory_profiler-1.1.0', 'plain-1.0.0']);
});

test('without make the reason is that', { skip }, async () => {
  const { builds } = await build([row('one', 'compiled')], { make: join(place, 'no-such-make') });
  assert.equal(
    failureOf(builds.get('one')).reason,
    "compiled 1.0.0 can't be compiled: there is no compiler, or it doesn't work",
  );
});

test('nothing of a file with another checksum is used', { skip }, async () => {
  const sums = new Map([...registry.checksums, ['compiled-1.0.0.gem', 'f'.repeat(64)]]);
  lock([PLAIN!, NEEDING!, COMPILED!, PROFILER!], { sums });
  const { builds } = await build([row('one', 'compiled'), row('two', 'needing')]);
  folderOf(builds.get('two'));
  const { reason, cure } = failureOf(builds.get('one'));
  assert.equal(reason, 'compiled-1.0.0.gem is another file than checksums has the SHA-256 of');
  assert.match(cure!, /^find out why before you trust it/);
  assert.deepEqual(callsIn(place), []);
  writeFileSync(join(runner, 'checksums'), '');
  const other = failureOf((await build([row('one', 'compiled')])).builds.get('one'));
  assert.match(other.reason, /^checksums has no line for /);
});

test('a version that the registry has no more stops only rows that need it', { skip }, async () => {
  lock([...GEMS.filter((gem) => gem !== NEWER), { name: 'never', version: '9.9.9' }]);
  const { builds } = await build([row('one', 'never'), row('two', 'plain'), row('three', 'needing')]);
  folderOf(builds.get('two'));
  folderOf(builds.get('three'));
  const { reason, cure, retry } = failureOf(builds.get('one'));
  assert.match(reason, /^Bundler: .*never/);
  assert.doesNotMatch(reason, /127\.0\.0\.1/);
  assert.match(cure!, /^correct the version in runner\.toml/);
  assert.equal(retry, 600);
  registry.lose('gone-1.0.0.gem');
  assert.match(failureOf((await build([row('one', 'gone')])).builds.get('one')).reason, /^Bundler: .*gone/);
});

test("for another Ruby than the lock's, the same requirements are resolved once, and rows say so", {
  skip,
}, async () => {
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

test('rows whose gems are not in the lock yet are resolved here; one that can not be stops no other', {
  skip,
}, async () => {
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

test('programs at the same time end the same and leave nothing unfinished', { skip }, async () => {
  const wanted = [row('one', 'plain'), row('two', 'compiled'), row('three', 'needing')];
  const all = await Promise.all([build(wanted), build(wanted), build(wanted)]);
  for (const { builds } of all) assert.equal(run(builds.get('two'), 'require "compiled"'), 'compiled 1.0.0');
  assert.deepEqual(homes(), ['compiled-1.0.0', 'memory_profiler-1.1.0', 'needing-1.0.0', 'plain-1.0.0']);
});

test('what is no requirement of RubyGems fails with what to write', { skip }, async () => {
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
  assert.match(failureOf(builds.get('two')).cure!, /name ~> 1\.2/);
});

test('without a Ruby that will do, every row says so, and what helps', { skip }, async () => {
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
      assert.match(failureOf(built).cure!, newer);
    }
  const none = failureOf((await build(wanted, { WIREMARK_RUBY: 'no-such-ruby' })).builds.get('one'));
  assert.equal(none.reason, 'no-such-ruby is not installed');
  const relative = failureOf((await build(wanted, { WIREMARK_RUBY: 'bin/ruby' })).builds.get('one'));
  assert.equal(relative.reason, 'WIREMARK_RUBY is "bin/ruby"');
});

test('without Bundler rows without gems still run', { skip }, async () => {
  const stand = program(
    'ruby',
    `"${ruby.program}" "$@" | sed 's/^wiremark:bundler .*/wiremark:bundler none/'`,
  );
  const { builds } = await build([row('none'), row('one', 'plain')], { WIREMARK_RUBY: stand });
  folderOf(builds.get('none'));
  const { reason, cure, retry } = failureOf(builds.get('one'));
  assert.deepEqual([reason, retry], ['this Ruby has no Bundler', null]);
  assert.match(cure!, /apt-get install ruby-bundler/);
});

test('versions are taken for requirements as RubyGems takes them', () => {
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

test('Gemfile.lock has what runner.toml and the checks name and what that needs, each with its checksum, and no more', () => {
  const locked = readLock(join(folder, 'Gemfile.lock'));
  const rows = [...rowsOf(readFileSync(join(folder, 'runner.toml'), 'utf8')), RUBOCOP, MINITEST];
  for (const { id, requirements } of rows)
    for (const { name, ranges } of requirements)
      assert.ok(satisfies(locked.gems.get(name)?.version ?? 'a', ranges), `${id}: ${name} ${ranges}`);
  const needed = closureOf(
    locked,
    groupedGems(rows).map(({ name }) => name),
  );
  assert.deepEqual(needed.map(({ name }) => name).sort(), [...locked.gems.keys()].sort());
  const sums = readChecksums(join(folder, 'checksums'));
  assert.deepEqual([...sums.keys()].sort(), needed.map(fileOf).sort());
  for (const name of ['Gemfile.lock', 'checksums'])
    assert.doesNotMatch(readFileSync(join(folder, name), 'utf8'), /https?:/);
});
