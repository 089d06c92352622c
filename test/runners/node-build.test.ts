/** The npm builder, with an npm that does what a test says and never asks a registry. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { readRunner } from '../../src/define/runner.ts';
import { buildNpm } from '../../src/runner/build/npm.ts';
import type { BuildResult } from '../../src/runner/build/types.ts';

const skip = process.platform === 'win32' ? 'the stand-in for npm is a POSIX script' : false;
const base = mkdtempSync(join(tmpdir(), 'wiremark-npm-build-'));
const path = process.env.PATH;
after(() => {
  process.env.PATH = path;
  rmSync(base, { recursive: true, force: true });
});

let place: string;
let runnerFolder: string;
let cache: string;

beforeEach(() => {
  place = mkdtempSync(join(base, 'case-'));
  runnerFolder = join(place, 'runner');
  cache = join(place, 'cache');
  for (const folder of ['runner/kit', 'runner/serializers', 'runner/elsewhere', 'cache', 'bin']) {
    mkdirSync(join(place, folder), { recursive: true });
  }
  writeFileSync(join(runnerFolder, 'kit/main.mjs'), '// kit');
  useNpm(`
    for (const [name, version] of Object.entries(manifest.optionalDependencies)) {
      if (name === 'gone') continue;
      mkdirSync(join('node_modules', name), { recursive: true });
      writeFileSync(join('node_modules', name, 'package.json'), JSON.stringify({ name, version }));
    }`);
});

/** An npm that notes how it was called. For a package by itself (\`npm install … gone@1.2.3\`) it fails as npm does. */
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
  process.env.PATH = `${join(place, 'bin')}${delimiter}${path}`;
}

/** id → packages */
function writeRunner(serializers: Record<string, string[]>, files: Record<string, string> = {}): void {
  const entries = Object.entries(serializers).map(([id, packages]) => {
    const file = files[id] ?? `serializers/${id}.mjs`;
    writeFileSync(join(runnerFolder, file), `// ${id}`);
    return `[[serializer]]\nid = "${id}"\nformat = "json"\noutput = "text"\ntasks = ["serialize"]\nfile = "${file}"\npackages = ${JSON.stringify(packages)}\n`;
  });
  const head = 'runtime = "node"\nstart = ["node", "{build}/kit/main.mjs"]\n[build]\nkind = "npm"\n';
  writeFileSync(join(runnerFolder, 'runner.toml'), head + entries.join(''));
}

async function build(signal?: AbortSignal) {
  const runner = readRunner(join(runnerFolder, 'runner.toml'));
  const said: string[] = [];
  const results = await buildNpm({
    runner,
    serializers: runner.serializers,
    datasets: new Map(),
    folder: cache,
    progress: (message) => said.push(message),
    ...(signal && { signal }),
  });
  return { results, said };
}

