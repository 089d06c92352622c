/**
 * Serializers of the JVM that do less than they are timed for (jvm-cheats/), each of which is to be found out, and an honest
 * one that isn't. What the fixture's writer takes for plain data is tried on the JDK's own collections.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { checkRow } from '../../src/bench/checking.ts';
import { openWorkbench } from '../../src/bench/workbench.ts';
import { readCatalog } from '../../src/define/catalog.ts';
import type { SuiteDefinition } from '../../src/define/types.ts';
import { makePlan, type PlannedCase } from '../../src/plan/plan.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import { type Row, verdictsOfOneRound } from '../contract/one-round.ts';
import { place } from '../contract/place.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-cheats-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const cache = join(place.cache, 'tests');
mkdirSync(cache, { recursive: true });

const READ_LATER = /stands where .* should: it may put work off until it is read$/;
const WRONG = /^mismatch: what was timed isn't what was verified/;
/** Verdict and reason, joined, by dataset, task and serializer; what isn't named is to be `ok`. */
const EXPECTED: Readonly<Record<string, RegExp>> = {
  'person deserialize lazy-list': READ_LATER,
  'person deserialize lazy-object': READ_LATER,
  'record serialize remembers': /^remembers: /,
  'record deserialize remembers': /^remembers: /,
  'record serialize stale': WRONG,
  'record deserialize stale': WRONG,
};

const catalog = readCatalog({
  datasets: ['test/data/person', 'datasets/record'].map((folder) => join(root, folder)),
  suites: [],
  runners: [join(root, 'test/runners/jvm-cheats/runner.toml')],
});
const SUITE: SuiteDefinition = {
  name: 'cheats',
  title: 'Cheats',
  file: '',
  cases: [
    {
      dataset: 'person',
      sizes: ['small'],
      tasks: ['deserialize'],
      serializers: ['cheats/honest', 'cheats/lazy-*'],
    },
    {
      dataset: 'record',
      sizes: ['single'],
      tasks: ['serialize', 'deserialize'],
      serializers: ['cheats/honest', 'cheats/remembers', 'cheats/stale'],
    },
  ],
  serializers: ['*/*'],
  baseline: 'cheats/honest',
  style: 'default',
  batch: 1,
  quick: true,
};
const plan = makePlan(SUITE, catalog.runners, {});
const workbench = await openWorkbench({ plan, catalog, cache, progress: () => {} });

const measured = (number: number, planned: PlannedCase, rows: readonly Row[]) =>
  verdictsOfOneRound(workbench, number, planned, rows);

/** What is lazy is found before anything is timed. */
async function rehearsed(_: number, planned: PlannedCase, rows: readonly Row[]) {
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
  const judge = planned.dataset === 'person' ? rehearsed : measured;
  const verdicts = skip ? before : before.then(() => judge(number, planned, rows));
  before = verdicts;
  for (const row of rows) {
    const { id } = row.contender.definition;
    const name = `${planned.dataset} ${planned.task} ${id}`;
    test(name, { skip }, async () => {
      assert.match(spelled((await verdicts).get(row.index)!), EXPECTED[name] ?? /^ok$/);
    });
  }
}

function spelled(verdict: Verdict): string {
  return verdict.verdict === 'ok' ? 'ok' : `${verdict.verdict}: ${verdict.reason}`;
}

test('collections of the JDK that hold what is in them are plain, others are refused', async () => {
  const classes = join(scratch, 'classes');
  const kit = join(root, 'runners/jvm/kit/src/main/java');
  const check = join(root, 'test/runners/jvm-plain/PlainCheck.java');
  await execa('javac', ['-encoding', 'UTF-8', '-sourcepath', kit, '-d', classes, check]);
  const { stdout } = await execa('java', ['-cp', classes, 'wiremark.kit.PlainCheck']);
  assert.equal(stdout, 'checked 42');
});
