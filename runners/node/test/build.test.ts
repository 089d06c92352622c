/** The build program of Node, with an npm that does what a test says and never asks a registry. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import {
  type Built,
  buildWith,
  callsIn,
  folderOf,
  newCase,
  type Wanted,
} from '../../../test/contract/runtime/program-builds.ts';

const skip = process.platform === 'win32' ? 'the stand-in for npm is a POSIX script' : false;
const base = mkdtempSync(join(tmpdir(), 'wiremark-node-build-'));
after(() => rmSync(base, { recursive: true, force: true }));

let place: string;
let runner: string;
let cache: string;
let path: string;

beforeEach(() => {
  ({ place, runner, cache, path } = newCase(base));
  useNpm(`
    for (const [name, version] of Object.entries(manifest.optionalDependencies)) {
      if (name === 'gone') continue;
      mkdirSync(join('node_modules', name), { recursive: true });
      const main = { name, version, type: 'module', exports: './index.js' };
      writeFileSync(join('node_modules', name, 'package.json'), JSON.stringify(main));
      writeFileSync(join('node_modules', name, 'index.js'), 'export default ' + JSON.stringify(name + ' ' + version));
    }`);
});

/** An npm that notes how it was called. For a package by itself (`npm install … gone@1.2.3`) it fails as npm does. */
function useNpm(install: string): void {
  const script = `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const asked = process.argv.slice(2).filter((one) => !one.startsWith('--'));
appendFileSync(${JSON.stringify(join(place, 'calls'))}, asked.join(' ') + '\\n');
if (asked[1]) {
  console.error('npm error code ETARGET\\nnpm error notarget No matching version found for ' + asked[1] + '.');
  console.error('npm error A complete log of this run can be found in: /somewhere');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
${install}
`;
  writeFileSync(join(place, 'bin/npm'), script);
  chmodSync(join(place, 'bin/npm'), 0o755);
}

/** A serializer whose file prints what it gets from its packages. */
function serializer(id: string, packages: string[] = [], more: Partial<Wanted> = {}): Wanted {
  const wanted = { id, file: `serializers/${id}.mjs`, packages, ...more };
  const names = packages.map((spelled) => spelled.slice(0, spelled.lastIndexOf('@')));
  const imports = names.map((name, index) => `import p${index} from '${name}';\n`).join('');
  const source = `${imports}console.log([${names.map((_, index) => `p${index}`)}].join(', '));\n`;
  writeFileSync(join(runner, wanted.file), source);
  return wanted;
}

function build(wanted: readonly Wanted[], started?: (child: ChildProcess) => void) {
  const folder = join(place, 'builds');
  const environment = { PATH: path };
  return buildWith(
    { program: 'node', runner, folder, cache, environment, ...(started && { started }) },
    wanted,
  );
}

/** What the serializer of a build prints. */
function run(built: Built | undefined, id: string): string {
  const file = join(folderOf(built), 'node/serializers', `${id}.mjs`);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.trim();
}

test('a build has what one serializer needs, and finds its packages wherever it is moved to', {
  skip,
}, async () => {
  const sources = ['elsewhere/part.mjs', 'elsewhere/other.mjs'];
  for (const source of sources) writeFileSync(join(runner, source), '');
  const packed = serializer('packed', ['some@1.2.3', '@scope/other@2.0.0'], {
    file: 'elsewhere/name.mjs',
    sources,
  });
  const { builds, progress } = await build([serializer('plain'), packed]);
  const plain = folderOf(builds.get('plain'));
  assert.deepEqual(readdirSync(plain).sort(), ['build-kit', 'node']);
  assert.deepEqual(readdirSync(join(plain, 'node/serializers')), ['plain.mjs']);
  assert.deepEqual(builds.get('plain'), { ok: true, folder: plain, needs: [], placeholders: {} });
  const folder = folderOf(builds.get('packed'));
  assert.deepEqual(readdirSync(folder).sort(), ['build-kit', 'node', 'node_modules']);
  assert.deepEqual(readdirSync(join(folder, 'node/elsewhere')).sort(), ['other.mjs', 'part.mjs']);
  assert.equal(run(builds.get('packed'), 'packed'), 'some 1.2.3, @scope/other 2.0.0');
  assert.deepEqual(progress, ['npm installs some, @scope/other']);
  renameSync(folder, `${folder}-moved`);
  assert.equal(
    run({ ok: true, folder: `${folder}-moved`, needs: [], placeholders: {} }, 'packed'),
    'some 1.2.3, @scope/other 2.0.0',
  );
});