function calls(): string[] {
  const file = join(place, 'calls');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

function folderOf(result: BuildResult | undefined): string {
  assert.ok(result?.ok, JSON.stringify(result));
  return result.placeholders.build!;
}

test('kit and serializers stand where they find their packages; nothing is done twice', {
  skip,
}, async () => {
  writeRunner({ plain: [], packed: ['some-package@1.2.3'] }, { packed: 'elsewhere/other-name.mjs' });
  const { results, said } = await build();
  const folder = folderOf(results.get('packed'));
  assert.equal(folderOf(results.get('plain')), folder);
  assert.deepEqual(readdirSync(join(folder, 'serializers')).sort(), ['packed.mjs', 'plain.mjs']);
  assert.ok(existsSync(join(folder, 'kit/main.mjs')));
  assert.ok(existsSync(join(dirname(folder), 'node_modules/some-package/package.json')));
  assert.deepEqual(said, ['node: npm installs some-package']);
  const again = await build();
  assert.deepEqual(again, { results, said: [] });
  assert.deepEqual(calls(), ['install']);
});

test('a changed file makes a new build, but installs nothing', { skip }, async () => {
  writeRunner({ packed: ['some-package@1.2.3'] });
  const before = folderOf((await build()).results.get('packed'));
  writeFileSync(join(runnerFolder, 'kit/main.mjs'), '// another kit');
  const folder = folderOf((await build()).results.get('packed'));
  assert.notEqual(folder, before);
  assert.equal(readFileSync(join(folder, 'kit/main.mjs'), 'utf8'), '// another kit');
  assert.equal(readFileSync(join(before, 'kit/main.mjs'), 'utf8'), '// kit');
  assert.deepEqual(calls(), ['install']);
});

test('one package that npm has not got stops only its own serializer', { skip }, async () => {
  writeRunner({ plain: [], packed: ['some-package@1.2.3'], lost: ['gone@9.9.9'] });
  const { results } = await build();
  folderOf(results.get('plain'));
  folderOf(results.get('packed'));
  assert.deepEqual(results.get('lost'), {
    ok: false,
    reason: 'npm: No matching version found for gone@9.9.9.',
    cure: 'correct the version in runner.toml, or use a registry that has it',
  });
  assert.deepEqual(calls(), ['install', 'install gone@9.9.9']);
});

test('what could not be had is asked for again, but not at once', { skip }, async () => {
  writeRunner({ lost: ['gone@9.9.9'] });
  await build();
  assert.equal((await build()).results.get('lost')?.ok, false);
  assert.equal(calls().length, 2);
  const [partial] = readdirSync(cache);
  const longAgo = new Date(Date.now() - 3600_000);
  utimesSync(join(cache, partial!, 'packages.json'), longAgo, longAgo);
  useNpm(`mkdirSync('node_modules/gone', { recursive: true });
    writeFileSync('node_modules/gone/package.json', '{ "version": "9.9.9" }');`);
  folderOf((await build()).results.get('lost'));
});

test('another version than the manifest wants does not pass', { skip }, async () => {
  writeRunner({ packed: ['some-package@1.2.3'] });
  useNpm(`mkdirSync('node_modules/some-package', { recursive: true });
    writeFileSync('node_modules/some-package/package.json', '{ "version": "1.2.4" }');`);
  assert.equal((await build()).results.get('packed')?.ok, false);
});

test('when npm fails altogether, its words are the reason', { skip }, async () => {
  writeRunner({ plain: [], packed: ['some-package@1.2.3'] });
  useNpm(`console.error('npm error code ENOTFOUND\\nnpm error network request to the registry failed');
    process.exit(1);`);
  const { results } = await build();
  folderOf(results.get('plain'));
  assert.deepEqual(results.get('packed'), {
    ok: false,
    reason: 'npm: request to the registry failed',
    cure: 'connect to the npm registry, or set one with npm config',
  });
});

test('a registry that can not be reached is asked once, not for each package', { skip }, async () => {
  writeRunner({ one: ['some-package@1.2.3'], two: ['other@1.0.0'], three: ['third@1.0.0'] });
  useNpm('');
  const npm = join(place, 'bin/npm');
  writeFileSync(npm, readFileSync(npm, 'utf8').replace('code ETARGET', 'code ECONNREFUSED'));
  const { results } = await build();
  for (const result of results.values())
    assert.match(result.ok ? '' : result.cure, /connect to the npm registry/);
  assert.deepEqual(calls(), ['install', 'install some-package@1.2.3']);
});

test('without npm, serializers without packages still run', { skip }, async () => {
  writeRunner({ plain: [], packed: ['some-package@1.2.3'] });
  process.env.PATH = join(place, 'no-such-folder');
  const { results } = await build();
  folderOf(results.get('plain'));
  const packed = results.get('packed');
  assert.ok(packed && !packed.ok);
  assert.equal(packed.reason, 'npm is not installed');
  process.env.PATH = `${join(place, 'bin')}${delimiter}${path}`;
  folderOf((await build()).results.get('packed'));
});

test('npm is given the committed lock and every package as optional', { skip }, async () => {
  writeRunner({ packed: ['@scope/some-package@1.2.3'] });
  writeFileSync(join(runnerFolder, 'package-lock.json'), '{ "lockfileVersion": 3 }');
  const { results } = await build();
  const folder = dirname(folderOf(results.get('packed')));
  assert.equal(readFileSync(join(folder, 'package-lock.json'), 'utf8'), '{ "lockfileVersion": 3 }');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.deepEqual(manifest.optionalDependencies, { '@scope/some-package': '1.2.3' });
});

test('packages that can not be asked for are refused with a cure', { skip }, async () => {
  writeRunner({ loose: ['some-package@^1.2.3'], one: ['other@1.0.0'], two: ['other@2.0.0'] });
  const { results } = await build();
  const loose = results.get('loose');
  assert.match(loose?.ok === false ? loose.reason : '', /exact version/);
  folderOf(results.get('one'));
  const two = results.get('two');
  assert.match(two?.ok === false ? two.reason : '', /other@1\.0\.0/);
});

test('builds at the same time end the same and leave nothing unfinished', { skip }, async () => {
  writeRunner({ plain: [], packed: ['some-package@1.2.3'] });
  const builds = await Promise.all([build(), build(), build()]);
  const folders = builds.map(({ results }) => folderOf(results.get('packed')));
  assert.equal(new Set(folders).size, 1);
  assert.equal(readdirSync(cache).length, 1);
  const inside = readdirSync(dirname(folders[0]!)).filter((name) => name.startsWith('.making'));
  assert.deepEqual(inside, []);
});

test('builds that nobody uses any more are removed', { skip }, async () => {
  writeRunner({ plain: [] });
  const used = folderOf((await build()).results.get('plain'));
  const days = (count: number) => new Date(Date.now() - count * 24 * 3600_000);
  for (const [name, age] of [
    ['0123456789abcdef', 31],
    ['fedcba9876543210', 29],
    ['0123456789abcdef-partial-0', 2],
    ['.making-0', 2],
  ] as const) {
    mkdirSync(join(cache, name));
    utimesSync(join(cache, name), days(age), days(age));
  }
  utimesSync(dirname(used), days(40), days(40));
  assert.equal(folderOf((await build()).results.get('plain')), used);
  assert.deepEqual(readdirSync(cache).sort(), [basename(dirname(used)), 'fedcba9876543210'].sort());
});

test('an aborted build throws and leaves nothing unfinished', { skip }, async () => {
  writeRunner({ packed: ['some-package@1.2.3'] });
  useNpm('setTimeout(() => {}, 60_000);');
  const abort = new AbortController();
  const running = build(abort.signal);
  while (calls().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  abort.abort(new Error('enough'));
  await assert.rejects(running, /enough/);
  assert.deepEqual(readdirSync(cache), []);
});
