import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedRun } from '../../../src/analysis/analyze.ts';
import { evaluateComparison } from '../../../src/analysis/rules/evaluate.ts';
import { parseFailRule } from '../../../src/analysis/rules/rule.ts';
import type { CaseComparison, ComparedRuns } from '../../../src/analysis/runs/compare.ts';
import { isJudged } from '../../../src/analysis/runs/rows.ts';
import type { Filters } from '../../../src/plan/filters.ts';
import { composeComparison } from '../../../src/report/compare/compose.ts';
import { belief, headline, nextStep } from '../../../src/report/compare/headline.ts';
import { ownTimeText } from '../../../src/report/compare/wording.ts';
import {
  around,
  compareRuns,
  failed,
  inCases,
  namedRun,
  type Row,
  smallRun,
  type WholeRun,
  withRecord,
  withSamples,
} from '../small-run.ts';

const only = (before: RecordedRun, after: RecordedRun) => compareRuns(before, after).cases[0]!;

const judged = ({ rows }: CaseComparison) => rows.filter(isJudged);
const graded = (one: CaseComparison) =>
  judged(one).map(({ name, finding, grade }) => `${name} ${finding}, ${grade}`);
const baselineOf = ({ rows }: CaseComparison) => rows.find(({ state }) => state === 'baseline');
const states = (rows: CaseComparison['rows']) => rows.map(({ name, state }) => `${name} ${state}`);

const CRASH = failed('crash');
const THREE = [around(1000), around(500, 1), around(700, 2)];
const TWO = THREE.slice(0, 2);
const PLAIN = smallRun(TWO.map((ns) => ({ ns, plain: true })));

const blocksOf = (view: ComparedRuns) => composeComparison({ view, outcomes: [] }, { command: 'wiremark' });

test('a slower machine changes no ratio; on a machine twice as slow, equal ratios are unclear', () => {
  const before = smallRun(TWO);
  const slower = (times: number) => smallRun([around(times * 1000), around(times * 500, 1)]);
  const relative = [1.02, 2].map((times) => judged(only(before, slower(times)))[0]!);
  for (const { change } of relative) assert.ok(Math.abs(change.estimate - 1) < 0.002, `${change.estimate}`);
  assert.equal(relative.map(({ finding }) => finding).join(), 'same,unclear');
});

test('the change is that of the ratio; the baseline has its own change of time', () => {
  const one = only(smallRun(TWO), smallRun([around(1100), around(660, 1)]));
  assert.ok(Math.abs(judged(one)[0]!.change.estimate - 1.2) < 0.01);
  assert.ok(Math.abs(baselineOf(one)!.change!.estimate - 1.1) < 0.01);
  assert.equal(judged(one)[0]!.before.ratio!.estimate.toFixed(2), '0.50');
  assert.equal(judged(one)[0]!.after.ratio!.estimate.toFixed(2), '0.60');
});

test("across machines ratios are compared, but not the baseline's own time", () => {
  const before = smallRun(TWO);
  const machine = { ...before.record.machine, cpu: 'another' };
  const view = compareRuns(before, smallRun([around(100), around(50, 1)], { machine }));
  assert.equal(view.machines.comparable, false);
  assert.equal(baselineOf(view.cases[0]!)!.change, null);
  const [row] = judged(view.cases[0]!);
  assert.ok(Math.abs(row!.change.estimate - 1) < 0.002);
  assert.equal(row!.finding, 'unclear');

  const slowed = compareRuns(before, smallRun([around(1000), around(700, 1)], { machine }));
  const [, machines, answer] = blocksOf(slowed).map((block) => JSON.stringify(block));
  assert.match(machines!, /The machines differ in CPU \(.*, then another\): .* may come from the machine/);
  assert.match(answer!, /mill\/s1 ran 4\d\.\d % slower/);
  assert.match(nextStep(slowed, { command: 'wiremark' })!, /^measure both on one machine:/);
});

/** Three rows, of which this is the planned baseline, and perhaps one crashes. */
const planned = (baseline: number, crashing?: number) =>
  inCases(smallRun(THREE.map((ns, i) => (i === crashing ? CRASH : ns))), { baseline });

test("if the runs planned different baselines, one that both ranked is used, the later run's first", () => {
  assert.equal(only(planned(0), planned(1)).baseline, 'mill/s1');
  const one = only(planned(0), planned(1, 1));
  assert.equal(one.baseline, 'mill/s0');
  assert.deepEqual(states(one.rows), ['mill/s0 baseline', 'mill/s2 compared', 'mill/s1 failing']);
});

test('without a common baseline nothing is compared, and the obstacle names a possible one', () => {
  const one = only(planned(0, 1), planned(1, 0));
  assert.match(
    one.obstacle!,
    /the baseline, mill\/s1 or mill\/s0|the baseline, mill\/s0 or mill\/s1, isn't ranked in both runs: choose another with --baseline \(mill\/s2\)/,
  );
  assert.deepEqual(states(one.rows), ['mill/s0 failing', 'mill/s1 fixed', 'mill/s2 incomparable']);
});

