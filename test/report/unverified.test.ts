import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TABLE_STYLES } from '../../src/define/types.ts';
import {
  csvRows,
  failed,
  namedRun,
  onlyCase,
  recordedFacts,
  reported,
  withRecord,
  withSamples,
} from './small-run.ts';

/** A run in which the rows that failed are by far the fastest. */
const madeRun = (timeUnverified: boolean) =>
  namedRun(
    {
      'mill/plain': 1000,
      'mill/slow': 2000,
      'mill/wrong': { ns: 10, ...failed('mismatch', 'hard document 3: /name: expected "a", found "b"') },
      'mill/memo': { ns: 20, ...failed('remembers') },
      'mill/liar': { ns: 30, ...failed('clock') },
    },
    { request: { ...recordedFacts.request, timeUnverified } },
  );
const TIMED = madeRun(true);

test('a failed row that was timed on request has a time and no rank', () => {
  const { ranked, unranked, baseline } = onlyCase(TIMED);
  assert.equal(baseline, 'mill/plain');
  const seen = ranked.map(({ name, rank, ratio }) => `${rank} ${name} ${ratio.estimate}`);
  assert.deepEqual(seen, ['1 mill/plain 1', '2 mill/slow 2']);
  const found = unranked.map((row) => row.kind === 'failed' && [row.name, row.verdict, row.unverified]);
  const [wrong, memo, liar] = found as [string, string, { nsPerOp: { estimate: number } } | null][];
  assert.deepEqual([wrong![0], wrong![1]], ['mill/wrong', 'mismatch']);
  assert.ok(Math.abs(wrong![2]!.nsPerOp.estimate - 10) < 1e-9);
  assert.ok(Math.abs(memo![2]!.nsPerOp.estimate - 20) < 1e-9);
  assert.deepEqual(liar, ['mill/liar', 'clock', null]);
  const unasked = onlyCase(madeRun(false)).unranked;
  assert.ok(unasked.every((row) => row.kind === 'failed' && row.unverified === null));
});

test('a failed row is never a baseline', () => {
  const [first, second, ...others] = TIMED.record.outcomes;
  const outcomes = [...[first!, second!].map((one) => ({ ...one, ...failed('crash') })), ...others];
  const view = onlyCase(withRecord(TIMED, { outcomes }));
  assert.deepEqual([view.baseline, view.ranked], [null, []]);
  const [wrong] = view.unranked;
  assert.ok(wrong?.kind === 'failed' && wrong.unverified?.ratio === null);
});

test('every style strikes the time out, and without colors marks it with a word', async () => {
  for (const style of TABLE_STYLES) {
    const plain = await reported(TIMED, 'terminal', { width: 120, style });
    assert.match(plain, /\nnot ranked +verdict +unverified time +its ratio +reason\n/);
    assert.match(plain, /\nvoid mill\/wrong +mismatch +void 10\.0 ns +void 0\.01\d* +hard document 3/);
    assert.match(plain, /\nStruck out, or void: timed on request/);
    const coloured = await reported(TIMED, 'terminal', { style, width: 120, color: true });
    const struck = coloured.replaceAll('\u001b[9m', '<s>').replaceAll('\u001b[29m', '</s>');
    assert.match(struck, /<s>mill\/wrong<\/s>/);
    assert.match(struck, /<s>10\.0 ns<\/s>/);
    assert.doesNotMatch(struck, /<s>mill\/(plain|slow|liar)/);
    const markdown = await reported(TIMED, 'md', { style });
    assert.match(markdown, /\| ~~mill\/wrong~~ +\| mismatch +\| +~~10\.0 ns~~ +\|/);
  }
});

test('the summary has no unverified time', async () => {
  const summary = await reported(TIMED, 'summary');
  assert.doesNotMatch(summary, /10\.0 ns|unverified time|~~/);
  assert.match(summary, /mill\/wrong +\| mismatch/);
});

test('unverified times have their own columns in CSV and keys in JSON', async () => {
  const csv = await csvRows(TIMED);
  const [wrong, plain] = ['wrong', 'plain'].map((name) => csv.find((row) => row.name === `mill/${name}`)!);
  assert.equal(Number(wrong!.unverified_ns_per_op).toFixed(6), '10.000000');
  assert.equal(Number(wrong!.unverified_ratio).toFixed(6), '0.010000');
  for (const column of ['ns_per_op', 'ratio', 'rank', 'finding']) assert.equal(wrong![column], '');
  assert.equal(plain!.unverified_ns_per_op, '');
  const { rows } = JSON.parse(await reported(TIMED, 'json'));
  const { rank, nsPerOp, unverified } = rows.find(({ name }: { name: string }) => name === 'mill/wrong');
  assert.deepEqual([rank, nsPerOp, unverified.rounds], [null, null, 10]);
});

test('samples of an unverified row disturb no count', () => {
  const waits = withSamples(TIMED, ({ contender, ns }) => ({ waitNs: contender > 1 ? ns : 0 }));
  const { disturbances, disturbed } = onlyCase(waits);
  assert.deepEqual([disturbances.disturbed, disturbed], [0, false]);
});
