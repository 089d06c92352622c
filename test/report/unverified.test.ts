/** Failed rows that are timed on request: every format shows their times, and no figure uses them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { TABLE_STYLES } from '../../src/define/types.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import {
  namedRun,
  onlyCase,
  outcome,
  recordedFacts,
  reported,
  rounds,
  type WholeRun,
  withSamples,
} from './small-run.ts';

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
  const times = { plain: 1000, slow: 2000, wrong: 10, memo: 20, liar: 30 };
  const rows = Object.entries(times).map(([name, ns]) => [`mill/${name}`, rounds(10, () => ns)]);
  return namedRun(Object.fromEntries(rows), {
    outcomes: VERDICTS.map((verdict, i) => outcome(i, { verdict })),
    request: { ...recordedFacts.request, timeUnverified },
  });
}

test('a failed row that was timed has a time and no rank', () => {
  const { ranked, unranked, baseline } = onlyCase(madeRun(true));
  assert.equal(baseline, 'mill/plain');
  assert.deepEqual(
    ranked.map(({ name, rank, ratio }) => `${rank} ${name} ${ratio.estimate}`),
    ['1 mill/plain 1', '2 mill/slow 2'],
  );
  const found = unranked.map((row) => row.kind === 'failed' && [row.name, row.verdict, row.unverified]);
  const [wrong, memo, liar] = found as [string, string, { nsPerOp: { estimate: number } } | null][];
  assert.deepEqual([wrong![0], wrong![1]], ['mill/wrong', 'mismatch']);
  assert.ok(Math.abs(wrong![2]!.nsPerOp.estimate - 10) < 1e-9);
  assert.ok(Math.abs(memo![2]!.nsPerOp.estimate - 20) < 1e-9);
  // Its times are known to be wrong.
  assert.deepEqual(liar, ['mill/liar', 'clock', null]);
});

test('without the request, a failed row has no time', () => {
  const { unranked } = onlyCase(madeRun(false));
  assert.ok(unranked.every((row) => row.kind === 'failed' && row.unverified === null));
});

test('a failed row is never a baseline', () => {
  const run = madeRun(true);
  const outcomes = run.record.outcomes.map((one) =>
    one.contender < 2 ? { ...one, verdict: { verdict: 'crash', reason: 'gone' } as const } : one,
  );
  const view = onlyCase({ ...run, record: { ...run.record, outcomes } });
  assert.deepEqual([view.baseline, view.ranked], [null, []]);
  const [wrong] = view.unranked;
  assert.ok(wrong?.kind === 'failed' && wrong.unverified?.ratio === null);
});

test('every style strikes the time out, with words where there are no colors', async () => {
  for (const style of TABLE_STYLES) {
    const plain = await reported(madeRun(true), 'terminal', { width: 120, style });
    assert.match(plain, /\nnot ranked +verdict +unverified time +its ratio +reason\n/);
    assert.match(plain, /\nvoid mill\/wrong +mismatch +void 10\.0 ns +void 0\.01\d* +hard document 3/);
    assert.match(plain, /\nStruck out, or void: timed on request/);
    const coloured = await reported(madeRun(true), 'terminal', {
      style,
      terminal: { width: 120, color: true },
    });
    const struck = coloured.replaceAll('\u001b[9m', '<s>').replaceAll('\u001b[29m', '</s>');
    assert.match(struck, /<s>mill\/wrong<\/s>/);
    assert.match(struck, /<s>10\.0 ns<\/s>/);
    assert.doesNotMatch(struck, /<s>mill\/(plain|slow|liar)/);
    const markdown = await reported(madeRun(true), 'md', { style });
    assert.match(markdown, /\| ~~mill\/wrong~~ +\| mismatch +\| +~~10\.0 ns~~ +\|/);
  }
});

test('the summary has no unverified time', async () => {
  const summary = await reported(madeRun(true), 'summary');
  assert.doesNotMatch(summary, /10\.0 ns|unverified time|~~/);
  assert.match(summary, /mill\/wrong +\| mismatch/);
});

test('unverified times have their own columns in CSV and keys in JSON', async () => {
  const csv = await reported(madeRun(true), 'csv');
  const [head, ...lines] = parse(csv, { relax_column_count: false }) as string[][];
  const of = (name: string, column: string) =>
    lines.find((line) => line.includes(name))![head!.indexOf(column)];
  assert.equal(Number(of('mill/wrong', 'unverified_ns_per_op')).toFixed(6), '10.000000');
  assert.equal(Number(of('mill/wrong', 'unverified_ratio')).toFixed(6), '0.010000');
  for (const column of ['ns_per_op', 'ratio', 'rank', 'finding']) assert.equal(of('mill/wrong', column), '');
  assert.equal(of('mill/plain', 'unverified_ns_per_op'), '');
  const { rows } = JSON.parse(await reported(madeRun(true), 'json'));
  const wrong = rows.find(({ name }: { name: string }) => name === 'mill/wrong');
  assert.deepEqual([wrong.rank, wrong.nsPerOp, wrong.unverified.rounds], [null, null, 10]);
});

test('samples of an unverified row disturb no count', () => {
  const waits = withSamples(madeRun(true), ({ contender, ns }) => ({ waitNs: contender > 1 ? ns : 0 }));
  const { disturbances, disturbed } = onlyCase(waits);
  assert.deepEqual([disturbances.disturbed, disturbed], [0, false]);
});
