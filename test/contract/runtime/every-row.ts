/**
 * Every serializer of a runner, built with its real build program, on every kind of type and name. With ordinary documents they are
 * held to the contract by test/contract/runners.test.ts.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PreparedDataset } from '../../../src/dataset/prepare.ts';
import { readRunner } from '../../../src/define/runner.ts';
import { isOwn } from '../../../src/define/types.ts';
import { codecs } from '../../../src/format/index.ts';
import { type Built, buildWith } from './program-builds.ts';
import { testDataset, verifyRow } from './verify-row.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const DATASETS = ['every-kind', 'contract-list', 'contract-deep', 'contract-wide', 'contract-names'];

/** A verdict that isn't `ok`, and what its reason says: the library can't, or loses what it says. */
export type Expected = readonly [verdict: string, reason: RegExp];

/**
 * @param runtime its folder in `runners`
 * @param expected by `serializer dataset task` or `serializer dataset`
 * @param skip why none of it can be tried here
 * @param cache what builds share, where making it takes long; one of its own unless told
 */
export async function testEveryRow(
  runtime: string,
  expected: Readonly<Record<string, Expected>>,
  skip: string | false = false,
  cache?: string,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `wiremark-${runtime}-`));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const runner = readRunner(join(root, 'runners', runtime, 'runner.toml'));
  const place = { program: runtime, runner: runner.folder, folder, cache: cache ?? join(folder, 'cache') };
  const { builds } = await buildWith(place, runner.serializers);
  const datasets: PreparedDataset[] = [];
  for (const name of DATASETS)
    datasets.push(await testDataset(join(root, 'datasets', name), 'small', join(folder, 'data')));

  // Each row waits for a process of its own, and shares with others only files that are called by what is in them.
  describe('every row on every dataset', { concurrency: 2 }, () => {
    for (const dataset of datasets) {
      for (const serializer of runner.serializers) {
        const built = builds.get(serializer.id)!;
        const row = `${serializer.id} ${dataset.definition.name}`;
        // wiremark starts no row whose format can't carry the documents.
        const { format } = serializer;
        const carried = isOwn(format) || codecs[format].unsupported(dataset.model) === null;
        if (!carried && expected[row] === undefined) continue;
        for (const task of serializer.tasks) {
          test(`${runtime}/${row} ${task}`, { skip: skip || whyNot(built) }, async () => {
            assert.ok(built.ok);
            const given = Object.entries(built.placeholders).map(([name, value]) => [
              name,
              value.replaceAll('{target}', built.folder),
            ]);
            const placeholders = { build: built.folder, ...Object.fromEntries(given) };
            const found = await verifyRow({ runner, serializer, dataset, placeholders, folder }, task);
            const [verdict, reason] = expected[`${row} ${task}`] ?? expected[row] ?? ['ok'];
            assert.equal(found.verdict, verdict, JSON.stringify(found));
            if (reason !== undefined) assert.match('reason' in found ? found.reason : '', reason);
          });
        }
      }
    }
  });
}

/** Only what can't be had may be left out. */
function whyNot(built: Built): string | false {
  if (built.ok) return false;
  assert.equal(built.verdict, 'unavailable');
  return built.reason;
}
