import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findToolchain } from '../../src/build/installed.ts';
import type { Runners } from '../../src/define/types.ts';
import { addRuntimeVersions } from '../../src/define/versions.ts';
import { temporary } from '../machine/temporary.ts';

const versions = { program: 'mill', paths: [], environment: {} };
const alpha = { runtime: 'alpha', title: 'Alpha', file: 'runner.toml', serializers: [] };
const runners = new Map([
  ['alpha', { ...alpha, versions }],
  ['beta', { ...alpha, runtime: 'beta', title: 'Beta' }],
]) as unknown as Runners;

test('a pattern with @ adds a runtime with the same rows', () => {
  const made = addRuntimeVersions(runners, ['alpha', 'alpha@20', 'alpha@24.1+fast']);
  assert.deepEqual([...made.keys()], ['alpha', 'beta', 'alpha@20', 'alpha@24.1']);
  assert.equal(made.get('alpha@20')!.title, 'Alpha 20');
});

test('versions that can’t be measured are refused with the reason', () => {
  const add = (pattern: string) => () => addRuntimeVersions(runners, [pattern]);
  assert.throws(add('alhpa@20'), /Error: -r alhpa@20: there is no runtime "alhpa". Did you mean "alpha"\?$/);
  assert.throws(
    add('beta@2'),
    /-r beta@2: Beta can't be measured in several versions: runner.toml has no \[versions\]/,
  );
  for (const malformed of ['alpha@', 'al*@20', 'alpha@*']) assert.throws(add(malformed), /RUNTIME@VERSION/);
});

function program(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

/** Toolchain of alpha@VERSION with the given paths. */
function found(version: string, paths: string[], cache: string) {
  const environment = { MILL_HOME: '{home}', MILL: '{program}' };
  const runner = { ...alpha, runtime: `alpha@${version}`, title: `Alpha ${version}` };
  return findToolchain({ ...runner, versions: { ...versions, paths, environment } }, cache);
}

test('the newest installation of the version is used, under the usual name', () => {
  const folder = temporary('versions');
  for (const version of ['2.4.0', '24.2.0', '24.11.0', '124.0.0', '3.24.0'])
    program(join(folder, `v${version}`, 'bin', 'mill'));
  const other = program(join(folder, 'bin', 'mill3.5'));
  const paths = [
    join(folder, 'none{version}', 'mill'),
    join(folder, 'v{version}*', 'bin', 'mill'),
    join(folder, 'bin', 'mill{version}'),
  ];
  const cache = join(folder, 'cache');
  const newest = join(folder, 'v24.11.0', 'bin', 'mill');
  const link = join(cache, 'toolchains', 'alpha@24', 'mill');
  for (let again = 0; again < 2; again += 1) {
    const toolchain = found('24', paths, cache);
    assert.ok(toolchain.ok);
    const { PATH = '', ...own } = toolchain.variables;
    assert.deepEqual(own, { MILL_HOME: join(folder, 'v24.11.0'), MILL: newest });
    assert.ok(PATH.startsWith(`${dirname(link)}:${dirname(newest)}:`));
    assert.equal(readlinkSync(link), newest);
  }
  assert.ok(found('3.5', paths, cache).ok);
  assert.equal(readlinkSync(join(cache, 'toolchains', 'alpha@3.5', 'mill')), other);
});

test('without a program, the build program gets the version', () => {
  const versions = { paths: [], environment: { MILL_VERSION: '{version}' } };
  const toolchain = findToolchain({ ...alpha, runtime: 'alpha@9', versions }, '');
  assert.deepEqual(toolchain, { ok: true, variables: { MILL_VERSION: '9' } });
});

test('a missing version is unavailable, with the variable that names it', () => {
  const folder = temporary('versions');
  const missing = found('25.1', [join(folder, 'v{version}*', 'mill')], folder);
  assert.deepEqual(missing, {
    ok: false,
    verdict: 'unavailable',
    reason: "Alpha 25.1 isn't where version managers and systems put it",
    fix: 'install it, or set WIREMARK_ALPHA_25_1 to the path of its mill (usual paths: [versions] in runner.toml)',
  });
  const installed = dirname(dirname(program(join(folder, 'own', 'bin', 'mill'))));
  symlinkSync(join(installed, 'bin', 'mill'), join(folder, 'linked'));
  for (const given of [installed, join(installed, 'bin'), join(folder, 'linked')]) {
    process.env.WIREMARK_ALPHA_25_1 = given;
    assert.ok(found('25.1', [], folder).ok, given);
  }
  process.env.WIREMARK_ALPHA_25_1 = join(folder, 'nothing');
  const wrong = found('25.1', [], folder);
  assert.ok(!wrong.ok);
  assert.match(wrong.reason, /WIREMARK_ALPHA_25_1 is .*nothing, where there is no mill/);
  delete process.env.WIREMARK_ALPHA_25_1;
});
