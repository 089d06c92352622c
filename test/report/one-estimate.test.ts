import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AnalyzedCase,
  type AnalyzedRun,
  analyze,
  type RecordedRun,
} from '../../src/analysis/analyze.ts';
import type { Estimate } from '../../src/analysis/figures.ts';
import type { RankedRow } from '../../src/analysis/rows.ts';
import { rowName, runtimeName } from '../../src/define/names.ts';
import { Draw } from '../stats/draws/launches.ts';
import { RECORDED } from './recorded.ts';
import { namedRun, smallRun, withSamples } from './small-run.ts';

/** Random runs with a hand-written row, a walk, rows that stop early, and a baseline with slow launches. */
function* drawnRuns(count: number): Generator<RecordedRun> {
  const draw = new Draw(20270312);
  for (let i = 0; i < count; i++) {
    const size = 4 + Math.floor(8 * draw.even());
    const deviations = [0.1, ...draw.deviations(size - 1)];
    const ratios = deviations.map((_, row) => (row < 2 ? 1 : 1 + 0.5 * draw.even()));
    const rounds = [2, 5, 14][i % 3]!;
    const rows = draw.logs({ rounds, deviations, ratios, slowLaunches: 9 }).map((logs, row) => {
      const kept = row > 2 && row % 2 ? Math.max(2, rounds - row) : rounds;
      const ns = logs.slice(0, kept).map((log) => 1000 * Math.exp(log));
      const special = [{}, { limit: 'walk' }, { bound: 'hand-written' }] as const;
      return [row === 1 ? 'mill/limit-walk' : `mill/s${row}`, { ns, ...special[row] }];
    });
    // Two blocks a round, of which the second is a little off for some rows.
    yield withSamples(namedRun(Object.fromEntries(rows)), ({ contender, ns }) => [
      {},
      { block: 1, ns: ns * (1 + (contender % 3) / 50) },
    ]);
  }
}

/** With each row in turn as the baseline. */
function* views(run: RecordedRun): Generator<AnalyzedRun> {
  for (const contender of run.record.contenders) yield analyze(run, rowName(contender));
}

const close = (a: number, b: number) => assert.ok(Math.abs(a / b - 1) < 1e-9, `${a} is not ${b}`);
const holds = ({ estimate, low, high }: Estimate) =>
  low === null || high === null || (low <= estimate && estimate <= high);

function checkFigures({ ranked, limits, baseline }: AnalyzedCase): void {
  const time = ({ nsPerOp }: Pick<RankedRow, 'nsPerOp'>) => nsPerOp.estimate;
  const base = ranked.find(({ name }) => name === baseline)!;
  for (const row of ranked) {
    const { ratio, throughput, bounds } = row;
    close(ratio.estimate, time(row) / time(base));
    close(throughput.estimate, 1e9 / time(row));
    assert.ok(holds(ratio), `${row.name}: its interval holds its ratio`);
    const walk = limits.find((one) => one.limit === 'walk' && runtimeName(one) === runtimeName(row));
    const hand = ranked.find(({ name }) => name === bounds.handWritten);
    if (bounds.timesWalk) close(bounds.timesWalk.estimate, time(row) / time(walk!));
    if (bounds.percentOfHandWritten)
      close(bounds.percentOfHandWritten.estimate, (100 * time(hand!)) / time(row));
  }
}

test("every figure of a row divides the same times, and ranks don't depend on the baseline", () => {
  let checked = 0;
  for (const run of [...drawnRuns(9), RECORDED]) {
    const all = [...views(run)].map(({ cases }) => cases.filter(({ ranked }) => ranked.length > 0));
    for (const one of all.flat()) checkFigures(one);
    checked += all.flat().length;
    const [first, ...others] = all.map((cases) =>
      cases.map(({ ranked }) => ranked.map((row) => [row.name, row.rank, row.rankLast, row.rankLikely])),
    );
    for (const ranks of others) assert.deepEqual(ranks, first);
  }
  assert.ok(checked > 100, `${checked}`);
});

test('a row without a common block is not ranked and says why', () => {
  const run = smallRun([1000, 2000, 3000]);
  const apart = withSamples(run, ({ contender, round }) => (contender === 2 ? { round: round + 50 } : {}));
  const [one] = analyze(apart, 'mill/s1').cases;
  const found = one!.unranked.map(({ name, reason }) => [name, reason]);
  assert.deepEqual(found, [['mill/s2', 'it was not timed together with a baseline']]);
  assert.equal(analyze(apart, 'mill/s2').cases[0]!.baseline, 'mill/s2');
});

test('an unknown baseline changes no ratio', () => {
  const run = smallRun([1000, 2000]);
  const ratios = (relativeTo?: string) =>
    analyze(run, relativeTo).cases[0]!.ranked.map(({ name, ratio }) => [name, ratio]);
  assert.deepEqual(ratios('mill/nobody'), ratios());
});
