/** Error rates and power of claims in simulated runs. docs/EVIDENCE.md has the rates of longer trials. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Draw, evenly } from '../stats/draws/launches.ts';
import { changes, claims, directions, repeated, stopping } from '../stats/draws/rates.ts';

const RUNS = 60;
/** 5 % and three standard deviations of a share of so many runs. */
const FIVE = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / RUNS);
const differing = (rows: number) => (draw: Draw) => draw.deviations(rows);

test('twelve equal rows: at most 5 % of quick runs claim anything, whatever the rows’ deviations', () => {
  for (const deviations of [evenly(12, 'quiet'), evenly(12, 'restless')]) {
    const { found, beaten } = claims({ runs: RUNS, rounds: 3, deviations });
    assert.ok(found <= FIVE && beaten <= FIVE, `${found} found, ${beaten} beaten`);
  }
  const { beaten } = claims({ runs: RUNS, rounds: 2, deviations: differing(12) });
  assert.ok(beaten <= FIVE, `two rounds: ${beaten}`);
});

test('few rows and occasional slow launches add no claims in quick runs', () => {
  for (const rows of [2, 4, 6]) {
    const { beaten } = claims({ runs: RUNS, rounds: 3, deviations: differing(rows) });
    assert.ok(beaten <= FIVE, `${rows} rows: ${beaten}`);
  }
  const { beaten } = claims({ runs: RUNS, rounds: 3, deviations: differing(12), slowLaunches: 20 });
  assert.ok(beaten <= FIVE, `slow launches: ${beaten}`);
});

test('quick runs nearly always find a row that takes twice as long, and mostly one that takes 1.3 times as long', () => {
  const powerOf = (ratio: number) =>
    claims({ runs: RUNS, rounds: 3, deviations: differing(12), ratio }).power;
  assert.ok(powerOf(2) >= 0.95);
  assert.ok(powerOf(1.3) >= 0.6);
});

test('twelve equal rows in full runs: at most 5 % have a row that is found or ranked apart', () => {
  const { found, beaten } = claims({ runs: RUNS, rounds: 10, deviations: differing(12) });
  assert.ok(found <= FIVE && beaten <= FIVE, `${found} found, ${beaten} beaten`);
});

test('among forty rows, ten rounds find one that is 15 % slower', () => {
  const deviations = Array<number>(40).fill(0.03);
  const { found, beaten, power } = claims({ runs: 20, rounds: 10, deviations, ratio: 1.15 });
  assert.ok(power >= 0.9, `${power} found`);
  assert.ok(found <= 0.2 && beaten <= 0.2, `${found} ${beaten}`);
});

test('reported intervals of rows that stopped early keep their coverage', () => {
  for (const deviation of [0.04, 0.06]) {
    const { stopped, reported } = stopping(deviation, 600);
    const slack = 3 * Math.sqrt((0.06 * 0.94) / (600 * stopped));
    assert.ok(reported >= 0.94 - slack, `${deviation}: ${reported} of ${stopped}`);
  }
  // An interval of 95 % would not: hence the wider one.
  assert.ok(stopping(0.06, 1200).plain < 0.92);
});

test("at most one row in ten of a second run lies outside the first run's interval", () => {
  for (const rounds of [5, 12]) {
    // A ratio has the spread of two rows.
    const outside = repeated({ runs: 40, rounds, deviations: differing(8), spread: 0.0125 / Math.SQRT2 });
    assert.ok(outside <= 0.1, `${rounds} rounds: ${outside}`);
  }
});

test('equal rows are called the same, in most runs that reach the target', () => {
  for (const deviation of [0.02, 0.04]) {
    const { same } = stopping(deviation, 100);
    assert.ok(same >= 0.65, `${deviation}: ${same}`);
  }
});

test('two runs with different spreads and rounds have less than 6 % false alarms', () => {
  const all = (deviation: number) => Array<number>(13).fill(deviation);
  const quiet = { rounds: 30, deviations: all(0.01) };
  const noisy = { rounds: 10, deviations: all(0.05) };
  const even = { rounds: 10, deviations: all(0.02) };
  const short = { rounds: 3, deviations: differing(13) };
  for (const [before, after, runs] of [
    [quiet, noisy, 60],
    [short, short, 60],
    [even, even, 120],
  ] as const) {
    const { found, likely } = changes(before, after, runs);
    assert.ok(found <= 0.06 + 3 * Math.sqrt((0.06 * 0.94) / runs), `${found}`);
    assert.ok(likely <= 0.2 + 3 * Math.sqrt((0.2 * 0.8) / runs), `probably changed: ${likely}`);
  }
  assert.ok(changes(quiet, noisy, 30, 1.1).power >= 0.6);
  const three = { rounds: 3, deviations: all(0.03) };
  assert.ok(changes(three, three, 30, 1.3).power >= 0.9);
});

test('at most one in ten likely claims about similar rows has the wrong direction', () => {
  for (const [rows, apart] of [
    [4, 0.3],
    [12, 0.1],
  ] as const) {
    const { claims: made, wrong } = directions(rows, apart, RUNS);
    assert.ok(made > 20 && wrong <= 0.1 * made, `${rows} rows, ${apart}: ${wrong} of ${made}`);
  }
});
