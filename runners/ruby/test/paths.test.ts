import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf } from '../../../test/contract/runtime/builds.ts';
import { callsIn } from '../../../test/contract/runtime/program-builds.ts';
import { build, cache, it, place, registry, row, run, runner, specification } from './registry/case.ts';

/** Writes a gem's folder. @returns its spelling in a request */
function library(name: string, says: string, more = ''): string {
  const folder = join(place, name);
  mkdirSync(join(folder, 'lib'), { recursive: true });
  writeFileSync(join(folder, 'mine.gemspec'), specification('Dir["lib/*.rb"]', more));
  writeFileSync(join(folder, 'lib/mine.rb'), `puts "${says}"\n`);
  return spelled(folder, says);
}

function spelled(path: string, says: string): string {
  return `mine@file:${path}#sha256-${Buffer.from(says.padEnd(32)).toString('hex')}`;
}

it('a gem by path needs no registry, and is installed again when its digest changes', async () => {
  await registry.down();
  const first = (await build([row('one', library('library', 'one'))])).builds.get('one');
  assert.equal(run(first, 'require "mine"'), 'one');
  const again = await build([row('one', library('library', 'one'))]);
  assert.deepEqual(
    again.progress.filter((text) => !text.includes('fetches')),
    [],
  );
  const second = (await build([row('one', library('library', 'two'))])).builds.get('one');
  assert.equal(run(second, 'require "mine"; puts Wiremark::Gems.version_of("mine")'), 'two\n0.1.0');
  assert.equal(run(first, 'require "mine"'), 'one');
  assert.deepEqual(readdirSync(join(place, 'library')).sort(), ['lib', 'mine.gemspec']);
});

it('dependencies of a gem by path come from the lock; two paths are two gems; gem files work like folders', async () => {
  const needing = library('one', 'one', 'spec.add_dependency "plain", "~> 1.0"');
  const compiled = library('two', 'two', 'spec.extensions = ["extconf.rb"]; spec.files += ["extconf.rb"]');
  const note = 'File.write(ENV.fetch("CALLS"), "extconf\\n", mode: "a"); File.write("Makefile", "")';
  writeFileSync(join(place, 'two/extconf.rb'), note);
  const packed = (await build([row('pack', library('three', 'three'))])).builds.get('pack');
  assert.ok(packed?.ok);
  const folder = readdirSync(cache)
    .map((name) => join(cache, name, 'mine-0.1.0.gem'))
    .find(existsSync)!;
  const rows = [row('one', needing), row('two', compiled), row('three', spelled(folder, 'file'))];
  const { builds } = await build(rows);
  assert.equal(run(builds.get('one'), 'require "mine"; require "plain"'), 'one\nplain 1.0.0');
  assert.equal(run(builds.get('two'), 'require "mine"'), 'two');
  assert.equal(run(builds.get('three'), 'require "mine"'), 'three');
  assert.match(callsIn(place).join(' '), /^extconf( make)+$/);
});

it('a path without a valid gem fails with a reason, and stops no other row', async () => {
  mkdirSync(join(place, 'empty'));
  const asked = ['nothing', 'unlisted', 'broken', 'other', 'unfinished', 'newer'];
  library('unlisted', 'unlisted', 'spec.files = []');
  library('broken', 'broken', 'nonsense');
  library('unfinished', 'unfinished', 'if true');
  const rows = [
    row('nothing', spelled(join(place, 'empty'), 'x')),
    row('unlisted', spelled(join(place, 'unlisted'), 'x')),
    row('broken', spelled(join(place, 'broken'), 'x')),
    row('other', library('other', 'x').replace('mine@', 'another@')),
    row('unfinished', spelled(join(place, 'unfinished'), 'x')),
    row('newer', library('newer', 'x', 'spec.required_ruby_version = ">= 99.0"')),
    row('plain', 'plain'),
  ];
  const { builds } = await build(rows);
  assert.equal(run(builds.get('plain'), 'require "plain"'), 'plain 1.0.0');
  const reasons = asked.map((id) => failureOf(builds.get(id)).reason);
  assert.match(reasons[0]!, /empty: there is no gemspec$/);
  assert.match(reasons[1]!, /unlisted: mine\.gemspec lists no files/);
  assert.match(reasons[2]!, /broken: .*nonsense|broken: mine\.gemspec can't be loaded/);
  assert.match(reasons[3]!, /other: it is the gem mine, not another$/);
  assert.match(reasons[4]!, /unfinished: mine\.gemspec:\d+: syntax error/);
  assert.match(reasons[5]!, /newer: mine requires Ruby >= 99\.0, and this is \d/);
  const fixes = asked.map((id) => failureOf(builds.get(id)).fix);
  assert.equal(fixes[0], 'name the folder that has it, or the file of a gem');
  assert.equal(fixes[3], "write mine@file: in the row's packages");
  assert.equal(fixes[4], 'see what "gem build" says there');
  assert.equal(fixes[5], 'name another Ruby in WIREMARK_RUBY');
});

it('versions of one serializer are separate rows, and the lock does not change', async () => {
  const one = row('one', 'plain = 1.0.0');
  const versions = ['1.0.0', '1.1.0', '9.9.9'].map((version) => ({
    ...one,
    ...{ id: `one@${version}`, serializer: 'one', packages: [`plain = ${version}`] },
  }));
  const { builds } = await build([one, ...versions]);
  const said = ['one', 'one@1.0.0', 'one@1.1.0'].map((id) => run(builds.get(id), 'require "plain"'));
  assert.deepEqual(said, ['plain 1.0.0', 'plain 1.0.0', 'plain 1.1.0']);
  assert.match(failureOf(builds.get('one@9.9.9')).reason, /plain/);
  assert.ok(existsSync(join(runner, 'Gemfile.lock')));
  const built = builds.get('one@1.1.0');
  assert.deepEqual(built?.ok && readdirSync(join(built.folder, 'serializers')), ['one.rb']);
});
