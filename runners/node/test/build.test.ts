import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, it } from 'node:test';
import { writeFiles } from '../../../test/contract/definitions.ts';
import { failureOf, testBuilds } from '../../../test/contract/runtime/builds.ts';
import {
  type Built,
  buildWith,
  callsIn,
  folderOf,
  newCase,
  type Wanted,
} from '../../../test/contract/runtime/program-builds.ts';
import { temporary } from '../../../test/machine/temporary.ts';

const base = temporary('node-build');

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

/**
 * Installs a fake npm that logs its arguments. If asked for a single package (`install gone@1.2.3`), it fails as npm
 * does.
 */
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

function serializer(id: string, packages: string[] = [], more: Partial<Wanted> = {}): Wanted {
  const wanted = { id, file: `serializers/${id}.mjs`, packages, ...more };
  const names = packages.map((spelled) => spelled.slice(0, spelled.lastIndexOf('@')));
  const imports = names.map((name, index) => `import p${index} from '${name}';\n`).join('');
  const source = `${imports}console.log([${names.map((_, index) => `p${index}`)}].join(', '));\n`;
  writeFileSync(join(runner, wanted.file), source);
  return wanted;
}

const packedRow = () => serializer('packed', ['some@1.2.3']);

function build(wanted: readonly Wanted[]) {
  const folder = join(place, 'builds');
  return buildWith({ program: 'node', runner, folder, cache, environment: { PATH: path } }, wanted);
}

function run(built: Built | undefined, id: string, folder = folderOf(built)): string {
  const file = join(folder, 'node/serializers', `${id}.mjs`);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.trim();
}

/** A package with a file that npm doesn't pack. */
const library = (says: string) => ({
  'package.json':
    '{ "name": "mine", "version": "1.0.0", "type": "module", "exports": "./index.js", "files": ["index.js"] }',
  'index.js': `export default '${says}';\n`,
  'not-packed.js': '',
});

testBuilds({
  ...{ program: 'node', skip: false, build, serializer, run, library },
  now: () => ({ place, runner, cache, path }),
  useReal: () => {
    path = process.env.PATH!;
    writeFileSync(join(runner, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }');
  },
  spelled: (name, version) => `${name}@${version}`,
  loose: ['some@^1.2.3'],
  inside: 'node',
  parts: ['kit', 'serializers'],
  fileOf: (id) => `${id}.mjs`,
  started: (_, folder) => [process.execPath, join(folder, 'node/kit/main.mjs')],
  noPackage: /^npm: .*package\.json/,
});

it('serializers share an install; the build lists it in `needs`; a second build reuses it', async () => {
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

it('an unavailable package fails only its own serializer', async () => {
  const lost = serializer('lost', ['gone@9.9.9']);
  const { builds } = await build([serializer('plain'), packedRow(), lost]);
  folderOf(builds.get('plain'));
  assert.equal(run(builds.get('packed'), 'packed'), 'some 1.2.3');
  assert.deepEqual(builds.get('lost'), {
    ok: false,
    verdict: 'unavailable',
    reason: 'npm: No matching version found for gone@9.9.9.',
    fix: 'correct the name or the version, or use a registry that has it',
    retry: 600,
  });
  assert.deepEqual(callsIn(place), ['install', 'install gone@9.9.9']);
  // The next build reuses the install without the failed package.
  await build([packedRow()]);
  assert.equal(callsIn(place).length, 2);
  assert.equal(readdirSync(cache).length, 1);
});

it('an install of another version than requested fails', async () => {
  useNpm(`mkdirSync('node_modules/some', { recursive: true });
    writeFileSync('node_modules/some/package.json', '{ "version": "1.2.4" }');`);
  const { builds } = await build([packedRow()]);
  assert.equal(builds.get('packed')?.ok, false);
});

it('serializers with different versions of a package get separate installs', async () => {
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

it('an unreachable registry is tried once; serializers without packages are built', async () => {
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
      fix: 'connect to the npm registry, or set one with npm config',
      retry: 600,
    });
  }
  assert.deepEqual(callsIn(place), ['install']);
});

it('after npm skips all packages, an unreachable registry is tried for the first one only', async () => {
  useNpm('');
  const npm = join(place, 'bin/npm');
  writeFileSync(npm, readFileSync(npm, 'utf8').replace('code ETARGET', 'code ECONNREFUSED'));
  const { builds } = await build([
    serializer('one', ['some@1.2.3', 'third@1.0.0']),
    serializer('two', ['other@1.0.0']),
  ]);
  for (const built of builds.values()) assert.match(failureOf(built).fix!, /connect to the npm registry/);
  assert.deepEqual(callsIn(place), ['install', 'install some@1.2.3']);
});

it('without npm, only serializers without packages are built; the next build finds a new npm', async () => {
  const wanted = [serializer('plain'), packedRow()];
  const withNpm = path;
  path = join(place, 'no-such-folder');
  const { builds } = await build(wanted);
  folderOf(builds.get('plain'));
  assert.deepEqual(builds.get('packed'), {
    ok: false,
    verdict: 'unavailable',
    reason: 'npm is not installed',
    fix: 'install npm: it comes with Node.js from nodejs.org',
    retry: null,
  });
  assert.deepEqual(readdirSync(cache), []);
  path = withNpm;
  folderOf((await build(wanted)).builds.get('packed'));
});

it('npm gets the committed lock, and every package as optional', async () => {
  writeFileSync(join(runner, 'package-lock.json'), '{ "lockfileVersion": 3 }');
  const { builds } = await build([serializer('packed', ['@scope/some@1.2.3'])]);
  const packed = builds.get('packed');
  assert.ok(packed?.ok);
  const folder = dirname(packed.needs[0]!);
  assert.equal(readFileSync(join(folder, 'package-lock.json'), 'utf8'), '{ "lockfileVersion": 3 }');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.deepEqual(manifest.optionalDependencies, { '@scope/some': '1.2.3' });
  writeFileSync(join(runner, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }');
  await build([serializer('packed', ['@scope/some@1.2.3'])]);
  assert.deepEqual([callsIn(place), readdirSync(cache).length], [['install', 'install'], 2]);
});

it('packages by path are installed from folders and tarballs, each path in its own install', async () => {
  path = process.env.PATH!;
  const [one, two] = ['one', 'two'].map((says) => {
    const folder = join(place, says);
    writeFiles(folder, library(says));
    return folder;
  }) as [string, string];
  spawnSync('npm', ['pack', '--silent'], { cwd: two });
  const paths = [one, join(two, 'mine-1.0.0.tgz')];
  const wanted = paths.map((path, i) =>
    serializer(['one', 'two'][i]!, [`mine@file:${path}#sha256-${`${i}`.repeat(64)}`]),
  );
  const { builds } = await build(wanted);
  const copy = realpathSync(join(folderOf(builds.get('one')), 'node_modules/mine'));
  assert.deepEqual(readdirSync(copy).sort(), ['index.js', 'package.json']);
  assert.deepEqual([run(builds.get('one'), 'one'), run(builds.get('two'), 'two')], ['one', 'two']);
});

it('relative imports and ../kit work in a row from outside', async () => {
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
  assert.match(failureOf(built).reason, /row\.mjs isn't in the folder of .*lib\/part\.mjs or below it/);
});
