/** What is compared with what, and what isn't. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filters } from '../../../src/plan/filters.ts';
import type { Verdict } from '../../../src/plan/verdict.ts';
import { composeComparison } from '../../../src/report/compare/compose.ts';
import { parseFailRule } from '../../../src/report/compare/fail-if.ts';
import { guard } from '../../../src/report/compare/guard.ts';
import { belief, headline, nextStep } from '../../../src/report/compare/headline.ts';
import { type CompareMode, growthOf, isJudged } from '../../../src/report/compare/pairs/rows.ts';
import {
  buildComparisons,
  type CaseComparison,
  type CompareView,
} from '../../../src/report/compare/pairs/view.ts';
import type { RunData } from '../../../src/report/view/view.ts';
import type { MemoryFigures, RunRecord } from '../../../src/store/record.ts';
import { contender, outcome, rounds, smallRun, stored } from '../small-run.ts';
import { buildComparison } from './compared.ts';

function compareRuns(
  before: RunData,
  after: RunData,
  { mode = 'relative', filters = {} }: { mode?: CompareMode; filters?: Partial<Filters> } = {},
) {
  return buildComparison(before, after, { mode, within: 0.05, filters: { ...filters } });
}

/** The one case of a comparison. */
const only = (before: RunData, after: RunData, mode?: CompareMode) =>
  compareRuns(before, after, mode ? { mode } : {}).cases[0]!;

const judged = ({ rows }: CaseComparison) => rows.filter(isJudged);
const baselineOf = ({ rows }: CaseComparison) => rows.find(({ state }) => state === 'baseline');
const states = (rows: CaseComparison['rows']) => rows.map(({ name, state }) => [name, state]);

/** Times of ten rounds that scatter by about 1 %, never twice the same. */
const around = (ns: number, seed = 0) => rounds(10, (i) => ns * (1 + 0.01 * Math.sin(5 * i + 3 * seed + 1)));

test('a machine that is slower changes times, not ratios; one twice as slow says less of them', () => {
  const before = smallRun([around(1000), around(500, 1)]);
  const slower = (times: number) => smallRun([around(times * 1000), around(times * 500, 1)]);
  const relative = [1.02, 2].map((times) => judged(only(before, slower(times)))[0]!);
  for (const { change } of relative) assert.ok(Math.abs(change.estimate - 1) < 0.002, `${change.estimate}`);
  assert.deepEqual(
    relative.map(({ finding }) => finding),
    ['same', 'unclear'],
  );
  const after = slower(2);
  const absolute = judged(only(before, after, 'absolute'));
  assert.deepEqual(
    absolute.map(({ finding, grade }) => [finding, grade]),
    [
      ['slower', 'established'],
      ['slower', 'established'],
    ],
  );
});

test('the change is that of the ratio, whatever the baseline did; its own is told beside', () => {
  const one = only(smallRun([around(1000), around(500, 1)]), smallRun([around(1100), around(660, 1)]));
  assert.ok(Math.abs(judged(one)[0]!.change.estimate - 1.2) < 0.01);
  assert.ok(Math.abs(baselineOf(one)!.change!.estimate - 1.1) < 0.01);
  assert.equal(judged(one)[0]!.before.ratio!.estimate.toFixed(2), '0.50');
  assert.equal(judged(one)[0]!.after.ratio!.estimate.toFixed(2), '0.60');
});

test('across machines there are ratios, and nothing of the baseline’s own time', () => {
  const before = smallRun([around(1000), around(500, 1)]);
  const machine = { ...before.record.machine, cpu: 'another' };
  const view = compareRuns(before, smallRun([around(100), around(50, 1)], { machine }));
  assert.equal(view.machines.comparable, false);
  assert.equal(baselineOf(view.cases[0]!)!.change, null);
  const [row] = judged(view.cases[0]!);
  assert.ok(Math.abs(row!.change.estimate - 1) < 0.002);
  assert.equal(row!.finding, 'unclear');
});

const planned = (baseline: number): Partial<RunRecord> => ({
  cases: [{ dataset: 'd', size: 's', task: 'serialize', batch: 1, contenders: [0, 1, 2], baseline }],
});

test('where the runs planned other baselines, one that both ranked serves, the later run’s first', () => {
  const times = [around(1000), around(500, 1), around(700, 2)];
  assert.equal(only(smallRun(times, planned(0)), smallRun(times, planned(1))).baseline, 'node/s1');
  const failed = [0, 2].map((index) => outcome(index));
  const crash: Verdict = { verdict: 'crash', reason: 'gone' };
  const after = smallRun(times, { ...planned(1), outcomes: [...failed, outcome(1, { verdict: crash })] });
  const one = only(smallRun(times, planned(0)), after);
  assert.equal(one.baseline, 'node/s0');
  assert.deepEqual(states(one.rows), [
    ['node/s0', 'baseline'],
    ['node/s2', 'compared'],
    ['node/s1', 'failing'],
  ]);
});

