/**
 * Every serializer of a runtime on every kind of type, and on what is hard to name, to nest or to number. With ordinary documents
 * they are held to the contract by test/contract/runners.test.ts, from the same builds where these aren't made for a dataset.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { isOwn, type SerializerDefinition, type Task } from '../../../src/define/types.ts';
import { codecs } from '../../../src/oracle/codecs.ts';
import { soloLineup } from '../../../src/plan/plan.ts';
import type { FailedVerdict } from '../../../src/plan/verdict.ts';
import { openCatalog } from '../../../src/run/definitions.ts';
import { checkRow } from '../../../src/trial/check.ts';
import { openWorkbench } from '../../../src/trial/workbench.ts';
import { place } from '../place.ts';
import { HARD } from './hard.ts';

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
}

export async function testEveryRow({ runtime, expected, skip = false, ...rows }: Rows): Promise<void> {
  const catalog = openCatalog(place.home);
  const serializers = catalog.runners.get(runtime)!.serializers.filter(rows.serializers ?? (() => true));
  const all = HARD.flatMap((dataset) =>
    serializers.flatMap((definition) =>
      tasksOn(dataset, definition).map((task) => ({
        what: { dataset, size: 'small', task },
        contender: { runtime, variant: null, definition, limit: null },
        row: `${definition.id} ${dataset}`,
        isLeftOut: rows.leftOut?.isIt(definition.id, dataset) ?? false,
      })),
    ),
  );
  const tried = all.filter(({ isLeftOut }) => !isLeftOut);
  const plan = soloLineup(tried.map(({ contender, what }) => [contender, what] as const));
  const cache = rows.cache ?? place.cache;
  mkdirSync(cache, { recursive: true });
  const workbench = await openWorkbench({ plan, catalog, cache, progress: () => {} });

  // Each row waits for a process of its own, and shares with others only files that are called by what is in them.
  describe('every row on every dataset', { concurrency: 2 }, () => {
    for (const { row, what } of all.filter(({ isLeftOut }) => isLeftOut))
      test(`${runtime}/${row} ${what.task}`, { skip: rows.leftOut!.reason });
    for (const [index, planned] of plan.cases.entries()) {
      const { contender, row } = tried[index]!;
      const { dataset, task } = planned;
      // wiremark starts no row whose format can't carry the documents.
      const { format, remembers = false } = contender.definition;
      const { model } = workbench.datasets.get(`${dataset}/small`)!;
      const isCarried = isOwn(format) || codecs[format].unsupported(model) === null;
      if (!isCarried && expected[row] === undefined) continue;
      const isMissing = skip || whyNot(workbench.unavailable(planned, contender));
      test(`${runtime}/${row} ${task}`, { skip: isMissing }, async () => {
        const { verdict } = await checkRow(workbench, planned, contender);
        const of = expected[`${row} ${task}`] ?? expected[row] ?? expected[`* ${dataset}`];
        const [wanted, reason] = of ?? [remembers ? 'remembers' : 'ok'];
        assert.equal(verdict.verdict, wanted, JSON.stringify(verdict));
        if (reason !== undefined) assert.match('reason' in verdict ? verdict.reason : '', reason);
      });
    }
  });
}

/**
 * The tasks to be tried on a dataset. Names, nesting and width are found by the two whole tasks: a library makes its tree from
 * the same codecs, and each row is a process of its own, which takes a JVM two seconds. Of a format that only the row itself
 * reads, what is read back was written by it: one task is both.
 */
function tasksOn(dataset: string, { tasks, format }: SerializerDefinition): readonly Task[] {
  if (isOwn(format)) return ['deserialize'];
  return dataset === 'every-kind' ? tasks : tasks.filter((task) => /serialize$/.test(task));
}

/** Why a row can't be tried here. Only what is unavailable may be left out: what its own files or entry are to blame for fails. */
export function whyNot(failed: FailedVerdict | null): string | false {
  if (failed?.verdict !== 'unavailable') return false;
  return /^correct (?:that|the entry)/.test(failed.fix ?? '') ? false : failed.reason;
}
