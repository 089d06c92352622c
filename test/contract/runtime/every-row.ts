/** Checks each serializer of a runtime on difficult datasets; test/contract/runners.test.ts has the ordinary one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isOwn, type SerializerDefinition, type Task } from '../../../src/define/types.ts';
import { codecs } from '../../../src/oracle/codecs.ts';
import type { Case, SerializerContender } from '../../../src/plan/case.ts';
import { soloLineup } from '../../../src/plan/plan.ts';
import type { FailedVerdict } from '../../../src/plan/verdict.ts';
import { openCatalog } from '../../../src/run/definitions.ts';
import { checkRow } from '../../../src/trial/check.ts';
import { openWorkbench } from '../../../src/trial/workbench.ts';
import { place } from '../place.ts';
import { HARD } from './hard.ts';

export type Expected = readonly [verdict: string, reason: RegExp];

/** The same verdict for each of these rows on each of these datasets. */
export const everyOf = (rows: string, datasets: string, expected: Expected): Rows['expected'] =>
  Object.fromEntries(
    rows.split(' ').flatMap((row) => datasets.split(' ').map((on) => [`${row} ${on}`, expected])),
  );

export interface Rows {
  readonly runtime: string;
  /** Verdicts other than `ok`, by `serializer dataset task`, `serializer dataset` or `* dataset`. */
  readonly expected: Readonly<Record<string, Expected>>;
  readonly skip?: string | false;
  /** Selects serializers; all by default. */
  readonly serializers?: (serializer: SerializerDefinition) => boolean;
  /** Rows that are neither built nor tried, because that takes too long. */
  readonly leftOut?: { readonly reason: string; isIt(id: string, dataset: string): boolean };
}

export async function testEveryRow({
  runtime,
  expected,
  skip = false,
  serializers = () => true,
  leftOut,
}: Rows): Promise<void> {
  const catalog = openCatalog(place.home);
  const solos: [SerializerContender, Case][] = [];
  for (const dataset of HARD)
    for (const definition of catalog.runners.get(runtime)!.serializers.filter(serializers))
      for (const task of tasksOn(dataset, definition))
        if (leftOut?.isIt(definition.id, dataset))
          test(`${runtime}/${definition.id} ${dataset} ${task}`, { skip: leftOut.reason });
        else
          solos.push([
            { runtime, variant: null, definition, limit: null },
            { dataset, size: 'small', task },
          ]);
  const plan = soloLineup(solos);
  const workbench = await openWorkbench({ plan, catalog, cache: place.cache, progress: () => {} });

  describe('every row on every dataset', { concurrency: 2 }, () => {
    for (const [index, planned] of plan.cases.entries()) {
      const [contender, { dataset, task }] = solos[index]!;
      const { id, format, remembers = false } = contender.definition;
      const row = `${id} ${dataset}`;
      // wiremark doesn't start a row whose format can't express the documents.
      const { model } = workbench.datasets.get(`${dataset}/small`)!;
      const isExpressible = isOwn(format) || codecs[format].unsupported(model) === null;
      if (!isExpressible && expected[row] === undefined) continue;
      const unavailable = skip || whyNot(workbench.unavailable(planned, contender));
      test(`${runtime}/${row} ${task}`, { skip: unavailable }, async () => {
        const { verdict } = await checkRow(workbench, planned, contender);
        const [wanted, reason] = expected[`${row} ${task}`] ??
          expected[row] ??
          expected[`* ${dataset}`] ?? [remembers ? 'remembers' : 'ok'];
        assert.equal(verdict.verdict, wanted, JSON.stringify(verdict));
        if (reason !== undefined) assert.match('reason' in verdict ? verdict.reason : '', reason);
      });
    }
  });
}

/**
 * The tasks to try. A library makes its trees with the same codecs as its documents, so `every-kind` alone tries tree tasks.
 * `deserialize` of an own format also tries `serialize`, which writes its inputs.
 */
function tasksOn(dataset: string, { tasks, format }: SerializerDefinition): readonly Task[] {
  if (isOwn(format)) return ['deserialize'];
  return dataset === 'every-kind' ? tasks : tasks.filter((task) => /serialize$/.test(task));
}

/** Why a row is unavailable here; false if it is available, or if its own files or entry are to blame: then it fails. */
export function whyNot(failed: FailedVerdict | null): string | false {
  if (failed?.verdict !== 'unavailable') return false;
  return /^correct (?:that|the entry)/.test(failed.fix ?? '') ? false : failed.reason;
}
