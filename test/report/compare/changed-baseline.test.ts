import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateComparison } from '../../../src/analysis/rules/evaluate.ts';
import { parseFailRule } from '../../../src/analysis/rules/rule.ts';
import type { ComparedRuns } from '../../../src/analysis/runs/compare.ts';
import { isJudged } from '../../../src/analysis/runs/rows.ts';
import { belief, headline, nextStep } from '../../../src/report/compare/headline.ts';
import { comparisonJson } from '../../../src/report/compare/report.ts';
import type { RunContender, RunRecord } from '../../../src/store/record/record.ts';
import { around, compareRuns as compared, inCases, namedRun } from '../small-run.ts';

type Rows = Readonly<Record<string, readonly [ns: number, own?: Partial<RunContender>]>>;

function run(rows: Rows, changes: Partial<RunRecord> = {}) {
  const made = Object.entries(rows).map(([name, [ns, own]], i) => [name, { ...own, ns: around(ns, i) }]);
  return namedRun(Object.fromEntries(made), changes);
}

const BEFORE = run({ 'mill/my-json': [1000], 'mill/slow': [3000], 'mill/json': [2000] });
const EDITED: Partial<RunContender> = { code: 'sha256:01' };

test('a changed baseline is replaced by an unchanged row, and its slowdown is the headline', () => {
  // The machine as a whole is 1 % slower, too: that cancels.
  const after = run({ 'mill/my-json': [1717, EDITED], 'mill/slow': [3030], 'mill/json': [2020] });
  const view = compared(BEFORE, after);
  const [one] = view.cases;
  assert.deepEqual([one!.baseline, one!.replaced], ['mill/json', 'mill/my-json']);
  const told = /^mill\/my-json got (69|70)\.\d % slower relative to mill\/json\. 1 row shows no change/;
  assert.match(headline(view), told);
  assert.equal(belief(view)[0], 'mill/my-json changed, so ratios are relative to mill/json.');
  const [mine] = one!.rows.filter(isJudged);
  assert.equal(mine!.name, 'mill/my-json');
  assert.ok(Math.abs(mine!.change.estimate - 1.7) < 0.02, `${mine!.change.estimate}`);
  const ratios = [mine!.before, mine!.after].map(({ ratio }) => ratio.estimate.toFixed(2));
  assert.deepEqual(ratios, ['0.50', '0.85']);
  const [outcome] = evaluateComparison(view, [parseFailRule('slower > 5%')]).outcomes;
  assert.equal(outcome!.broken.map(({ name }) => name).join(), 'mill/my-json');
  const json = JSON.stringify(comparisonJson({ view, outcomes: [] }));
  assert.match(json, /"before_baseline":"mill\/json".*"after_baseline":"mill\/json"/);
});

test('a row with an unchanged runtime is preferred as the baseline', () => {
  const rows = (own: Partial<RunContender>): Rows => ({
    'mill/my-json': [1000, own],
    'mill/json': [2000],
    'rill/json': [3000],
  });
  const runtimes = (mill: string) => ({ runtimes: { mill, rill: '3.1' } });
  const view = compared(run(rows({}), runtimes('v20')), run(rows(EDITED), runtimes('v22')));
  assert.equal(view.cases[0]!.baseline, 'rill/json');
});

test('a new version is a change, too; a hand-written row becomes the baseline only without an unchanged library', () => {
  const bound: Partial<RunContender> = { bound: 'hand-written' };
  const [first, then] = [{ version: '1' }, { version: '2' }];
  const rows = (own: Partial<RunContender>): Rows => ({
    'mill/my-json': [1000, own],
    'mill/hand-written': [500, bound],
    'mill/json': [2000],
  });
  assert.equal(compared(run(rows(first)), run(rows(then))).cases[0]!.baseline, 'mill/json');
  const { 'mill/json': _, ...alone } = rows(then);
  assert.equal(compared(run(rows(first)), run(alone)).cases[0]!.baseline, 'mill/hand-written');
});

test('an unchanged baseline stays, whatever else changed', () => {
  const after = run({ 'mill/my-json': [1700], 'mill/slow': [3000, EDITED], 'mill/json': [2000, EDITED] });
  const baselineOf = ({ cases: [one] }: ComparedRuns) => [one!.baseline, one!.replaced];
  assert.deepEqual(baselineOf(compared(BEFORE, after)), ['mill/my-json', null]);
  const edited = run({ 'mill/my-json': [1000, EDITED], 'mill/slow': [3000], 'mill/json': [2000] });
  const other = inCases(edited, { baseline: 1 });
  for (const view of [compared(BEFORE, other), compared(other, BEFORE)])
    assert.deepEqual(baselineOf(view), ['mill/slow', null]);
});

test('a row that all cases have replaces the baseline before a faster row that some cases lack', () => {
  const made = (own: Partial<RunContender>) => {
    const one = run({ 'mill/my-json': [1000, own], 'mill/fast': [500], 'mill/json': [2000] });
    return inCases(one, {}, { task: 'deserialize', contenders: [0, 2] });
  };
  const { cases } = compared(made({}), made(EDITED));
  assert.equal(cases.map(({ baseline }) => baseline).join(), 'mill/json,mill/json');
});

test("if every row changed, the headline says that ratios hide the baseline's change", () => {
  const edited: Rows = { 'mill/slow': [3000, EDITED], 'mill/json': [2000, EDITED] };
  const after = run({ 'mill/my-json': [1700, EDITED], ...edited });
  const view = compared(BEFORE, after);
  const why =
    /^The baseline mill\/my-json changed itself, so ratios can't say .*slower\. It took 1\.70× as long \[/;
  assert.match(headline(view), why);
  assert.doesNotMatch(headline(view), /No slowdown found|No row got slower/);
  // What moved the baseline by so much may have moved the others by half of it.
  assert.match(headline(view), /2 rows are unclear\.$/);
  const next = (view: ComparedRuns) => nextStep(view, { command: 'wiremark' });
  assert.match(next(view)!, /^measure both again with a row that doesn't change/);
  const alone = compared(run({ 'mill/my-json': [1000] }), run({ 'mill/my-json': [1700, EDITED] }));
  assert.match(headline(alone), /^The baseline mill\/my-json changed itself, .* took 1\.70× as long \[/);
  assert.match(next(alone)!, /^measure both again with a row that doesn't change/);
  // Times of two machines aren't compared, so the headline has none.
  const machine = { ...BEFORE.record.machine, cpu: 'another' };
  const moved = run({ 'mill/my-json': [1700, EDITED] }, { machine });
  const told = /^The baseline .* changed itself, so ratios can't say whether it got slower\.$/;
  assert.match(headline(compared(run({ 'mill/my-json': [1000] }), moved)), told);
});
