/** Serializers that do less than they are timed for, each of which is to be found out, and an honest one that isn't. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkRow } from '../../src/bench/checking.ts';
import { openWorkbench } from '../../src/bench/workbench.ts';
import { readCatalog } from '../../src/define/catalog.ts';
import type { SuiteCase } from '../../src/define/types.ts';
import { makePlan, type PlannedCase } from '../../src/plan/plan.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import { type Row, verdictsOfOneRound } from '../contract/one-round.ts';
import { place } from '../contract/place.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Cheats {
  /** The manifest of the cheats; the honest one is `honest`. */
  readonly runner: string;
  /** On dataset `person` rows are only rehearsed, which is how what is lazy is found; on the others they are timed. */
  readonly cases: readonly SuiteCase[];
  /** Verdict and reason, joined, by dataset, task and serializer; what isn't named is to be `ok`. */
  readonly expected: Readonly<Record<string, RegExp>>;
}

/** Tests each row of each case. Only where packages aren't available may they be left out. */
export async function testCheats({ runner, cases, expected }: Cheats): Promise<void> {
  const catalog = readCatalog({
    datasets: ['test/data/person', 'datasets/record'].map((folder) => join(root, folder)),
    suites: [],
    runners: [runner],
  });
  const suite = {
    ...{ name: 'cheats', title: 'Cheats', file: '', cases, serializers: ['*/*'] },
    ...({
      baseline: `${[...catalog.runners.keys()][0]}/honest`,
      style: 'default',
      batch: 1,
      quick: true,
    } as const),
  };
  const plan = makePlan(suite, catalog.runners, {});
  const cache = join(place.cache, 'tests');
  mkdirSync(cache, { recursive: true });
  const workbench = await openWorkbench({ plan, catalog, cache, progress: () => {} });

  /** What is lazy is found before anything is timed. */
  async function rehearsed(planned: PlannedCase, rows: readonly Row[]) {
    const verdicts = new Map<number, Verdict>();
    for (const { contender, index } of rows)
      verdicts.set(index, (await checkRow(workbench, planned, contender)).verdict);
    return verdicts;
  }

  /** One case after the other: what is timed wants a core. */
  let before: Promise<ReadonlyMap<number, Verdict>> = Promise.resolve(new Map());
  for (const [number, planned] of plan.cases.entries()) {
    const rows = planned.contenders.map((contender, index) => ({
      contender,
      index,
      ...workbench.manner(contender),
    }));
    const missing = rows
      .map(({ contender }) => workbench.unavailable(planned, contender))
      .find((failure) => failure !== null);
    const skip =
      missing != null && /repository|install/.test(('cure' in missing && missing.cure) || '')
        ? missing.reason
        : false;
    const judge = () =>
      planned.dataset === 'person'
        ? rehearsed(planned, rows)
        : verdictsOfOneRound(workbench, number, planned, rows);
    const verdicts = skip ? before : before.then(judge);
    before = verdicts;
    for (const row of rows) {
      const name = `${planned.dataset} ${planned.task} ${row.contender.definition.id}`;
      test(name, { skip }, async () => {
        assert.match(spelled((await verdicts).get(row.index)!), expected[name] ?? /^ok$/);
      });
    }
  }
}

function spelled(verdict: Verdict): string {
  return verdict.verdict === 'ok' ? 'ok' : `${verdict.verdict}: ${verdict.reason}`;
}
