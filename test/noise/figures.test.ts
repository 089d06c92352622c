import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excludesOne, expectedHalfWidth, noiseOf } from '../../src/noise/figures.ts';
import { Random } from '../../src/stats/random.ts';

const random = new Random(1);
const draw = (below: number) => random.below(below);
const rounds = (count: number, logOf: (round: number) => number) =>
  Array.from({ length: count }, (_, round) => ({ round, log: logOf(round), blocks: 4 }));
/** Without a direction, whatever ten of them are taken. */
const swing = (size: number) => (round: number) => size * (((round * 3) % 10) - 4.5);

test('rounds are summed up as the short runs that they could have been, without what is left at the end', () => {
  const { rounds: count, runs, spread, reach } = noiseOf(rounds(37, swing(0.001)), draw);
  assert.deepEqual([count, runs.map((run) => run.rounds)], [37, [10, 10, 10]]);
  assert.ok(runs.every((run) => Math.abs(run.ratio - 1) < 0.002 && !excludesOne(run)));
  assert.ok(spread! > 0.0025 && spread! < 0.0035, `${spread}`);
  assert.deepEqual(reach, { target: 0.01, rounds: 10 });
});

test('a machine that scatters more reaches less, and one run of ten rounds that leans is seen', () => {
  assert.ok(noiseOf(rounds(40, swing(0.01)), draw).reach!.target > 0.01);
  assert.equal(noiseOf(rounds(40, swing(0.2)), draw).reach, null);
  const leaning = noiseOf(
    rounds(20, (round) => swing(0.001)(round) + (round < 10 ? 0 : 0.05)),
    draw,
  );
  assert.deepEqual(leaning.runs.map(excludesOne), [false, true]);
});

test('of too few rounds nothing is claimed', () => {
  assert.deepEqual(noiseOf(rounds(1, swing(1)), draw), { rounds: 1, spread: null, runs: [], reach: null });
  assert.deepEqual(noiseOf(rounds(9, swing(0.001)), draw).runs, []);
});

test('the width to expect shrinks with the rounds and grows with the scatter', () => {
  const logs = Array.from({ length: 60 }, (_, i) => (i - 29.5) / 1000);
  const [six, ten, thirty] = [6, 10, 30].map((rounds) => expectedHalfWidth(logs, rounds, draw)!);
  assert.ok(six! > ten! && ten! > thirty!, `${six} ${ten} ${thirty}`);
  // About t · s / √n, and 9 in 10 stay within: wider than the usual one, narrower than half as wide again.
  const usual = (2.045 * 0.01746) / Math.sqrt(30);
  assert.ok(thirty! > usual && thirty! < 1.5 * usual, `${thirty}`);
  const double = expectedHalfWidth(
    logs.map((log) => 2 * log),
    30,
    draw,
  )!;
  assert.ok(Math.abs(double / thirty! / 2 - 1) < 0.15, `${double}`);
  assert.equal(expectedHalfWidth(logs, 5, draw), null, 'five rounds give no interval of 95 %');
  assert.equal(expectedHalfWidth([0.1], 10, draw), null);
});
