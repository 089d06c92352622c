/**
 * Environment for tests of Ruby's build program: a runner with a lock, a cache, and a registry with gems created here.
 * It is created anew before each test of a file that imports this module.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type Built,
  buildWith,
  newCase,
  type Wanted,
} from '../../../../test/contract/runtime/program-builds.ts';
import { temporary } from '../../../../test/machine/temporary.ts';
import { askRuby } from '../../build/interpreter.mjs';
import { fileOf, lockText } from '../../build/lock.mjs';
import { type MadeGem, Registry } from './registry.ts';

export const folder = fileURLToPath(new URL('../..', import.meta.url));
const asked = await askRuby();
export const ruby =
  'reason' in asked ? { program: '', series: '', hasBundler: false, reason: asked.reason } : asked;
export const skip = 'reason' in ruby ? ruby.reason : !ruby.hasBundler && 'this Ruby has no Bundler';
export const it = (title: string, run: () => Promise<void>) => test(title, { skip }, run);

const compiler = spawnSync(ruby.program || 'ruby', ['-e', 'print RbConfig::CONFIG["CC"].split.first'], {
  encoding: 'utf8',
}).stdout;

/** Code of an extconf.rb that records its call; then the fake make "compiles" the gem. */
const NOTING = 'File.write(ENV.fetch("CALLS"), "extconf\\n", mode: "a"); File.write("Makefile", "")';
export const GEMS: readonly MadeGem[] = [
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
  { name: 'wanting', version: '1.0.0', extconf: 'abort "sorry: no libfoo"' },
  { name: 'misspelled', version: '1.0.0', extconf: 'nope' },
  { name: 'gone', version: '1.0.0' },
  { name: 'json', version: '99.0.0' },
  { name: 'memory_profiler', version: '1.1.0' },
];
export const [PLAIN, NEWER, NEEDING, COMPILED] = GEMS;
export const PROFILER = GEMS.at(-1);

const base = temporary('ruby-build');
export let registry: Registry;
before(() => {
  if (skip === false) registry = new Registry(ruby.program, join(base, 'registry'), GEMS);
});
after(() => registry?.down());

export let place: string;
export let runner: string;
export let cache: string;
let path: string;

beforeEach(async () => {
  if (skip !== false) return;
  await registry.up();
  ({ place, runner, cache, path } = newCase(base));
  mkdirSync(join(runner, 'kit'));
  writeFileSync(join(runner, 'kit/main.rb'), '');
  writeFileSync(join(place, '.gemrc'), `:sources: ["${registry.address}"]\n`);
  program('make', 'echo make >> "$CALLS"');
  if (!compiler.includes('/')) program(compiler, 'exit 1');
  lock(GEMS.filter((gem) => gem !== NEWER));
});

/** Puts a fake program into PATH. @returns its path */
export function program(name: string, script: string): string {
  const file = join(place, 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

export function lock(
  gems: readonly MadeGem[],
  { series = ruby.series, sums = registry.checksums } = {},
): void {
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

/** A specification of the gem `mine`. @param files in Ruby @param more lines of the specification */
export const specification = (files: string, more = '') => `Gem::Specification.new do |spec|
  spec.name = "mine"
  spec.version = "0.1.0"
  spec.summary = "made up"
  spec.authors = ["nobody"]
  spec.files = ${files}
  ${more}
end
`;

export function row(id: string, ...packages: string[]): Wanted {
  const file = `serializers/${id.replaceAll('-', '_')}.rb`;
  writeFileSync(join(runner, file), `# ${id}\n`);
  return { id, file, packages };
}

export function build(wanted: readonly Wanted[], environment: Readonly<Record<string, string>> = {}) {
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

export function run(built: Built | undefined, code: string): string {
  assert.ok(built?.ok, JSON.stringify(built));
  const { ruby: program, gems } = built.placeholders;
  const list = gems!.replace('{target}', built.folder);
  const start = 'Wiremark::Gems.activate(ARGV.shift);';
  const args = ['-r', join(folder, 'kit/gems.rb'), '-e', `${start} ${code}`, list];
  const { stdout, stderr, status } = spawnSync(program!, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

export function homes(): string[] {
  return readdirSync(cache)
    .filter((name) => !/^resolved-|\.log$/.test(name))
    .map((name) => name.replace(/-[0-9a-f]{16}$/, ''))
    .sort();
}
