import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../src/stats/comparison.ts';
import { rankByRatio } from '../../src/stats/ranking.ts';
import { approximately, logs } from './approximately.ts';

const ROUNDS = 10;
/** Ten rounds around `middle`; `shared` is what all rows of a round have in common, the baseline's own noise. */
const row = (name: string, middle: number, own: (round: number) => number, shared = 0) => ({
  name,
  rounds: logs(
    Array.from({ length: ROUNDS }, (_, i) => middle + own(i) + shared * ((i * 7) % ROUNDS) - shared * 4.5),
  ),
});
const noise = (size: number) => (round: number) => size * (((round * 3) % ROUNDS) - 4.4);
const ranks = (rows: readonly ReturnType<typeof row>[]) =>
  rankByRatio(rows).map(({ row, rank }) => `${rank} ${row.name}`);

test('rows come fastest first, whatever the order they came in', () => {
  assert.deepEqual(ranks([row('c', 0.7, noise(0.001)), row('a', -0.2, noise(0.001)), row('b', 0, () => 0)]), [
    '1 a',
    '2 b',
    '3 c',
  ]);
});

test('a tie shares a rank and the next rank counts it', () => {
  assert.deepEqual(
    ranks([row('a', 0, noise(0.01)), row('b', 0.005, noise(-0.01)), row('c', 1, noise(0.01))]),
    ['1 a', '1 b', '3 c'],
  );
});

test('intervals against the baseline may overlap widely and the two rows still be told apart', () => {
  const rows = [row('a', 0, noise(0.0001), 0.05), row('b', 0.02, noise(0.0002), 0.05)];
  const [a, b] = rows.map(({ rounds }) => compare(rounds)!.interval!);
  assert.ok(a!.high > b!.low, 'the premise: intervals to the baseline overlap');
  assert.deepEqual(ranks(rows), ['1 a', '2 b']);
  const second = rankByRatio(rows)[1]!;
  assert.ok(second.above!.interval!.low > 1);
});

test('intervals against the baseline may be narrow and apart from it, and the two rows still tie', () => {
  const rows = [row('a', 0.5, noise(0.002)), row('b', 0.503, noise(-0.002))];
  assert.ok(rows.every(({ rounds }) => compare(rounds)!.interval!.low > 1.5));
  assert.deepEqual(ranks(rows), ['1 a', '1 b']);
});

test('ties are handed down: first and last may differ', () => {
  const rows = [row('a', 0, noise(0.002)), row('b', 0.01, noise(-0.003)), row('c', 0.02, noise(0.002))];
  assert.deepEqual(ranks(rows), ['1 a', '1 b', '1 c']);
  assert.deepEqual(ranks([rows[0]!, rows[2]!]), ['1 a', '2 c']);
});

test('what has too few common rounds to be told apart ties', () => {
  const one = (name: string, log: number) => ({ name, rounds: logs([log]) });
  assert.deepEqual(
    rankByRatio([one('a', 0), one('b', 3)]).map(({ rank }) => rank),
    [1, 1],
  );
  const late = { name: 'b', rounds: [{ round: 8, log: 3, blocks: 12 }] };
  const [, second] = rankByRatio([one('a', 0), late]);
  assert.equal(second!.rank, 1);
  assert.equal(second!.above, null);
});

test('the ratio that orders is the one against the baseline', () => {
  const [only] = rankByRatio([row('a', Math.log(3), () => 0)]);
  approximately(only!.comparison.ratio, 3);
  assert.equal(only!.above, null);
  assert.throws(() => rankByRatio([{ rounds: [] }]), RangeError);
});