test('later runs share a table where their ratios have one baseline, three at most', () => {
  const times = [around(1000), around(500, 1), around(700, 2)];
  const [first, ...later] = [0, 0, 1, 0, 0, 0].map((baseline, i) =>
    smallRun(times, { ...planned(baseline), id: `${i}`, name: `v${i + 1}` }),
  );
  const views = buildComparisons(first!, later, {
    mode: 'relative',
    within: 0.05,
    filters: {},
  });
  const blocks = composeComparison(
    views.map((view) => ({ view, outcomes: [] })),
    { command: 'wiremark', runs: [] },
  );
  const heads = blocks.flatMap((block) =>
    block.kind === 'table' ? [block.columns.map(({ head }) => head)] : [],
  );
  assert.deepEqual(
    heads.map((head) => head.filter((text) => /^v\d$/.test(text))),
    [
      ['v1', 'v2', 'v4', 'v5'],
      ['v1', 'v6'],
      ['v1', 'v3'],
    ],
  );
});

test('without a common baseline nothing is compared by ratios, but times can be', () => {
  const times = [around(1000), around(500, 1), around(700, 2)];
  const crash: Verdict = { verdict: 'crash', reason: 'gone' };
  const without = (index: number) => [0, 1, 2].map((i) => outcome(i, i === index ? { verdict: crash } : {}));
  const before = smallRun(times, { ...planned(0), outcomes: without(1) });
  const after = smallRun(times, { ...planned(1), outcomes: without(0) });
  const one = only(before, after);
  assert.match(one.obstacle!, /no baseline is ranked in both runs, node\/s0 or node\/s1.*--absolute/);
  assert.deepEqual(states(one.rows), [
    ['node/s0', 'failing'],
    ['node/s1', 'fixed'],
    ['node/s2', 'incomparable'],
  ]);
  assert.deepEqual(
    judged(only(before, after, 'absolute')).map(({ name }) => name),
    ['node/s2'],
  );
});

test('other documents or batches are other work', () => {
  const times = [around(1000), around(500, 1)];
  const made = (digest: string, batch = 1) =>
    smallRun(times, {
      datasets: { 'd/s': digest },
      cases: [{ dataset: 'd', size: 's', task: 'serialize', batch, contenders: [0, 1], baseline: 0 }],
    });
  for (const [after, why] of [
    [made('sha256:02'), /the documents differ, so the work/],
    [made('sha256:01', 10), /batches differ \(1 documents, then 10\)/],
  ] as const) {
    const one = only(made('sha256:01'), after);
    assert.match(one.obstacle!, why);
    assert.ok(one.rows.every(({ state }) => state === 'incomparable'));
    assert.equal(judged(one).length, 0);
  }
  assert.equal(only(made('sha256:01'), made('sha256:01')).obstacle, null);
});

test('limits are not compared', () => {
  const times = [around(1000), around(500, 1), around(10, 2)];
  const limited = {
    contenders: [contender('node/a'), contender('node/b'), contender('node/limit-copy', { limit: 'copy' })],
  };
  const one = only(smallRun(times, limited), smallRun(times, limited));
  assert.deepEqual(
    one.rows.map(({ name }) => name),
    ['node/a', 'node/b'],
  );
});

test('what becomes of a row, by what both runs say of it', () => {
  const ok: Verdict = { verdict: 'ok' };
  const bad: Verdict = { verdict: 'mismatch', reason: 'other' };
  const absent: Verdict = { verdict: 'unavailable', reason: 'not here' };
  const undone: Verdict = { verdict: 'unsupported', reason: 'not done' };
  const run = (verdict: Verdict | null) =>
    smallRun([around(1000), around(500, 1)], {
      outcomes: [outcome(0), ...(verdict === null ? [] : [outcome(1, { verdict })])],
    });
  for (const [before, after, state] of [
    [ok, ok, 'compared'],
    [ok, bad, 'failing'],
    [ok, absent, 'lost'],
    [ok, undone, 'lost'],
    [ok, null, 'lost'],
    [bad, ok, 'fixed'],
    [absent, ok, 'new'],
    [undone, ok, 'new'],
    [null, ok, 'new'],
    [bad, absent, 'unranked'],
    [bad, bad, 'unranked'],
    [null, bad, 'unranked'],
  ] as const) {
    const row = only(run(before), run(after)).rows.find(({ name }) => name === 'node/s1')!;
    assert.equal(row.state, state, `${before?.verdict} → ${after?.verdict}`);
  }
});