test('the kit that is built answers', { skip }, async () => {
  const folder = folderOf((await build([serializer('plain')])).builds.get('plain'));
  const { stdout } = spawnSync(process.execPath, [join(folder, 'node/kit/main.mjs')], {
    input: 'wiremark 1\n',
    encoding: 'utf8',
  });
  assert.match(stdout, /^error crash this runner speaks wiremark 4, not wiremark 1/);
});

test('serializers share an install, which is what a build needs and is made once', { skip }, async () => {
  const both = [serializer('one', ['some@1.2.3']), serializer('two', ['other@1.0.0', 'some@1.2.3'])];
  const { builds } = await build(both);
  const [one, two] = both.map(({ id }) => builds.get(id));
  assert.ok(one?.ok && two?.ok);
  assert.deepEqual(one.needs, two.needs);
  assert.equal(dirname(dirname(one.needs[0]!)), cache);
  assert.equal(realpathSync(join(one.folder, 'node_modules')), realpathSync(one.needs[0]!));
  const again = await build(both);
  assert.deepEqual([again.progress, callsIn(place)], [[], ['install']]);
  assert.deepEqual(readdirSync(cache).length, 1);
});

test('one package that npm has not got stops only its own serializer', { skip }, async () => {
  const lost = serializer('lost', ['gone@9.9.9']);
  const { builds } = await build([serializer('plain'), serializer('packed', ['some@1.2.3']), lost]);
  folderOf(builds.get('plain'));
  assert.equal(run(builds.get('packed'), 'packed'), 'some 1.2.3');
  assert.deepEqual(builds.get('lost'), {
    ok: false,
    verdict: 'unavailable',
    reason: 'npm: No matching version found for gone@9.9.9.',
    cure: 'correct the version, or use a registry that has it',
    retry: 600,
  });
  assert.deepEqual(callsIn(place), ['install', 'install gone@9.9.9']);
  // What was left standing is an install like any other.
  await build([serializer('packed', ['some@1.2.3'])]);
  assert.equal(callsIn(place).length, 2);
  assert.equal(readdirSync(cache).length, 1);
});

test('what was unavailable is asked for again when it is wanted again', { skip }, async () => {
  const lost = serializer('lost', ['gone@9.9.9']);
  assert.equal((await build([lost])).builds.get('lost')?.ok, false);
  assert.deepEqual(readdirSync(cache), []);
  useNpm(`mkdirSync('node_modules/gone', { recursive: true });
    writeFileSync('node_modules/gone/package.json', '{ "version": "9.9.9" }');`);
  folderOf((await build([lost])).builds.get('lost'));
});

test('another version than the manifest wants does not pass', { skip }, async () => {
  useNpm(`mkdirSync('node_modules/some', { recursive: true });
    writeFileSync('node_modules/some/package.json', '{ "version": "1.2.4" }');`);
  const { builds } = await build([serializer('packed', ['some@1.2.3'])]);
  assert.equal(builds.get('packed')?.ok, false);
});

test('serializers that want other versions of a package each get theirs', { skip }, async () => {
  const wanted = [
    serializer('one', ['some@1.0.0', 'other@1.0.0']),
    serializer('two', ['some@2.0.0']),
    serializer('three', ['other@1.0.0']),
  ];
  const { builds } = await build(wanted);
  assert.equal(run(builds.get('one'), 'one'), 'some 1.0.0, other 1.0.0');
  assert.equal(run(builds.get('two'), 'two'), 'some 2.0.0');
  assert.equal(run(builds.get('three'), 'three'), 'other 1.0.0');
  assert.deepEqual(callsIn(place), ['install', 'install']);
});

