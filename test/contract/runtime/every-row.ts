/**
 * Every serializer of a runtime on every kind of type, and on what is hard to name, to nest or to number. With ordinary documents
 * they are held to the contract by test/contract/runners.test.ts, from the same builds where these aren't made for a dataset.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { PreparedDataset } from '../../../src/dataset/prepare.ts';
import { readRunner } from '../../../src/define/runner.ts';
import { isOwn, type SerializerDefinition } from '../../../src/define/types.ts';
import { codecs } from '../../../src/format/index.ts';
import type { Verdict } from '../../../src/plan/verdict.ts';
import { type BuildResults, buildRunner } from '../../../src/runner/build/build.ts';
import type { BuildResult } from '../../../src/runner/build/types.ts';
import type { SchemaModel } from '../../../src/schema/model.ts';
import { temporary } from '../../files/temporary.ts';
import { place } from '../place.ts';
import { tasksOn, testDataset, verifyRow } from './verify-row.ts';

const DATASETS = ['every-kind', 'contract-list', 'contract-deep', 'contract-wide', 'contract-names'];

/** A verdict that isn't `ok`, and what its reason says: the library can't, or loses what it says. */
export type Expected = readonly [verdict: string, reason: RegExp];

export interface Rows {
  /** Its folder in `runners`. */
  readonly runtime: string;
  /** By `serializer dataset task`, `serializer dataset` or `* dataset`. */
  readonly expected: Readonly<Record<string, Expected>>;
  /** Why none of it can be tried here. */
  readonly skip?: string | false;
  /** Which of its serializers; all by default. */
  readonly serializers?: (serializer: SerializerDefinition) => boolean;
  /** wiremark's cache, or a folder in it where making builds takes long, so that they stay. */
  readonly cache?: string;
  /** What isn't built in every run of the tests, and why. */
  readonly leftOut?: { readonly reason: string; isIt(id: string, dataset: string): boolean };
  /** Datasets that serializers are built for besides. */
  readonly more?: ReadonlyMap<string, SchemaModel>;
}

/** @returns what was built, for tests of its own */
export async function testEveryRow({ runtime, expected, ...rows }: Rows): Promise<BuildResults> {
  const folder = temporary(runtime);
  const runner = readRunner(join(place.home, 'runners', runtime, 'runner.toml'));
  const serializers = runner.serializers.filter(rows.serializers ?? (() => true));
  const datasets: PreparedDataset[] = [];
  for (const name of DATASETS)
    datasets.push(await testDataset(join(place.home, 'datasets', name), 'small', join(folder, 'data')));
  const models = datasets.map(({ definition, model }) => [definition.name, model] as const);
  const cache = rows.cache ?? place.cache;
  mkdirSync(cache, { recursive: true });
  const builds = await buildRunner({
    runner,
    serializers,
    datasets: new Map([...models, ...(rows.more ?? [])]),
    wanted: ({ id }, dataset) => !rows.leftOut?.isIt(id, dataset),
    cache,
    progress: () => {},
  });

  // Each row waits for a process of its own, and shares with others only files that are called by what is in them.
  describe('every row on every dataset', { concurrency: 2 }, () => {
    for (const dataset of datasets)
      for (const serializer of serializers) {
        const { name } = dataset.definition;
        const row = `${serializer.id} ${name}`;
        // wiremark starts no row whose format can't carry the documents.
        const { format } = serializer;
        const carried = isOwn(format) || codecs[format].unsupported(dataset.model) === null;
        if (!carried && expected[row] === undefined) continue;
        const built = builds.get(`${serializer.id}/${name}`);
        const skip = rows.skip || (built ? whyNot(built) : (rows.leftOut?.reason ?? false));
        for (const task of tasksOn(name, serializer))
          test(`${runtime}/${row} ${task}`, { skip }, async () => {
            assert.ok(built);
            const verdict: Verdict = built.ok
              ? await verifyRow(
                  { runner, serializer, dataset, placeholders: built.placeholders, folder },
                  task,
                )
              : built;
            const of = expected[`${row} ${task}`] ?? expected[row] ?? expected[`* ${name}`];
            const [wanted, reason] = of ?? ['ok'];
            assert.equal(verdict.verdict, wanted, JSON.stringify(verdict));
            if (reason !== undefined) assert.match('reason' in verdict ? verdict.reason : '', reason);
          });
      }
  });
  return builds;
}

/** Why a row can't be tried here. Only what is unavailable may be left out: what its own files or entry are to blame for fails. */
export function whyNot(built: BuildResult): string | false {
  if (built.ok || built.verdict !== 'unavailable') return false;
  return /^correct (?:that|the entry)/.test(built.cure ?? '') ? false : built.reason;
}
