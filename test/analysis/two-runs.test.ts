import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Judgement } from '../../src/analysis/finding.ts';
import { type Change, changeBetween, judgeChanges, sideOfTimes } from '../../src/analysis/runs/change.ts';
import { combinedError, errorInterval, errorPValue, ownError } from '../../src/stats/centre.ts';
import { mean } from '../../src/stats/samples.ts';
import { approximately } from '../stats/approximately.ts';
import { Draw } from '../stats/draws/launches.ts';

// Figures of SciPy and NumPy; known-answers.py made them.
type Answer = Record<'before' | 'after', readonly number[]> &
  Record<'mean' | 'p' | 'low' | 'high' | 'shift', number>;
const answers = readFileSync(new URL('../stats/known-answers.json', import.meta.url), 'utf8');
const known = JSON.parse(answers) as { readonly welch: readonly Answer[] };

const side = (logs: readonly number[]) => sideOfTimes(logs.map(Math.exp))!;

test("changes have the p-value and interval of Welch's test", () => {
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

/**
 * Two runs of unchanged rows. Each run has a speed of its own (5 %, as between quiet days), each round too (3 %); each
 * launch of a row scatters by 2 %, and so does the baseline's, which all rows of a run share.
 */
function unchangedRuns(draw: Draw, rows: number) {
  const run = () => {
    const speed = 0.05 * draw.normal();
    const rounds = Array.from({ length: 10 }, () => speed + 0.03 * draw.normal());
    const baseline = rounds.map((round) => round + 0.02 * draw.normal());
    const times = Array.from({ length: rows }, () => rounds.map((round) => round + 0.02 * draw.normal()));
    return { times, ratios: times.map((row) => row.map((log, i) => log - baseline[i]!)) };
  };
  const [before, after] = [run(), run()];
  const changes = (kind: 'times' | 'ratios') =>
    before[kind].map((logs, i) => changeBetween(side(logs), side(after[kind][i]!)));
  return { relative: judgeChanges(changes('ratios'), 0.05), absolute: judgeChanges(changes('times'), 0.05) };
}

const isAlarm = ({ finding, grade }: Judgement) => grade === 'established' && finding !== 'same';

test('ratios raise few false alarms between runs of a machine that drifts, times many', () => {
  const draw = new Draw(20250620);
  const alarms = { relative: 0, absolute: 0, family: 0 };
  const tries = 400;
  for (let i = 0; i < tries; i++) {
    const single = unchangedRuns(draw, 1);
    if (isAlarm(single.relative[0]!)) alarms.relative++;
    if (isAlarm(single.absolute[0]!)) alarms.absolute++;
    if (unchangedRuns(draw, 12).relative.some(isAlarm)) alarms.family++;
  }
  // Three standard deviations above 5 % of 400 are 8.3 %.
  assert.ok(alarms.relative <= 0.083 * tries, `${alarms.relative} of ${tries} in single rows`);
  assert.ok(alarms.family <= 0.083 * tries, `${alarms.family} of ${tries} families of 12`);
  assert.ok(alarms.absolute >= 0.4 * tries, `${alarms.absolute} of ${tries} by times`);
});