test('a registry that can not be reached is asked once, and only packages suffer', { skip }, async () => {
  useNpm(`console.error('npm error code ENOTFOUND\\nnpm error network request to the registry failed');
    process.exit(1);`);
  const packed = [serializer('one', ['some@1.2.3']), serializer('two', ['other@1.0.0'])];
  const { builds } = await build([serializer('plain'), ...packed]);
  folderOf(builds.get('plain'));
  for (const { id } of packed) {
    assert.deepEqual(builds.get(id), {
      ok: false,
      verdict: 'unavailable',
      reason: "npm: the registry can't be reached: request to the registry failed",
      cure: 'connect to the npm registry, or set one with npm config',
      retry: 600,
    });
  }
  assert.deepEqual(callsIn(place), ['install']);
});

test('optional packages that a registry does not answer for are asked for once in all', {
  skip,
}, async () => {
  useNpm('');
  const npm = join(place, 'bin/npm');
  writeFileSync(npm, readFileSync(npm, 'utf8').replace('code ETARGET', 'code ECONNREFUSED'));
  const { builds } = await build([
    serializer('one', ['some@1.2.3', 'third@1.0.0']),
    serializer('two', ['other@1.0.0']),
  ]);
  for (const built of builds.values())
    assert.match(built.ok ? '' : built.cure!, /connect to the npm registry/);
  assert.deepEqual(callsIn(place), ['install', 'install some@1.2.3']);
});

test('without npm, serializers without packages still run; it is looked for each time', {
  skip,
}, async () => {
  const wanted = [serializer('plain'), serializer('packed', ['some@1.2.3'])];
  const withNpm = path;
  path = join(place, 'no-such-folder');
  const { builds } = await build(wanted);
  folderOf(builds.get('plain'));
  assert.deepEqual(builds.get('packed'), {
    ok: false,
    verdict: 'unavailable',
    reason: 'npm is not installed',
    cure: 'install npm: it comes with Node.js from nodejs.org',
    retry: null,
  });
  path = withNpm;
  folderOf((await build(wanted)).builds.get('packed'));
});

test('npm is given the committed lock and every package as optional', { skip }, async () => {
  writeFileSync(join(runner, 'package-lock.json'), '{ "lockfileVersion": 3 }');
  const { builds } = await build([serializer('packed', ['@scope/some@1.2.3'])]);
  const packed = builds.get('packed');
  assert.ok(packed?.ok);
  const folder = dirname(packed.needs[0]!);
  assert.equal(readFileSync(join(folder, 'package-lock.json'), 'utf8'), '{ "lockfileVersion": 3 }');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.deepEqual(manifest.optionalDependencies, { '@scope/some': '1.2.3' });
  // With another lock it is another install.
  writeFileSync(join(runner, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }');
  await build([serializer('packed', ['@scope/some@1.2.3'])]);
  assert.deepEqual([callsIn(place), readdirSync(cache).length], [['install', 'install'], 2]);
});

/** A made-up package in a folder. @returns how a request spells it */
function library(name: string, says: string, digit: string): string {
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: 'mine',
    version: '1.0.0',
    type: 'module',
    exports: './index.js',
    files: ['index.js'],
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'index.js'), `export default '${says}';\n`);
  writeFileSync(join(folder, 'not-packed.js'), '');
  return `mine@file:${folder}#sha256-${digit.repeat(64)}`;
}

/** Prints what the package is. */
function importing(packages: string[]): Wanted {
  writeFileSync(join(runner, 'serializers/packed.mjs'), "import mine from 'mine';\nconsole.log(mine);\n");
  return { id: 'packed', file: 'serializers/packed.mjs', packages };
}

