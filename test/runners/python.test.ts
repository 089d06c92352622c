/**
 * Every serializer of the Python runner, built with the real pip, on every kind of type and name. With ordinary documents they are held
 * to the contract by test/contract/runners.test.ts.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PreparedDataset } from '../../src/dataset/prepare.ts';
import { readRunner } from '../../src/define/runner.ts';
import { type Built, buildWith } from './program-builds.ts';
import { isAtLeast, skip as noPython } from './python-kit.ts';
import { testDataset, verifyRow } from './verify-row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wiremark-python-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const runner = readRunner(join(root, 'runners/python/runner.toml'));
const place = { program: 'python', runner: runner.folder, folder, cache: join(folder, 'cache') };
const { builds } = await buildWith(place, runner.serializers);
const places = [
  ['datasets/every-kind', 'small'],
  ['datasets/contract-list', 'small'],
  ['datasets/contract-deep', 'small'],
  ['datasets/contract-wide', 'small'],
  ['datasets/contract-names', 'small'],
] as const;

const ATTRIBUTES_ONLY = ['unsupported', /by the name of its attribute only/] as const;

/** The verdicts that are not `ok`, by row and task or by row: the library can't, or loses what it says. */
const EXPECTED: Readonly<Record<string, readonly [verdict: string, reason: RegExp]>> = {
  // A dataclass's field has no other name than its attribute to these.
  'orjson-dataclass every-kind': ATTRIBUTES_ONLY,
  'orjson-dataclass contract-names': ATTRIBUTES_ONLY,
  'orjson-without-slots every-kind': ATTRIBUTES_ONLY,
  'orjson-without-slots contract-names': ATTRIBUTES_ONLY,
  'msgspec-dataclass every-kind': ATTRIBUTES_ONLY,
  'msgspec-dataclass contract-names': ATTRIBUTES_ONLY,
  'msgspec-msgpack-dataclass every-kind': ATTRIBUTES_ONLY,
  'msgspec-msgpack-dataclass contract-names': ATTRIBUTES_ONLY,
  // A struct's has, but it is written as it stands, whatever the format,
  'msgspec contract-names': ['unsupported', /must not contain .*control characters/],
  'msgspec-msgpack contract-names': ['unsupported', /must not contain .*control characters/],
  // and into the source of functions.
  'mashumaro contract-names': ['unsupported', /has names in it as they are/],
  // From 3.12 on Python's compiler fails at code that nests as deeply as what it generates.
  ...(isAtLeast('3.12') && { 'mashumaro contract-deep': ['unsupported', /3\.12/] as const }),
  // Avro itself has no value of any type.
  'fastavro contract-list': ['unsupported', /any type/],
};

const datasets: PreparedDataset[] = [];
for (const [path, size] of places)
  datasets.push(await testDataset(join(root, path), size, join(folder, 'data')));

// Each row waits for a process of its own, and shares with others only files that are called by what is in them.
describe('every row on every dataset', { concurrency: 2 }, () => {
  for (const dataset of datasets) {
    const { name } = dataset.definition;
    for (const serializer of runner.serializers) {
      const built = builds.get(serializer.id)!;
      const row = `${serializer.id} ${name}`;
      for (const task of serializer.tasks) {
        test(`python/${row} ${task}`, { skip: noPython || whyNot(built) }, async () => {
          assert.ok(built.ok);
          const placeholders = { build: built.folder, ...built.placeholders };
          const found = await verifyRow({ runner, serializer, dataset, placeholders, folder }, task);
          const [verdict, reason] = EXPECTED[`${row} ${task}`] ?? EXPECTED[row] ?? ['ok'];
          assert.equal(found.verdict, verdict, JSON.stringify(found));
          if (reason !== undefined) assert.match('reason' in found ? found.reason : '', reason);
        });
      }
    }
  }
});

/** Only what can't be had may be left out. */
function whyNot(built: Built): string | false {
  if (built.ok) return false;
  assert.equal(built.verdict, 'unavailable');
  return built.reason;
}
