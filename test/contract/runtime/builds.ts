/** Tests every build program that installs packages, with an installer that the test controls. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeFiles } from '../definitions.ts';
import {
  type Built,
  type Case,
  type Conversation,
  callsIn,
  folderOf,
  programOf,
  type Wanted,
} from './program-builds.ts';

export interface BuildKit {
  readonly program: string;
  readonly skip: string | false;
  readonly now: () => Case;
  /** Makes the current test use the installer of this machine. */
  readonly useReal: () => void;
  readonly build: (wanted: readonly Wanted[]) => Promise<Conversation>;
  /** Writes a serializer whose file prints the name and version of each of its packages. */
  readonly serializer: (id: string, packages?: string[], more?: Partial<Wanted>) => Wanted;
  /** The line that the serializer of a build prints. */
  readonly run: (built: Built | undefined, id: string, folder?: string) => string;
  /** A package with a version, as a row's entry spells it. */
  readonly spelled: (name: string, version: string) => string;
  readonly loose: readonly string[];
  /** The copy of the runner's folder in a build, its entries, and the name of a row's file in it. */
  readonly inside: string;
  readonly parts: readonly string[];
  readonly fileOf: (id: string) => string;
  readonly started: (built: Built, folder: string) => readonly string[];
  /** The files of a package `mine` that prints a text when it is imported. */
  readonly library: (says: string) => Readonly<Record<string, string>>;
  /** The reason for a folder without a package. */
  readonly noPackage: RegExp;
}

export function testBuilds(kit: BuildKit): void {
  const { skip, build, serializer, run, spelled } = kit;
  const it = (title: string, run: () => void | Promise<void>) => test(title, { skip }, run);
  const some = spelled('some', '1.2.3');
  const other = spelled('other', '1.0.0');

  it('a build has the files of one serializer, and finds its packages after it is moved', async () => {
    const [part, more] = ['part', 'more'].map((name) => `elsewhere/${kit.fileOf(name)}`) as [string, string];
    for (const source of [part, more]) writeFileSync(join(kit.now().runner, source), '');
    const elsewhere = { file: `elsewhere/${kit.fileOf('name')}`, sources: [part, more] };
    const packed = serializer('packed-one', [some, other], elsewhere);
    const { builds, progress } = await build([serializer('plain'), packed]);
    const filesOf = (id: string, folder = '.') =>
      readdirSync(join(folderOf(builds.get(id)), kit.inside, folder)).sort();
    assert.deepEqual(filesOf('plain'), kit.parts);
    assert.deepEqual(filesOf('plain', 'serializers'), [kit.fileOf('plain')]);
    assert.deepEqual(filesOf('packed-one', 'serializers'), [kit.fileOf('packed-one')]);
    assert.deepEqual(filesOf('packed-one', 'elsewhere'), [kit.fileOf('more'), kit.fileOf('part')]);
    assert.match(progress.join(), /^\w+ installs (?=.*\bsome\b)(?=.*\bother\b)[^\n]*$/);
    const folder = folderOf(builds.get('packed-one'));
    renameSync(folder, `${folder}-moved`);
    assert.equal(run(builds.get('packed-one'), 'packed-one', `${folder}-moved`), 'some 1.2.3, other 1.0.0');
  });

  it('a built kit refuses version 1 of the protocol', async () => {
    const built = (await build([serializer('plain')])).builds.get('plain')!;
    const [program, ...words] = kit.started(built, folderOf(built));
    const { stdout } = spawnSync(program!, words, { input: 'wiremark 1\n', encoding: 'utf8' });
    assert.match(stdout, /^error crash .*wiremark 4/);
  });

  it('a build program ignores unknown keys', () => {
    const { cache, runner: cwd } = kit.now();
    const input = `wiremark 4\nsomething unknown\ncache ${cache}\ngo\n`;
    const ended = spawnSync(process.execPath, [programOf(kit)], { input, encoding: 'utf8', cwd });
    assert.deepEqual([ended.stdout, ended.status], ['wiremark 4\ndone\n', 0], ended.stderr);
  });

  it('simultaneous build programs have the same result and leave nothing unfinished', async () => {
    const wanted = [serializer('one', [some]), serializer('packed', [some])];
    const all = await Promise.all([build(wanted), build(wanted), build(wanted)]);
    for (const { builds } of all) assert.equal(run(builds.get('packed'), 'packed'), 'some 1.2.3');
    assert.equal(readdirSync(kit.now().cache).length, 1);
  });

  it('a package without an exact version and a file outside the runner fail with reason and fix', async () => {
    const outside = serializer('outside', [], { sources: ['../outside'] });
    const loose = kit.loose.map((one, index) => serializer(`loose-${index}`, [one]));
    const { builds } = await build([...loose, outside]);
    for (const { id } of loose) assert.match(failureOf(builds.get(id)).reason, /exact version/);
    assert.match(failureOf(builds.get('outside')).reason, /outside isn't in the runner's folder/);
    for (const built of builds.values())
      assert.match(failureOf(built).fix!, /in (?:the row's packages|.*runner\.toml)/);
    assert.deepEqual(callsIn(kit.now().place), []);
  });

  /** Writes a package by path. @returns its spelling in an entry, with a digest of this digit */
  function library(name: string, files: Readonly<Record<string, string>>, digit: string): string {
    const folder = join(kit.now().place, name);
    writeFiles(folder, files);
    return `mine@file:${folder}#sha256-${digit.repeat(64)}`;
  }

  it('a package by path is built from a copy, once for each digest', async () => {
    kit.useReal();
    const made = (says: string, digit: string) =>
      build([serializer('packed', [library('library', kit.library(says), digit)])]);
    const first = (await made('one', '1')).builds.get('packed');
    assert.equal(run(first, 'packed'), 'one');
    const second = (await made('two', '2')).builds.get('packed');
    assert.deepEqual([run(second, 'packed'), run(first, 'packed')], ['two', 'one']);
    assert.equal(existsSync(join(kit.now().place, 'library/left-behind')), false);
    const again = await made('two', '2');
    assert.deepEqual([again.progress, readdirSync(kit.now().cache).length], [[], 2]);
  });

  it('a path without a package fails only its own serializer, with the reason', async () => {
    kit.useReal();
    const broken = serializer('broken', [library('empty', { 'no-package': '' }, '0')]);
    const { builds } = await build([broken, serializer('plain')]);
    folderOf(builds.get('plain'));
    assert.match(failureOf(builds.get('broken')).reason, kit.noPackage);
  });
}

export function failureOf(built: Built | undefined): Built & { ok: false } {
  assert.ok(built && !built.ok, JSON.stringify(built));
  return built;
}