test('rows that one run wasn’t asked for are counted and named, without a line each, and `failed` judges none of them', () => {
  const rows = (...kept: readonly number[]) => {
    const cases = [{ ...smallRun([]).record.cases[0]!, contenders: kept }];
    return smallRun([around(1000), around(500, 1), around(700, 2), around(900, 3)], {
      cases,
      outcomes: kept.map((index) => outcome(index)),
    });
  };
  const tables = (views: readonly CompareView[]) =>
    composeComparison(
      views.map((view) => ({ view, outcomes: [] })),
      { command: 'wiremark', runs: [] },
    ).flatMap((block) => (block.kind === 'table' ? [block.rows.map((row) => row[0]!.text)] : []));
  const blocks = (view: CompareView) =>
    JSON.stringify(composeComparison([{ view, outcomes: [] }], { command: 'wiremark', runs: [] }));
  const [fewer, more] = [compareRuns(rows(0, 1, 2, 3), rows(0, 1)), compareRuns(rows(0, 1), rows(0, 1, 2))];
  assert.match(headline(fewer), / Other rows: 2 only in the run before\.$/);
  assert.match(headline(more), / Other rows: 1 only in the run after\.$/);
  assert.match(blocks(fewer), /"Only in the run before: node\/s2, node\/s3\."/);
  assert.match(blocks(more), /"Only in the run after: node\/s2\."/);
  for (const view of [fewer, more]) assert.deepEqual(tables([view]), [['node/s0', 'node/s1']]);
  const [failed, missing] = guard(fewer, ['failed', 'missing'].map(parseFailRule));
  assert.deepEqual([failed!.looked, failed!.broken.length], [2, 0]);
  assert.deepEqual(
    missing!.broken.map(({ name }) => name),
    ['node/s2', 'node/s3'],
  );
  // A case that one run doesn't have: nothing of it stands in a table, of three runs neither.
  const apart = (task: 'serialize' | 'to-tree', id: string) => {
    const made = rows(0, 1);
    return { ...made, record: { ...made.record, id, name: id, cases: [{ ...made.record.cases[0]!, task }] } };
  };
  const three = buildComparisons(
    apart('to-tree', 'v1'),
    [apart('serialize', 'v2'), apart('serialize', 'v3')],
    {
      ...{ mode: 'relative', within: 0.05, filters: {} },
    },
  );
  assert.deepEqual(tables(three), []);
});

test('a run that is compared with itself has its plain name twice, and another one is asked for', () => {
  const run = smallRun([around(1000), around(500, 1)], { name: 'A' });
  const view = compareRuns(run, run);
  assert.deepEqual([view.before.label, view.after.label], ['A', 'A']);
  assert.equal(nextOf(view), 'compare it with another run: ./wiremark runs lists them');
});

test('all rows of the comparison are one family, and filters leave the baseline alone', () => {
  const times = [around(1000), ...Array.from({ length: 40 }, (_, i) => around(500 + i, i))];
  const slower = times.map((row, i) => (i === 1 ? row.map((ns) => ns * 1.1) : row));
  const p = (filters: Partial<Filters>) => {
    const one = compareRuns(smallRun(times), smallRun(slower), { filters }).cases[0]!;
    assert.equal(one.baseline, 'node/s0');
    const row = judged(one).find(({ name }) => name === 'node/s1')!;
    return { count: judged(one).length, pValue: row.pValue! };
  };
  const [all, single] = [p({}), p({ serializer: ['s1'] })];
  assert.deepEqual([all.count, single.count], [40, 1]);
  assert.ok(Math.abs(all.pValue / single.pValue - 40) < 1e-6);
  assert.deepEqual(
    compareRuns(smallRun(times), smallRun(times), { filters: { task: ['parse-tree'] } }).cases,
    [],
  );
});

const memory = (value: number, allocatedError: number | null): MemoryFigures => ({
  ops: 1,
  allocated: { known: true, value },
  allocatedError,
  collections: {},
  peakResident: { known: false, reason: '' },
});

test('allocations have grown by what their errors leave', () => {
  const run = (figures: MemoryFigures | null) =>
    smallRun([around(1000), around(500, 1)], {
      outcomes: [outcome(0), outcome(1, { memory: figures })],
    });
  const grown = (before: MemoryFigures | null, after: MemoryFigures | null) =>
    growthOf('allocated', judged(only(run(before), run(after)))[0]!);
  assert.equal(grown(null, memory(1, 0)), null);
  assert.deepEqual(grown(memory(100, 0), memory(110, 0)), {
    before: 100,
    after: 110,
    low: 1.1,
    high: 1.1,
  });
  const unstated = grown(memory(100, null), memory(100.1, null))!;
  assert.ok(unstated.low < 1 && unstated.high > 1);
  const { low, high } = grown(memory(100, 0.02), memory(110, 0.01))!;
  assert.equal(low, (110 * 0.99) / (100 * 1.02));
  assert.equal(high, (110 * 1.01) / (100 * 0.98));
  assert.equal(grown(memory(0, 0), memory(0, 0))!.low, 1);
  assert.equal(grown(memory(0, 0), memory(8, 0))!.low, Number.POSITIVE_INFINITY);
});

