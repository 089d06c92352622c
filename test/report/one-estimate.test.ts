/** Time, rate, ratio and percentage of a row agree, with every baseline and in every style. */
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
import type { TableStyle } from '../../src/define/types.ts';
import { styled } from '../../src/report/styles/styles.ts';
import { rankingTable } from '../../src/report/tables/ranking.ts';
import type { Table } from '../../src/report/text/document.ts';
import { Draw } from '../stats/draws/launches.ts';
import { recordedRun } from './recorded.ts';
import { contender, rounds, smallRun, withSamples } from './small-run.ts';

/** Random runs with a hand-written row, a walk, rows that stop early, and a baseline with slow launches. */
function* drawnRuns(count: number): Generator<RecordedRun> {
  const draw = new Draw(20270312);
  for (let i = 0; i < count; i++) {
    const size = 4 + Math.floor(8 * draw.even());
    const deviations = [0.1, ...draw.deviations(size - 1)];
    const ratios = deviations.map((_, row) => (row < 2 ? 1 : 1 + 0.5 * draw.even()));
    const rounds = [2, 5, 14][i % 3]!;
    const times = draw
      .logs({ rounds, deviations, ratios, slowLaunches: 9 })
      .map((logs, row) => logs.slice(0, row > 2 && row % 2 ? Math.max(2, rounds - row) : rounds))
      .map((logs) => logs.map((log) => 1000 * Math.exp(log)));
    const contenders = times.map((_, row) =>
      contender(row === 1 ? 'mill/limit-walk' : `mill/s${row}`, {
        ...(row === 1 && { limit: 'walk' }),
        ...(row === 2 && { bound: 'hand-written' }),
      }),
    );
    // Two blocks a round, of which the second is a little off for some rows.
    yield withSamples(smallRun(times, { contenders }), ({ contender, ns }) => [
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

test("every figure of a row divides the same times, and ranks don't depend on the baseline", async () => {
  let checked = 0;
  for (const run of [...drawnRuns(9), await recordedRun()]) {
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

/** Numbers of a column by the name of the row, without blanks. */
function columnOf({ columns, rows }: Table, id: string): Map<string, number> {
  const [names, own] = [/^(serializer|Gem|Benchmark|Method)$/, new RegExp(`^${id}$`)].map((head) =>
    columns.findIndex((column) => head.test(column.head)),
  ) as [number, number];
  return new Map(
    rows.flatMap((cells): [string, number][] => {
      const [, figure, letter = ''] =
        /^~?([\d.,]+)(k|M|B)?/.exec((cells[own]?.text ?? '').replaceAll(',', '')) ?? [];
      const factor = { '': 1, k: 1e3, M: 1e6, B: 1e9 }[letter]!;
      return figure ? [[cells[names]!.text.split(' ')[0]!, Number(figure) * factor]] : [];
    }),
  );
}

/** Rates that a style shows. */
function ratesIn(style: TableStyle, view: AnalyzedRun, one: AnalyzedCase): Map<string, number> {
  const { blocks } = styled(style, one, view.settings);
  const table = blocks.find((block) => block.kind === 'table');
  if (table) return columnOf(table, 'IPS|Score');
  const lines = blocks.flatMap((block) => (block.kind === 'verbatim' ? block.lines : []));
  const rates = lines.join('\n').matchAll(/^ *(\S+).*?: +([\d.]+) i\/s/gm);
  return new Map([...rates].map(([, name, rate]) => [name!, Number(rate)]));
}

test('times, ratios and rates agree in the digits that are shown', async () => {
  for (const run of [...drawnRuns(6), await recordedRun()]) {
    const view = analyze(run);
    for (const one of view.cases.filter(({ ranked }) => ranked.length > 0)) {
      const table = rankingTable(one, view.settings);
      const ratios = columnOf(table, 'ratio');
      const times = columnOf(table, 'time');
      const base = one.baseline!;
      for (const [name, ratio] of ratios) {
        const off = Math.abs(times.get(name)! / times.get(base)! / ratio - 1);
        assert.ok(off < 0.02, `${name}: ${times.get(name)} / ${times.get(base)} is not ${ratio}`);
      }
      for (const style of ['ips', 'transmutation', 'jmh'] as const) {
        const rates = ratesIn(style, view, one);
        assert.equal(rates.size, one.ranked.length, style);
        for (const { name, nsPerOp } of one.ranked)
          assert.ok(Math.abs((rates.get(name)! * nsPerOp.estimate) / 1e9 - 1) < 0.001, `${style}: ${name}`);
      }
    }
  }
});

test('ratios to another baseline come from the rounds, not from medians', () => {
  // In each round b takes twice as long as a, and c three times; the machine is slow in some rounds.
  const slowness = [10, 50, 11, 40, 12, 30, 13, 20, 14, 60];
  const times = [1, 2, 3].map((factor) => rounds(10, (i) => 10 * factor * slowness[i]!));
  const run = smallRun(times);
  // b misses half of the rounds, so that its own median is of other minutes.
  const missing = withSamples(run, ({ contender, round }) => (contender === 1 && round % 2 === 1 ? [] : {}));
  const view = analyze(missing, 'mill/s1');
  const ratios = new Map(view.cases[0]!.ranked.map(({ name, ratio }) => [name, ratio]));
  assert.ok(Math.abs(ratios.get('mill/s0')!.estimate - 0.5) < 1e-12);
  assert.ok(Math.abs(ratios.get('mill/s2')!.estimate - 1.5) < 1e-12);
  assert.ok(Math.abs(ratios.get('mill/s2')!.low! - 1.5) < 1e-12);
});

test('a row without a common block is not ranked and says why', () => {
  const run = smallRun([rounds(10, () => 1000), rounds(10, () => 2000), rounds(10, () => 3000)]);
  const apart = withSamples(run, ({ contender, round }) => (contender === 2 ? { round: round + 50 } : {}));
  const [one] = analyze(apart, 'mill/s1').cases;
  assert.deepEqual(
    one!.unranked.map(({ name, reason }) => [name, reason]),
    [['mill/s2', 'the run ended early: it was not timed together with the baseline']],
  );
  const other = analyze(apart, 'mill/s2');
  assert.equal(other.cases[0]!.baseline, 'mill/s2');
});

test('an unknown baseline changes no ratio', () => {
  const run = smallRun([rounds(10, () => 1000), rounds(10, () => 2000)]);
  const ratios = (relativeTo?: string) =>
    analyze(run, relativeTo).cases[0]!.ranked.map(({ name, ratio }) => [name, ratio]);
  assert.deepEqual(ratios('mill/nobody'), ratios());
});
