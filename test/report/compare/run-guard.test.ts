/** Rules on one run, in which the versions of a library stand beside each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFailRule } from '../../../src/report/compare/fail-if.ts';
import { guardRun, ruleLine } from '../../../src/report/compare/guard.ts';
import { renderReport } from '../../../src/report/run/report.ts';
import { buildView } from '../../../src/report/view/view.ts';
import type { RunRecord } from '../../../src/store/record.ts';
import { around, busy, contender, outcome, recordedFacts, sized, smallRun } from '../small-run.ts';

const NAMES = ['node/mine@main', 'node/mine@HEAD', 'node/json'];
function hold(rule: string, head: readonly number[], changes: Partial<RunRecord> = {}) {
  const count = head.length;
  const times = [around(1000, 0, count), head, around(5000, 2, count)];
  const run = smallRun(times, { contenders: NAMES.map((name) => contender(name)), ...changes });
  const [found] = guardRun(buildView(run), [parseFailRule(rule)]);
  const { broken, looked, outcome } = found!;
  return { broken: broken.map(({ name }) => name), looked, outcome, line: ruleLine(found!) };
}

test('a version that is slower than the first breaks a rule; a neighbor that is slower is none of its versions', () => {
  const found = hold('slower > 5%', around(1300, 1));
  assert.deepEqual([found.broken, found.looked], [['node/mine@HEAD'], 1]);
  assert.match(found.line, /^FAILED "slower > 5%": node\/mine@HEAD, d\/s, serialize: \d+\.\d % slower \[/);
  assert.equal(hold('slower > 50%', around(1300, 1)).line, 'passed "slower > 50%": none of 1 row');
  assert.deepEqual(hold('slower', around(1000, 1, 10, 0.001)).broken, []);
  assert.deepEqual(hold('faster > 5%', around(700, 1)).broken, ['node/mine@HEAD']);
});

test('without versions every row is compared with the baseline', () => {
  const contenders = ['node/mine', 'node/b', 'node/json'].map((name) => contender(name));
  assert.deepEqual(hold('slower > 5%', around(1300, 1), { contenders }).broken, ['node/b', 'node/json']);
});

test('what is unclear fails nothing, and is told with what would decide', () => {
  const found = hold('slower > 5%', around(1300, 1, 4, 0.3));
  assert.deepEqual([found.broken, found.outcome], [[], 'passed']);
  assert.match(
    found.line,
    /^passed "slower > 5%": none of 1 row, 1 unclear; about \d+ more rounds would decide \(--rounds \d+\)$/,
  );
});

test('where other programs took the core only what is far from the limit is judged, and bytes are', () => {
  const run = smallRun([around(1000), around(9000, 1), around(1000, 2)], {
    contenders: NAMES.map((name) => contender(name)),
    outcomes: sized(100, 110, 100),
  });
  const view = buildView(busy(run));
  const found = guardRun(view, ['slower > 5%', 'slower > 800%', 'bytes > 5%'].map(parseFailRule));
  assert.deepEqual(
    found.map(({ outcome, broken }) => `${outcome} ${broken.length}`),
    ['failed 1', 'unchecked 0', 'failed 1'],
  );
  assert.match(
    ruleLine(found[0]!),
    /^FAILED "slower > 5%": node\/mine@HEAD, d\/s, serialize: 9\.\d+× slower/,
  );
  assert.match(ruleLine(found[1]!), /^NOT CHECKED "slower > 800%": other programs disturbed 1 row near/);
});

test('a version that fails where the first is right breaks "failed"; one whose base failed too has nothing to say', () => {
  const wrong = { verdict: 'mismatch' as const, reason: 'document 1' };
  const failing = (base: boolean) => [
    outcome(0, base ? { verdict: wrong } : {}),
    outcome(1, { verdict: wrong }),
    outcome(2),
  ];
  const found = hold('failed', around(1000, 1), { outcomes: failing(false) });
  assert.deepEqual(found.broken, ['node/mine@HEAD']);
  assert.match(found.line, /was ok, now mismatch: document 1/);
  assert.equal(hold('failed', around(1000, 1), { outcomes: failing(true) }).outcome, 'unchecked');
});

test('a run is judged by the rules that it was begun with, and a summary says first how they came out', async () => {
  const contenders = NAMES.map((name) => contender(name));
  const times = [around(1000), around(1300, 1), around(5000, 2)];
  const summary = async (...failIf: string[]) => {
    const request = { ...recordedFacts.request, failIf };
    const run = smallRun(times, { contenders, request });
    return renderReport(run, { format: 'summary', terminal: { width: 100, color: false } });
  };
  const failed = await summary('slower > 5%', 'slower > 50%');
  assert.match(failed, /^### guard FAILED: /);
  assert.match(failed, /^- FAILED "slower \\?> 5%": node\/mine@HEAD, d\/s, serialize: /m);
  assert.match(failed, /^- passed "slower \\?> 50%": none of 1 row$/m);
  assert.match(await summary('bytes'), /^### guard NOT CHECKED: /);
  assert.match(await summary('failed'), /^### guard passed: /);
  assert.doesNotMatch(await summary(), /guard/);
  assert.doesNotMatch(await summary('no rule'), /guard/);
});
