/** Damaged documents and artifacts in the cache are made again; the damage never counts against a library. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { writeArtifacts } from '../../src/build/artifacts.ts';
import { prepareDataset } from '../../src/dataset/prepare.ts';
import { Random } from '../../src/stats/random.ts';
import { defined } from '../dataset/definitions.ts';
import { temporary } from '../machine/temporary.ts';

const scratch = temporary('damaged');
const EVERY = defined('datasets/every-kind').definition;

/** Prepares documents and artifacts as a run does, or finds them. */
async function makeReady(cache: string): Promise<void> {
  const prepared = await prepareDataset(EVERY, 'small', join(cache, 'datasets'));
  const kinds = ['proto', 'avro'];
  writeArtifacts(join(cache, 'artifacts'), { dataset: 'every-kind', model: prepared.model, kinds });
}

function filesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.sort().map((path) => [relative(folder, path), readFileSync(path, 'latin1')]));
}

function replaced(file: string, by: () => void): void {
  rmSync(file);
  by();
}

const DAMAGES: Readonly<Record<string, (file: string, other: string) => void>> = {
  'a flipped bit': (file) => {
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 4;
    writeFileSync(file, bytes);
  },
  'a cut end': (file) => truncateSync(file, readFileSync(file).length >> 1),
  gone: (file) => rmSync(file),
  'a folder': (file) => replaced(file, () => mkdirSync(join(file, 'sub'), { recursive: true })),
  'a pipe': (file) => replaced(file, () => execFileSync('mkfifo', [file])),
  'the content of another': (file, other) => writeFileSync(file, readFileSync(other)),
};
const damages = Object.entries(DAMAGES);
const pristine = join(scratch, 'pristine');
await makeReady(pristine);
const whole = filesOf(pristine);

/** Each damage on several files. */
for (let seed = 0; seed < 3 * damages.length; seed++) {
  const [what, damage] = damages[seed % damages.length]!;
  const random = new Random(10, seed);
  const paths = [...whole.keys()].filter((path) => whole.get(path) !== '');
  const file = paths[random.below(paths.length)]!;
  test(`${file}: ${what} (${seed})`, async () => {
    // The owner of a read-only file can change it.
    chmodSync(join(pristine, file), statSync(join(pristine, file)).mode | 0o200);
    const other = paths.find((path) => whole.get(path) !== whole.get(file))!;
    damage(join(pristine, file), join(pristine, other));
    await makeReady(pristine);
    assert.deepEqual(filesOf(pristine), whole);
  });
}