const nextOf = (view: CompareView, rules: readonly string[] = []) =>
  nextStep([{ view, outcomes: guard(view, rules.map(parseFailRule)) }], {
    command: './wiremark',
    runs: ['last~1', 'last'],
  });

test('a disturbed run shows every change, each a grade lower', () => {
  const run = (ns: number, waited: number, count = 10): RunData => {
    const made = smallRun([around(1000), around(500, 1), around(ns, 2).slice(0, count)]);
    return {
      ...made,
      // It waits beside its own work.
      samples: stored(
        made.samples.all.map((sample) => ({
          ...sample,
          ns: sample.ns * (1 + waited),
          waitNs: sample.ns * waited,
        })),
      ),
    };
  };
  const graded = (waited: number) =>
    judged(only(run(700, 0), run(910, waited))).map(({ name, finding, grade, change }) => [
      ...[name, finding, grade, change.estimate.toFixed(1)],
    ]);
  const rows = [
    ['node/s2', 'slower', '1.3'],
    ['node/s1', 'same', '1.0'],
  ] as const;
  const withGrade = (grade: string) => rows.map(([name, finding, change]) => [name, finding, grade, change]);
  assert.deepEqual(graded(0.01), withGrade('established'));
  assert.deepEqual(graded(0.5), withGrade('likely'));
  const view = compareRuns(run(700, 0), run(910, 0.5));
  assert.match(
    headline(view),
    /^node\/s2 probably got 30\.\d % slower\. 1 row shows no change within 5 %\.$/,
  );
  assert.deepEqual(belief(view), [
    'A first guess: other programs disturbed more than half of the comparisons. 2 comparisons after 10 rounds: 2 likely.',
  ]);
  // A case of one run only isn't compared, and counts nowhere.
  assert.deepEqual(
    belief({ ...view, cases: [...view.cases, { ...view.cases[0]!, rows: [] }] }),
    belief(view),
  );
  assert.equal(nextOf(view), 'measure both again when the machine is idle: ./wiremark run small');
});

test('what to do next is a command as it can be typed: what fails, more rounds, a rule in CI', () => {
  const run = (factor: number, rounds = 10, changes: Partial<RunRecord> = {}) =>
    smallRun(
      [around(1000), around(500 * factor, 1)].map((times) => times.slice(0, rounds)),
      changes,
    );
  const next = (before: RunData, after: RunData, rules: readonly string[] = []) =>
    nextOf(compareRuns(before, after), rules);
  assert.equal(
    next(run(1), run(1.3)),
    "in CI, fail the build by a rule: ./wiremark compare last~1 last --fail-if 'slower > 5%'",
  );
  assert.equal(next(run(1), run(1.3), ['slower']), null);
  assert.match(next(run(1, 3), run(1.01, 3))!, /halves the intervals: .\/wiremark run \S+ --rounds 12$/);
  const mismatch: Verdict = { verdict: 'mismatch', reason: 'other' };
  const failing = run(1, 10, { outcomes: [outcome(0), outcome(1, { verdict: mismatch })] });
  assert.match(
    next(run(1), failing)!,
    /^see what node\/s1 does wrong: .\/wiremark check \S+ -s node\/s1 -d d\/s$/,
  );
  const alone = smallRun([around(1000)]);
  assert.match(next(alone, smallRun([around(1000)]))!, /\.\/wiremark compare last~1 last --absolute$/);
});

test('the headline says what changed as a person would, the largest first, in so many words', () => {
  const times = (factors: readonly number[]) =>
    smallRun([around(1000), ...factors.map((factor, i) => around(500 * factor, i + 1))]);
  const said = (...factors: readonly number[]) =>
    headline(compareRuns(times(factors.map(() => 1)), times(factors)));
  assert.equal(said(1, 1), 'No row got slower. 2 rows show no change within 5 %.');
  assert.match(
    said(1.12, 1, 0.4),
    /^node\/s1 got 12\.\d % slower\. node\/s3 got 2\.\d+× faster\. 1 row shows no change within 5 %\.$/,
  );
  assert.match(
    said(1.1, 1.2, 1.3, 1.4, 1.5),
    /^node\/s5 got .*, node\/s4 got .*, node\/s3 got 30\.\d % slower, and 2 more got slower\.$/,
  );
});