test('a package by path is packed and copied, anew when its digest is another', { skip }, async () => {
  path = process.env.PATH!;
  writeFileSync(join(runner, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }');
  const first = (await build([importing([library('library', 'one', '1')])])).builds.get('packed');
  assert.equal(run(first, 'packed'), 'one');
  const second = (await build([importing([library('library', 'two', '2')])])).builds.get('packed');
  assert.deepEqual([run(second, 'packed'), run(first, 'packed')], ['two', 'one']);
  const copy = realpathSync(join(folderOf(second), 'node_modules/mine'));
  assert.deepEqual(readdirSync(copy).sort(), ['index.js', 'package.json']);
  const again = await build([importing([library('library', 'two', '2')])]);
  assert.deepEqual([again.progress, readdirSync(cache).length], [[], 2]);
});

test('two paths of one package are two installs; a tarball is as good as a folder', { skip }, async () => {
  path = process.env.PATH!;
  const one = { ...importing([library('one', 'one', '1')]), id: 'one' };
  library('two', 'two', '2');
  spawnSync('npm', ['pack', '--silent'], { cwd: join(place, 'two') });
  const tarball = `mine@file:${join(place, 'two/mine-1.0.0.tgz')}#sha256-${'2'.repeat(64)}`;
  const { builds } = await build([one, { ...one, id: 'two', packages: [tarball] }]);
  assert.deepEqual([run(builds.get('one'), 'one'), run(builds.get('two'), 'two')], ['one', 'two']);
});

test('a path that npm can make no package of stops only its own serializer, and says why', {
  skip,
}, async () => {
  path = process.env.PATH!;
  mkdirSync(join(place, 'empty'));
  const broken = {
    ...importing([`mine@file:${join(place, 'empty')}#sha256-${'0'.repeat(64)}`]),
    id: 'broken',
  };
  const { builds } = await build([broken, serializer('plain')]);
  folderOf(builds.get('plain'));
  const built = builds.get('broken');
  assert.match(built?.ok === false ? built.reason : '', /^npm: .*package\.json/);
  assert.match((built?.ok === false && built.cure) || '', /npm/);
});

test('the files of a row from outside lie where their imports find each other and the kit', {
  skip,
}, async () => {
  const outside = join(place, 'outside');
  mkdirSync(join(outside, 'lib'), { recursive: true });
  const source = `import './lib/part.mjs';\nimport { Unsupported } from '../kit/errors.mjs';\nconsole.log(typeof Unsupported);\n`;
  writeFileSync(join(outside, 'row.mjs'), source);
  writeFileSync(join(outside, 'lib/part.mjs'), "console.log('part');\n");
  const wanted = { id: 'mine', file: join(outside, 'row.mjs'), sources: [join(outside, 'lib/part.mjs')] };
  const { builds } = await build([wanted]);
  assert.equal(run(builds.get('mine'), 'mine'), 'part\nfunction');
  const above = { ...wanted, file: join(outside, 'lib/part.mjs'), sources: [join(outside, 'row.mjs')] };
  const built = (await build([above])).builds.get('mine');
  assert.match(built?.ok === false ? built.reason : '', /row\.mjs isn't beside .*lib\/part\.mjs or below it/);
});

test('what can not be built says why: a loose version, a file from elsewhere', {
  skip,
}, async () => {
  const outside = serializer('outside', [], { sources: ['../outside.mjs'] });
  const { builds } = await build([serializer('loose', ['some@^1.2.3']), outside]);
  for (const [id, expected] of [
    ['loose', /exact version/],
    ['outside', /outside\.mjs isn't in the runner's folder/],
  ] as const) {
    const built = builds.get(id);
    assert.match(built?.ok === false ? built.reason : '', expected);
    assert.match((built?.ok === false && built.cure) || '', /in (?:the row's packages|runner\.toml)/);
  }
  assert.deepEqual(callsIn(place), []);
});

test('programs at the same time end the same and leave nothing unfinished', { skip }, async () => {
  const wanted = [serializer('plain'), serializer('packed', ['some@1.2.3'])];
  const all = await Promise.all([build(wanted), build(wanted), build(wanted)]);
  for (const { builds } of all) assert.equal(run(builds.get('packed'), 'packed'), 'some 1.2.3');
  assert.equal(readdirSync(cache).length, 1);
});