test('cases with other documents, objects or batches are not compared', () => {
  const made = (digest: string, batch = 1) =>
    inCases(smallRun(TWO, { datasets: { 'd/s': digest } }), { batch });
  for (const [after, why] of [
    [made('sha256:02'), /the documents differ, so the work/],
    [PLAIN, /mill\/s1 started from plain objects only in the run after \(--objects\)/],
    [made('sha256:01', 10), /batches differ \(documents: 1, then 10\)/],
  ] as const) {
    const one = only(made('sha256:01'), after);
    assert.match(one.obstacle!, why);
    assert.ok(one.rows.every(({ state }) => state === 'incomparable'));
    assert.equal(judged(one).length, 0);
  }
  assert.equal(only(made('sha256:01'), made('sha256:01')).obstacle, null);
});

test('limits are not compared', () => {
  const [a, b, copy] = THREE as [number[], number[], number[]];
  const run = namedRun({ 'mill/a': a, 'mill/b': b, 'mill/limit-copy': { ns: copy, limit: 'copy' } });
  assert.deepEqual(states(only(run, run).rows), ['mill/a baseline', 'mill/b compared']);
});

test('the state of a row follows from its verdicts in both runs', () => {
  const ok = TWO[1]!;
  const [bad, absent, undone] = [failed('mismatch'), failed('unavailable'), failed('unsupported')];
  const run = (row: Row | null) => {
    const made = smallRun([TWO[0]!, row ?? ok]);
    return row === null ? withRecord(made, { outcomes: made.record.outcomes.slice(0, 1) }) : made;
  };
  const stateOf = (before: Row | null, after: Row | null) =>
    only(run(before), run(after)).rows.find(({ name }) => name === 'mill/s1')!.state;
  const all = [ok, bad, absent, undone, null];
  const becomes = (before: Row | null) => all.map((after) => stateOf(before, after)).join(' ');
  assert.equal(becomes(ok), 'compared failing lost lost lost');
  assert.equal(becomes(bad), 'fixed unranked unranked unranked unranked');
  assert.equal(becomes(absent), 'new unranked unranked unranked unranked');
  assert.equal(becomes(undone), 'new unranked unranked unranked unranked');
  assert.deepEqual([stateOf(null, ok), stateOf(null, bad)], ['new', 'unranked']);
});

test('rows of one run only are counted and named below the table, and `failed` judges none of them', () => {
  const rows = (...contenders: readonly number[]) => {
    const run = smallRun([...THREE, around(900, 3)]);
    const outcomes = contenders.map((index) => run.record.outcomes[index]!);
    return inCases(withRecord(run, { outcomes }), { contenders });
  };
  const tables = (view: ComparedRuns) =>
    blocksOf(view).flatMap((block) =>
      block.kind === 'table' ? [block.rows.map((row) => row[0]!.text)] : [],
    );
  const [fewer, more] = [compareRuns(rows(0, 1, 2, 3), rows(0, 1)), compareRuns(rows(0, 1), rows(0, 1, 2))];
  assert.match(headline(fewer), / Other rows: 2 only in the run before\.$/);
  assert.match(headline(more), / Other rows: 1 only in the run after\.$/);
  assert.match(JSON.stringify(blocksOf(fewer)), /"Only in the run before: mill\/s2, mill\/s3\."/);
  assert.match(JSON.stringify(blocksOf(more)), /"Only in the run after: mill\/s2\."/);
  for (const view of [fewer, more]) assert.deepEqual(tables(view), [['mill/s0', 'mill/s1']]);
  const [failed, missing] = evaluateComparison(fewer, ['failed', 'missing'].map(parseFailRule)).outcomes;
  assert.deepEqual([failed!.judged, failed!.broken.length], [2, 0]);
  assert.equal(missing!.broken.map(({ name }) => name).join(), 'mill/s2,mill/s3');
  const apart = (task: 'serialize' | 'to-tree') => inCases(rows(0, 1), { task });
  assert.deepEqual(tables(compareRuns(apart('to-tree'), apart('serialize'))), []);
});

test('a run compared with itself is reported as such', () => {
  const run = smallRun(TWO, { name: 'A' });
  const view = compareRuns(run, run);
  assert.deepEqual([view.before.label, view.after.label], ['A', 'A']);
  assert.match(JSON.stringify(blocksOf(view)[1]), /Both are the same run\./);
  assert.equal(nextOf(view), 'compare it with another run of this list:\n./wiremark runs');
});

