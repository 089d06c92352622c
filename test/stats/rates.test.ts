/** What claims promise, held against draws from a seed. docs/evidence/rates.md has the rates of longer trials. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Draw, evenly } from './launches.ts';
import { changes, claims, directions, stopping } from './rates.ts';

const RUNS = 200;
/** 5 % and three standard deviations of a share of so many runs. */
const FIVE = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / RUNS);
const differing = (rows: number) => (draw: Draw) => draw.deviations(rows);

test('twelve equal rows: at most 5 % of quick runs claim anything, whatever the rows’ deviations', () => {
  for (const deviations of [
    evenly(12, 'quiet'),
    evenly(12, 'restless'),
    differing(12),
    Array<number>(12).fill(0.03),
  ]) {
    const { found, beaten } = claims({ runs: RUNS, rounds: 3, deviations });
    assert.ok(found <= FIVE && beaten <= FIVE, `${found} found, ${beaten} beaten`);
  }
  const { beaten } = claims({ runs: RUNS, rounds: 2, deviations: differing(12) });
  assert.ok(beaten <= FIVE, `two rounds: ${beaten}`);
});

test('few rows, or launches that are slow now and then: quick runs claim no more', () => {
  for (const rows of [2, 3, 4, 5, 6]) {
    const { beaten } = claims({ runs: RUNS, rounds: 3, deviations: differing(rows) });
    assert.ok(beaten <= FIVE, `${rows} rows: ${beaten}`);
  }
  const { beaten } = claims({ runs: RUNS, rounds: 3, deviations: differing(12), slowLaunches: 20 });
  assert.ok(beaten <= FIVE, `slow launches: ${beaten}`);
});

test('a quick run finds what is large: twice the time nearly always, 1.3 times mostly', () => {
  for (const rows of [5, 12]) {
    const twice = claims({ runs: 200, rounds: 3, deviations: differing(rows), ratio: 2 });
    assert.ok(twice.power >= 0.95, `${rows} rows, 2: ${twice.power}`);
    const third = claims({ runs: 200, rounds: 3, deviations: differing(rows), ratio: 1.3 });
    assert.ok(third.power >= 0.6, `${rows} rows, 1.3: ${third.power}`);
  }
});

test('twelve equal rows in full runs: at most 5 % have a row that is found or ranked apart', () => {
  for (const deviations of [evenly(12, 'restless'), differing(12), Array<number>(12).fill(0.03)]) {
    const { found, beaten } = claims({ runs: 200, rounds: 10, deviations });
    assert.ok(found <= 0.096 && beaten <= 0.096, `${found} found, ${beaten} beaten`);
  }
});

test('forty rows in ten rounds: what is 15 % slower is found', () => {
  const { found, beaten, power } = claims({
    runs: 40,
    rounds: 10,
    deviations: Array<number>(40).fill(0.03),
    ratio: 1.15,
  });
  assert.ok(power >= 0.9, `${power} found`);
  assert.ok(found <= 0.15 && beaten <= 0.15, `${found} ${beaten}`);
});

test('rows that stop because they reached the target: the reported interval holds the truth', () => {
  for (const deviation of [0.02, 0.04, 0.05, 0.06]) {
    const { stopped, reported } = stopping(deviation, 600);
    const slack = 3 * Math.sqrt((0.06 * 0.94) / (600 * stopped));
    assert.ok(reported >= 0.94 - slack, `${deviation}: ${reported} of ${stopped}`);
  }
  // What the wider interval is for: a plain one would not.
  assert.ok(stopping(0.06, 600).plain < 0.92);
});

test('equal rows are called the same, in most runs that reach the target', () => {
  for (const deviation of [0.02, 0.03, 0.04]) {
    const { same } = stopping(deviation, 300);
    assert.ok(same >= 0.75, `${deviation}: ${same}`);
  }
});

test('runs that scatter five times as much as the other, in a third of the rounds: alarms stay below 6 %', () => {
  const all = (deviation: number) => Array<number>(13).fill(deviation);
  const [quiet, noisy] = [
    { rounds: 30, deviations: all(0.01) },
    { rounds: 10, deviations: all(0.05) },
  ];
  for (const [before, after] of [
    [quiet, noisy],
    [noisy, quiet],
    [
      { rounds: 3, deviations: differing(13) },
      { rounds: 3, deviations: differing(13) },
    ],
  ] as const) {
    const { found, likely } = changes(before, after, 120);
    assert.ok(found <= 0.06 + 3 * Math.sqrt((0.06 * 0.94) / 120), `${found}`);
    assert.ok(likely <= 0.2 + 3 * Math.sqrt((0.2 * 0.8) / 120), `probably changed: ${likely}`);
  }
  assert.ok(changes(quiet, noisy, 60, 1.1).power >= 0.6);
  assert.ok(
    changes({ rounds: 3, deviations: all(0.03) }, { rounds: 3, deviations: all(0.03) }, 60, 1.3).power >= 0.9,
  );
});

test('rows that lie close together: one in ten likely claims has the wrong direction at most', () => {
  for (const apart of [0.1, 0.3])
    for (const rows of [4, 12]) {
      const { claims: made, wrong } = directions({ rows, apart, rounds: 3, runs: RUNS });
      assert.ok(made > 50 && wrong <= 0.1 * made, `${rows} rows, ${apart}: ${wrong} of ${made}`);
    }
});
