/** Rows that are timed on request though they failed: seen everywhere, and counting nowhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { TABLE_STYLES } from '../../src/define/types.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import type { ReportFormat } from '../../src/report/formats.ts';
import { renderReport } from '../../src/report/run/report.ts';
import { buildView, type RunView } from '../../src/report/view/view.ts';
import type { Sample } from '../../src/store/record.ts';
import { contender, outcome, rounds, smallRun, stored, type WholeRun } from './small-run.ts';

const REQUEST = { suite: 's', runners: [], filters: {}, limits: true, memory: true, packages: {} };

const VERDICTS: readonly Verdict[] = [
  { verdict: 'ok' },
  { verdict: 'ok' },
  { verdict: 'mismatch', reason: 'hard document 3: /name: expected "a", found "b"' },
  {
    verdict: 'remembers',
    reason: 'documents never seen before took 1.2 ms, warm ones 3 µs, in 9 of 10 rounds',
  },
  { verdict: 'clock', reason: 'told 5 ms for a slice that took 50 ms by our stopwatch' },
];

/** A run in which the rows that failed are by far the fastest. */
function madeRun(timeUnverified: boolean): WholeRun {
  const times = [1000, 2000, 10, 20, 30].map((ns) => rounds(10, () => ns));
  const names = ['node/plain', 'node/slow', 'node/wrong', 'node/memo', 'node/liar'];
  return smallRun(times, {
    contenders: names.map((name) => contender(name)),
    outcomes: VERDICTS.map((verdict, i) => outcome(i, { verdict })),
    request: { ...REQUEST, timeUnverified },
  });
}

const render = (run: WholeRun, format: ReportFormat, style?: (typeof TABLE_STYLES)[number], color = false) =>
  renderReport(run, { format, terminal: { width: 120, color }, ...(style && { style }) });

const only = (view: RunView) => view.cases[0]!;

test('what failed and was timed has its time beside its verdict, and no place', () => {
  const { ranked, unranked, baseline } = only(buildView(madeRun(true)));
  assert.equal(baseline, 'node/plain');
  assert.deepEqual(
    ranked.map(({ name, rank, ratio }) => [name, rank, ratio.estimate]),
    [
      ['node/plain', 1, 1],
      ['node/slow', 2, 2],
    ],
  );
  const found = unranked.map((row) => row.kind === 'failed' && [row.name, row.verdict, row.unverified]);
  const [wrong, memo, liar] = found as [string, string, { nsPerOp: { estimate: number } } | null][];
  assert.deepEqual([wrong![0], wrong![1]], ['node/wrong', 'mismatch']);
  assert.ok(Math.abs(wrong![2]!.nsPerOp.estimate - 10) < 1e-9);
  assert.ok(Math.abs(memo![2]!.nsPerOp.estimate - 20) < 1e-9);
  // Its times are known to be wrong.
  assert.deepEqual(liar, ['node/liar', 'clock', null]);
});

test('without the request there is no time, whatever samples a row left', () => {
  const { unranked } = only(buildView(madeRun(false)));
  assert.ok(unranked.every((row) => row.kind === 'failed' && row.unverified === null));
});

test('where no row is ranked, a row that failed serves nobody as a baseline', () => {
  const run = madeRun(true);
  const outcomes = run.record.outcomes.map((one) =>
    one.contender < 2 ? { ...one, verdict: { verdict: 'crash', reason: 'gone' } as const } : one,
  );
  const view = only(buildView({ ...run, record: { ...run.record, outcomes } }));
  assert.deepEqual([view.baseline, view.ranked], [null, []]);
  const [wrong] = view.unranked;
  assert.ok(wrong?.kind === 'failed' && wrong.unverified?.ratio === null);
});

test('it is struck out in colours, in words where there are none, and in Markdown, in every style', async () => {
  for (const style of TABLE_STYLES) {
    const plain = await render(madeRun(true), 'terminal', style);
    assert.match(plain, /\nnot ranked +verdict +unverified time +its ratio +reason\n/);
    assert.match(plain, /\nvoid node\/wrong +mismatch +void 10\.0 ns +void 0\.01\d* +hard document 3/);
    assert.match(plain, /\nStruck out, or void: timed on request though it failed verification/);
    const coloured = await render(madeRun(true), 'terminal', style, true);
    const struck = coloured.replaceAll('\u001b[9m', '<s>').replaceAll('\u001b[29m', '</s>');
    assert.match(struck, /<s>node\/wrong<\/s>/);
    assert.match(struck, /<s>10\.0 ns<\/s>/);
    assert.doesNotMatch(struck, /<s>node\/(plain|slow|liar)/);
    const markdown = await render(madeRun(true), 'md', style);
    assert.match(markdown, /\| ~~node\/wrong~~ +\| mismatch +\| +~~10\.0 ns~~ +\|/);
  }
});

test('it is in no summary, finding or chart', async () => {
  const summary = await render(madeRun(true), 'summary');
  assert.doesNotMatch(summary, /10\.0 ns|unverified time|~~/);
  assert.match(summary, /node\/wrong +\| mismatch/);
  const view = only(buildView(madeRun(true)));
  assert.ok(view.ranked.every(({ name }) => ['node/plain', 'node/slow'].includes(name)));
});

test('programs find it in columns of its own', async () => {
  const csv = await render(madeRun(true), 'csv');
  const [head, ...lines] = parse(csv, { relax_column_count: false }) as string[][];
  const of = (name: string, column: string) =>
    lines.find((line) => line.includes(name))![head!.indexOf(column)];
  assert.equal(Number(of('node/wrong', 'unverified_ns_per_op')).toFixed(6), '10.000000');
  assert.equal(Number(of('node/wrong', 'unverified_ratio')).toFixed(6), '0.010000');
  for (const column of ['ns_per_op', 'ratio', 'rank', 'finding']) assert.equal(of('node/wrong', column), '');
  assert.equal(of('node/plain', 'unverified_ns_per_op'), '');
  const { rows } = JSON.parse(await render(madeRun(true), 'json'));
  const wrong = rows.find(({ name }: { name: string }) => name === 'node/wrong');
  assert.deepEqual([wrong.rank, wrong.nsPerOp, wrong.unverified.rounds], [null, null, 10]);
});

test('samples of an unverified row disturb no count', () => {
  const run = madeRun(true);
  const samples = run.samples.all.map(
    (sample): Sample => ({ ...sample, waitNs: sample.contender > 1 ? sample.ns : 0 }),
  );
  const { disturbances, disturbed } = only(buildView({ ...run, samples: stored(samples) }));
  assert.deepEqual([disturbances.disturbed, disturbed], [0, false]);
});