test('all rows of the comparison are one family, and filters leave the baseline alone', () => {
  const times = [around(1000), ...Array.from({ length: 40 }, (_, i) => around(500 + i, i))];
  const slower = times.map((row, i) => (i === 1 ? row.map((ns) => ns * 1.1) : row));
  const p = (filters: Partial<Filters>) => {
    const one = compareRuns(smallRun(times), smallRun(slower), { filters }).cases[0]!;
    assert.equal(one.baseline, 'mill/s0');
    const row = judged(one).find(({ name }) => name === 'mill/s1')!;
    return { count: judged(one).length, pValue: row.pValue! };
  };
  const [all, single] = [p({}), p({ serializer: ['s1'] })];
  assert.deepEqual([all.count, single.count], [40, 1]);
  assert.ok(Math.abs(all.pValue / single.pValue - 40) < 1e-6);
  const other = { filters: { task: ['parse-tree'] } } as const;
  assert.deepEqual(compareRuns(smallRun(times), smallRun(times), other).cases, []);
});

const nextOf = (view: ComparedRuns) => nextStep(view, { command: './wiremark' });

test('a disturbed run shows every change one grade lower', () => {
  const run = (ns: number, waited: number): WholeRun => {
    // It waits beside its own work.
    const made = smallRun([around(1000), around(500, 1), around(ns, 2)]);
    return withSamples(made, (one) => ({ ns: one.ns * (1 + waited), waitNs: one.ns * waited }));
  };
  for (const [waited, grade] of [
    [0.01, 'established'],
    [0.5, 'likely'],
  ] as const)
    assert.deepEqual(graded(only(run(700, 0), run(910, waited))), [
      `mill/s2 slower, ${grade}`,
      `mill/s1 same, ${grade}`,
    ]);
  const view = compareRuns(run(700, 0), run(910, 0.5));
  const told = /^mill\/s2 probably got 30\.\d % slower\. 1 row shows no change within 5 %\.$/;
  assert.match(headline(view), told);
  assert.deepEqual(belief(view), [
    'A first guess: other programs disturbed more than half of the comparisons. 2 rows compared after 10 rounds.',
  ]);
  const lone = { ...view.cases[0]!, rows: [] };
  assert.deepEqual(belief({ ...view, cases: [...view.cases, lone] }), belief(view));
  assert.equal(nextOf(view), 'measure both again on an idle machine of your own:\n./wiremark run small');
});

test('the next step is a command to copy', () => {
  const run = (factor: number, rounds = 10) =>
    smallRun([around(1000, 0, rounds), around(500 * factor, 1, rounds)]);
  const next = (before: RecordedRun, after: RecordedRun) => nextOf(compareRuns(before, after));
  assert.equal(next(run(1), run(1.3)), null);
  assert.match(next(run(1, 3), run(1.01, 3))!, /narrows the intervals:\n.\/wiremark run \S+ --rounds 12$/);
  const told = /^see what mill\/s1 does wrong:\n.\/wiremark check \S+ -s mill\/s1 -d d\/s$/;
  assert.match(next(run(1), smallRun([around(1000), CRASH]))!, told);
  assert.equal(next(smallRun([CRASH, ...TWO]), smallRun([CRASH, ...TWO])), null, '--baseline is advised');
  assert.match(next(run(1), PLAIN)!, /^measure with the objects of the run before:\n.\/wiremark run small$/);
  const alone = smallRun([around(1000)]);
  assert.match(next(run(1), alone)!, /^measure the same rows and documents again/);
  assert.match(next(alone, smallRun([around(1000)]))!, /^measure both again with a row that doesn't change/);
});

test('the headline names the largest changes first and counts the rest', () => {
  const times = (factors: readonly number[]) =>
    smallRun([around(1000), ...factors.map((factor, i) => around(500 * factor, i + 1))]);
  const said = (...factors: readonly number[]) =>
    headline(compareRuns(times(factors.map(() => 1)), times(factors)));
  assert.equal(said(1, 1), 'No row got slower. 2 rows show no change within 5 %.');
  const slower = withSamples(times([1, 1]), ({ ns }) => ({ ns: 1.02 * ns }));
  assert.match(
    headline(compareRuns(times([1, 1]), slower)),
    /^No row got slower relative to the baseline\. 2 rows/,
  );
  const both = /^mill\/s1 got 12\.\d % slower\. mill\/s3 got 2\.\d+× faster\. 1 row shows no change within/;
  assert.match(said(1.12, 1, 0.4), both);
  const told = /^mill\/s5 got .*, mill\/s4 got .*, mill\/s3 got 30\.\d % slower, and 2 more got slower\.$/;
  assert.match(said(1.1, 1.2, 1.3, 1.4, 1.5), told);
});

test("a baseline's own time is the same only where its whole interval is near to 1", () => {
  const text = (estimate: number, low: number | null, high: number | null) =>
    ownTimeText({ estimate, low, high, confidence: 0.95 });
  assert.equal(text(0.994, 0.967, 1.021), 'the same time');
  assert.equal(text(1.01, 0.92, 1.11), '1.01× as long [0.92, 1.11], which may be chance');
  assert.equal(text(1.28, 1.2, 1.36), '1.28× as long [1.20, 1.36]');
  assert.equal(text(1.5, null, null), '1.50× as long, which may be chance');
});
