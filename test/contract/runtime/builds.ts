/** What is asked of every build program that installs packages, by an installer that does what a test says. */
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
  /** Its folder in `runners`. */
  readonly program: string;
  /** Why it can't be tried here. */
  readonly skip: string | false;
  /** Where the test that runs has its own of everything. */
  readonly now: () => Case;
  /** What the case looks for programs in is what the person has. */
  readonly useReal: () => void;
  readonly build: (wanted: readonly Wanted[]) => Promise<Conversation>;
  /** A serializer whose file prints the name and the version of each of its packages. */
  readonly serializer: (id: string, packages?: string[], more?: Partial<Wanted>) => Wanted;
  /** What the serializer of a build prints, in a line. */
  readonly run: (built: Built | undefined, id: string, folder?: string) => string;
  /** As a row spells a package of that version. */
  readonly spelled: (name: string, version: string) => string;
  /** Spelled so that the version is open. */
  readonly loose: readonly string[];
  /** The folder of a build that has what the runner's has, what is in it, and the name of a row's file there. */
  readonly inside: string;
  readonly parts: readonly string[];
  readonly fileOf: (id: string) => string;
  /** What a job in another version is answered with, by the words that start the kit. */
  readonly started: (built: Built, folder: string) => readonly string[];
  /** The files of a package called `mine` that says something when it is imported. */
  readonly library: (says: string) => Readonly<Record<string, string>>;
  /** Why a folder is no package. */
  readonly noPackage: RegExp;
}

export function testBuilds(kit: BuildKit): void {
  const { skip, build, serializer, run, spelled } = kit;
  const it = (title: string, run: () => void | Promise<void>) => test(title, { skip }, run);
  const some = spelled('some', '1.2.3');
  const other = spelled('other', '1.0.0');

  it('a build has what one serializer needs, and finds its packages wherever it is moved to', async () => {
    const [part, more] = ['part', 'more'].map((name) => `elsewhere/${kit.fileOf(name)}`) as [string, string];
    for (const source of [part, more]) writeFileSync(join(kit.now().runner, source), '');
    const elsewhere = { file: `elsewhere/${kit.fileOf('name')}`, sources: [part, more] };
    const packed = serializer('packed-one', [some, other], elsewhere);
    const { builds, progress } = await build([serializer('plain'), packed]);
    const plain = join(folderOf(builds.get('plain')), kit.inside);
    assert.deepEqual(readdirSync(plain).sort(), kit.parts);
    assert.deepEqual(readdirSync(join(plain, 'serializers')), [kit.fileOf('plain')]);
    const folder = folderOf(builds.get('packed-one'));
    const rows = join(folder, kit.inside, 'serializers');
    assert.deepEqual(readdirSync(rows), [kit.fileOf('packed-one')]);
    const beside = readdirSync(join(folder, kit.inside, 'elsewhere'));
    assert.deepEqual(beside.sort(), [kit.fileOf('more'), kit.fileOf('part')]);
    assert.match(progress.join(), /^\w+ installs (?=.*\bsome\b)(?=.*\bother\b)[^\n]*$/);
    renameSync(folder, `${folder}-moved`);
    assert.equal(run(builds.get('packed-one'), 'packed-one', `${folder}-moved`), 'some 1.2.3, other 1.0.0');
  });

  it('the kit that is built answers', async () => {
    const built = (await build([serializer('plain')])).builds.get('plain')!;
    const [program, ...words] = kit.started(built, folderOf(built));
    const { stdout } = spawnSync(program!, words, { input: 'wiremark 1\n', encoding: 'utf8' });
    assert.match(stdout, /^error crash .*wiremark 4/);
  });

  it('what a build program does not know it passes over', () => {
    const input = `wiremark 4\nsomething unknown\ncache ${kit.now().cache}\ngo\n`;
    const ended = spawnSync(process.execPath, [programOf(kit)], {
      input,
      encoding: 'utf8',
      cwd: kit.now().runner,
    });
    assert.deepEqual([ended.stdout, ended.status], ['wiremark 4\ndone\n', 0], ended.stderr);
  });

  it('programs at the same time end the same and leave nothing unfinished', async () => {
    const wanted = [serializer('one', [some]), serializer('packed', [some])];
    const all = await Promise.all([build(wanted), build(wanted), build(wanted)]);
    for (const { builds } of all) assert.equal(run(builds.get('packed'), 'packed'), 'some 1.2.3');
    assert.equal(readdirSync(kit.now().cache).length, 1);
  });

  it('what can not be built says why: a loose version, a file from elsewhere', async () => {
    const outside = serializer('outside', [], { sources: ['../outside'] });
    const loose = kit.loose.map((one, index) => serializer(`loose-${index}`, [one]));
    const { builds } = await build([...loose, outside]);
    for (const { id } of loose) assert.match(failureOf(builds.get(id)).reason, /exact version/);
    assert.match(failureOf(builds.get('outside')).reason, /outside isn't in the runner's folder/);
    for (const built of builds.values())
      assert.match(failureOf(built).fix!, /in (?:the row's packages|.*runner\.toml)/);
    assert.deepEqual(callsIn(kit.now().place), []);
  });

  /** @returns how a row spells the package in that folder */
  function library(name: string, files: Readonly<Record<string, string>>, digit: string): string {
    const folder = join(kit.now().place, name);
    writeFiles(folder, files);
    return `mine@file:${folder}#sha256-${digit.repeat(64)}`;
  }

  it('a package by path is built from a copy, anew when its digest is another', async () => {
    kit.useReal();
    const made = async (says: string, digit: string) =>
      build([serializer('packed', [library('library', kit.library(says), digit)])]);
    const first = (await made('one', '1')).builds.get('packed');
    assert.equal(run(first, 'packed'), 'one');
    const second = (await made('two', '2')).builds.get('packed');
    assert.deepEqual([run(second, 'packed'), run(first, 'packed')], ['two', 'one']);
    assert.equal(existsSync(join(kit.now().place, 'library/left-behind')), false);
    const again = await made('two', '2');
    assert.deepEqual([again.progress, readdirSync(kit.now().cache).length], [[], 2]);
  });

  it('a path of which there is no package stops only its own serializer, and says why', async () => {
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
