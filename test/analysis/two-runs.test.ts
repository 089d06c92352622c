import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, changeBetween, judgeChanges, sideOfTimes } from '../../src/analysis/runs/change.ts';
import { combinedError, errorInterval, errorPValue, ownError } from '../../src/stats/centre.ts';
import { mean } from '../../src/stats/samples.ts';
import { approximately } from '../stats/approximately.ts';
import known from '../stats/known-answers.json' with { type: 'json' };

const side = (logs: readonly number[]) => sideOfTimes(logs.map(Math.exp))!;

test("changes have the p-value and interval of SciPy's Welch test", () => {
  for (const { before, after, p, low, high, ...answer } of known.welch) {
    const error = combinedError([ownError(before)!, ownError(after)!]);
    const difference = mean(after) - mean(before);
    approximately(difference, answer.mean);
    approximately(errorPValue(difference, error), p);
    const interval = errorInterval(difference, error);
    approximately(interval.low, low);
    approximately(interval.high, high);
    const change = changeBetween(side(before), side(after));
    approximately(Math.log(change.ratio), answer.shift);
    approximately(Math.log(change.interval!.high / change.interval!.low), high - low);
    assert.equal(change.rounds, Math.min(before.length, after.length));
  }
});

test('one round in a run gives a change without an interval', () => {
  const one = changeBetween(side([1]), side([1, 1.1, 1.2]));
  assert.deepEqual([one.interval, one.pValue, one.rounds], [null, 1, 1]);
  assert.equal(judgeChanges([one], 0.05)[0]!.finding, 'unclear');
  assert.equal(sideOfTimes([]), null);
});

test('a run compared with itself has not changed', () => {
  const logs = [0.1, 0.12, 0.11, 0.13, 0.09, 0.1, 0.12, 0.14, 0.1, 0.11];
  const change = changeBetween(side(logs), side(logs));
  approximately(change.ratio, 1);
  assert.equal(change.pValue, 1);
  assert.ok(change.interval!.low < 1 && change.interval!.high > 1);
});

const change = (middle: number, width: number, rounds = 10): Change => {
  const logs = Array.from({ length: rounds }, (_, i) => width * (i - (rounds - 1) / 2 + 0.1));
  return changeBetween(side(logs), side(logs.map((log) => log + middle)));
};

test('changes are judged as a family, also after few rounds', () => {
  const clear = [change(0.2, 0.001), change(-0.2, 0.001), change(0, 0.001)];
  const judged = judgeChanges([...clear, change(0.01, 0.02), change(0.2, 0.001, 3)], 0.02);
  const told = judged.map(
    ({ finding, grade, preliminary }) => `${grade} ${finding}${preliminary ? '?' : ''}`,
  );
  const sure = ['established slower', 'established faster', 'established same'];
  assert.deepEqual(told, [...sure, 'unclear unclear', 'established slower?']);
  const gradeAmong = (rows: number) => judgeChanges(Array(rows).fill(change(0.2, 0.06, 3)), 0.02)[0]!.grade;
  assert.deepEqual([gradeAmong(1), gradeAmong(9)], ['established', 'likely']);
});
