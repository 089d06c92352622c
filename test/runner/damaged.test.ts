/**
 * Whatever happens to a file of the cache, it is found and made again, and never becomes what a library did: documents,
 * artifacts, builds and what they share, remembered failures.
 */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { prepareDataset } from '../../src/dataset/prepare.ts';
import { writeArtifacts } from '../../src/runner/artifacts.ts';
import { BuildCache } from '../../src/runner/build/cache.ts';
import type { Unit } from '../../src/runner/build/types.ts';
import { Random } from '../../src/stats/random.ts';
import { defined } from '../dataset/definitions.ts';
import { DAMAGES } from '../files/damages.ts';
import { temporary } from '../files/temporary.ts';

const scratch = temporary('damaged');
const EVERY = defined('datasets/every-kind').definition;

/** Makes everything that a run needs, or finds it; as a run does. @returns what it says of the builds */
async function makeReady(cache: string): Promise<unknown> {
  const prepared = await prepareDataset(EVERY, 'small', join(cache, 'datasets'));
  const kinds = ['proto', 'avro'];
  writeArtifacts(join(cache, 'artifacts'), { dataset: 'every-kind', model: prepared.model, kinds });
  return build(cache);
}

/** As building does it, with a program that takes what is there of `shared` for whole. */
function build(cache: string): unknown {
  const builds = new BuildCache(join(cache, 'builds/toy'));
  const units = ['one', 'two', 'three'].map((id) => ({ id, key: 'f'.repeat(16) }) as Unit);
  if (units.some((unit) => builds.find(unit) === null)) builds.removeDamaged();
  const known = (unit: Unit) => {
    const found = builds.find(unit);
    // A failure that is made again is remembered until another minute.
    if (found?.ok === false) return { ...found, reason: found.reason.replace(/until [^;]+/, 'until then') };
    if (found === null) return null;
    assert.equal(found.altered(), null, 'as it was built');
    return { placeholders: found.placeholders };
  };
  return units.map((unit) => {
    const found = known(unit);
    if (found !== null) return found;
    const aside = builds.makeAside();
    try {
      builds.keep(unit, aside, answerFor(unit, aside, builds.shared));
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
    return known(unit);
  });
}

function answerFor({ id }: Unit, aside: string, shared: string) {
  if (id === 'three')
    return { ok: false, verdict: 'unavailable', reason: 'no', fix: 'do', retry: 9999 } as const;
  mkdirSync(join(aside, 'kit'));
  writeFileSync(join(aside, 'kit/main'), `the code of ${id}`);
  const packages = join(shared, 'installed/packages');
  if (!existsSync(join(shared, 'installed'))) {
    mkdirSync(join(packages, 'a b'), { recursive: true });
    for (const name of ['a b/index', 'list']) writeFileSync(join(packages, name), `what is in ${name}`);
    symlinkSync('a b/index', join(packages, 'main'));
  }
  const main = new Map([['main', '{target}/kit/main']]);
  return { ok: true, placeholders: main, needs: [packages], licenses: new Map() } as const;
}

/** Path → content, or where a link leads. */
function filesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
  const read = (path: string) => {
    const entry = entries.find(({ parentPath, name }) => join(parentPath, name) === path)!;
    return entry.isSymbolicLink() ? `→ ${readlinkSync(path)}` : readFileSync(path, 'latin1');
  };
  return new Map(paths.sort().map((path) => [relative(folder, path), read(path)]));
}

const damages: readonly (readonly [what: string, damage: (file: string, other: string) => void])[] = [
  ...Object.entries(DAMAGES),
  ['as another', (file, other) => writeFileSync(file, readFileSync(other))],
];

const pristine = join(scratch, 'pristine');
const ready = await makeReady(pristine);
const whole = filesOf(pristine);

/** 96 was the number of the trial that found 63 of them kept for ever. */
for (let seed = 0; seed < 96; seed++) {
  const [what, damage] = damages[seed % damages.length]!;
  const random = new Random(10, seed);
  // Where a build lies is part of what is said of it: each begins as the first did, in the same place.
  const paths = [...whole]
    .filter(([, content]) => !content.startsWith('→') && content !== '')
    .map(([path]) => path);
  const file = paths[random.below(paths.length)]!;
  test(`${file}: ${what} (${seed})`, async () => {
    // Against being read-only there is root, and whoever owns it.
    chmodSync(join(pristine, file), statSync(join(pristine, file)).mode | 0o200);
    const other = paths.find((path) => whole.get(path) !== whole.get(file))!;
    damage(join(pristine, file), join(pristine, other));
    assert.deepEqual(await makeReady(pristine), ready);
    const now = filesOf(pristine);
    for (const [path, content] of whole) {
      // A failure is remembered until another moment.
      if (path.endsWith('.failed'))
        assert.match(now.get(path) ?? '', /"verdict":"unavailable","reason":"no","fix":"do"/);
      else assert.equal(now.get(path), content, path);
    }
    assert.equal(now.size, whole.size, [...now.keys()].join(' '));
  });
}

test('what a language writes beside its sources is no damage', () => {
  const cache = join(scratch, 'later');
  const before = build(cache) as { placeholders: { build: string } }[];
  const folder = before[0]!.placeholders.build;
  writeFileSync(join(folder, 'kit/main.compiled'), 'by the runtime');
  writeFileSync(join(cache, 'builds/toy/shared/installed/packages/list.compiled'), 'likewise');
  assert.deepEqual(build(cache), before);
  assert.ok(existsSync(join(folder, 'kit/main.compiled')), 'it was not built again');
});
