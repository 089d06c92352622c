import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FirstSight, firstSights, remembering } from '../../src/stats/first-sight.ts';

const block = (round: number, ns: number) => ({
  ...{ round, phase: 'block', block: 0, ops: 10, ns, waitNs: 0 },
});
const fresh = (round: number, ns: number, waitNs: number | null = 0) => ({
  ...{ round, phase: 'fresh', block: 0, ops: 5, ns, waitNs },
});

const timesOf = (slices: Parameters<typeof firstSights>[0]) => firstSights(slices).map(({ times }) => times);
const sights = (all: readonly number[], disturbed = false): FirstSight[] =>
  all.map((times) => ({ times, disturbed }));

test('time of an operation on new documents over the median of the same round', () => {
  const slices = [
    ...[100, 110, 900].map((ns) => block(0, ns)),
    fresh(0, 110),
    ...[200, 200].map((ns) => block(1, ns)),
    fresh(1, 2_000, 1_500),
    // Without blocks, or without new documents, there is nothing to compare.
    fresh(2, 50),
    block(3, 100),
  ];
  assert.deepEqual(timesOf(slices), [110 / 5 / 11, 500 / 5 / 20]);
});

test('of several turns of a round the fastest counts', () => {
  assert.deepEqual(timesOf([block(0, 100), fresh(0, 1_500), fresh(0, 75)]), [1.5]);
});

test('a round is disturbed if its blocks waited, whatever the new documents did', () => {
  const disturbed = (wait: number | null) =>
    firstSights([{ ...block(0, 100), waitNs: wait }, fresh(0, 100, 80)]).map((sight) => sight.disturbed);
  assert.deepEqual([4, 6, null].map(disturbed), [[false], [true], [false]]);
});

test('a row remembers if more than half of its rounds are three times slower, ten times where it was disturbed', () => {
  assert.equal(remembering(sights([3, 9.5, 1]), true), null);
  assert.deepEqual(remembering(sights([4, 9, 1]), true), { times: 6.5, rounds: 2 });
  assert.equal(remembering(sights([9, 9.5, 9.9], true), true), null);
  assert.deepEqual(remembering(sights([11], true), true), { times: 11, rounds: 1 });
  assert.equal(remembering(sights([200, 1, 1]), true), null, 'a hiccup');
  assert.equal(remembering(sights([200, 300, 1, 1]), true), null, 'half is not more than half');
  assert.deepEqual(remembering(sights([200, 1, 300]), true), { times: 250, rounds: 2 });
  assert.deepEqual(remembering(sights([36]), true), { times: 36, rounds: 1 });
  assert.equal(remembering(sights([]), true), null);
});

test('before the last round it takes three to be sure', () => {
  assert.equal(remembering(sights([200, 300]), false), null);
  assert.deepEqual(remembering(sights([200, 300, 250]), false), { times: 250, rounds: 3 });
});
