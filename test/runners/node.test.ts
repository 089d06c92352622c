/**
 * Every serializer of the Node runner, built with the real npm, on every kind of type and name. With ordinary documents they are held
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
import { testDataset, verifyRow } from './verify-row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wiremark-node-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const runner = readRunner(join(root, 'runners/node/runner.toml'));
const place = { program: 'node', runner: runner.folder, folder, cache: join(folder, 'cache') };
const { builds } = await buildWith(place, runner.serializers);
const places = [
  ['datasets/every-kind', 'small'],
  ['datasets/contract-list', 'small'],
  ['datasets/contract-deep', 'small'],
  ['datasets/contract-wide', 'small'],
  ['datasets/contract-names', 'small'],
] as const;

/** The verdicts that are not `ok`, by row and task or by row: the library can't, or loses what it says. */
const EXPECTED: Readonly<Record<string, readonly [verdict: string, reason: RegExp]>> = {
  // Avro itself has no value of any type.
  'avsc contract-list': ['unsupported', /any type/],
  // It writes the key `__proto__` under another name, for safety's sake,
  'msgpackr contract-names deserialize': ['mismatch', /\/fields\/__proto__: .*found nothing/],
  // as this does,
  'cbor-x contract-names deserialize': ['mismatch', /\/fields\/__proto__: .*found nothing/],
  // and this refuses to read it.
  'msgpack contract-names deserialize': ['crash', /key __proto__ is not allowed/],
};

/** The built-in JSON has no int64: where there is a large one there must be a mismatch, and it must be this one. */
const ROUNDED = ['mismatch', /expected -?\d{17,}, found -?\d{16,}/] as const;
const HAVE_INT64 = ['every-kind', 'contract-list', 'contract-wide', 'contract-names'];

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
        test(`node/${row} ${task}`, { skip: whyNot(built) }, async () => {
          assert.ok(built.ok);
          const placeholders = { build: built.folder };
          const found = await verifyRow({ runner, serializer, dataset, placeholders, folder }, task);
          const isRounded = serializer.id === 'json' && HAVE_INT64.includes(name);
          const [verdict, reason] =
            EXPECTED[`${row} ${task}`] ?? EXPECTED[row] ?? (isRounded ? ROUNDED : ['ok']);
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
