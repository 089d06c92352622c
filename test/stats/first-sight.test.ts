import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstSights, remembering } from '../../src/stats/first-sight.ts';

const block = (round: number, ns: number) => ({
  ...{ round, phase: 'block', block: 0, ops: 10, ns, waitNs: 0 },
});
const once = (phase: string, round: number, ns: number, waitNs: number | null = 0) => ({
  ...{ round, phase, block: 0, ops: 5, ns, waitNs },
});
const fresh = (round: number, ns: number, waitNs?: number) => once('fresh', round, ns, waitNs);
const again = (round: number, ns: number, waitNs?: number) => once('again', round, ns, waitNs);

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
  assert.deepEqual(firstSights(slices), [110 / 5 / 11, 500 / 5 / 20]);
});

test('of several turns of a round the fastest counts', () => {
  assert.deepEqual(firstSights([block(0, 100), fresh(0, 1_500), fresh(0, 75)]), [1.5]);
});

test('what timed documents take in a slice as short is no memory', () => {
  assert.deepEqual(firstSights([block(0, 100), fresh(0, 200), again(0, 100)]), [2]);
  assert.deepEqual(firstSights([block(0, 100), fresh(0, 200, 50), again(0, 1_000, 900)]), [1.5]);
  assert.deepEqual(firstSights([block(0, 100), fresh(0, 200), again(0, 40)]), [4], 'no less than a block');
  const looks = [again(0, 90), again(0, 60), again(0, 900), fresh(0, 900), fresh(0, 270)];
  assert.deepEqual(
    firstSights([block(0, 100), ...looks]),
    [3],
    'the fastest set, and the slice in the middle',
  );
});

test('known documents explain three times a block at most', () => {
  assert.deepEqual(firstSights([block(0, 100), fresh(0, 600), again(0, 600)]), [4]);
});

test('a row remembers if more than half of its rounds are three times slower', () => {
  assert.equal(remembering([3, 9.5, 1], true), null);
  assert.deepEqual(remembering([4, 9, 1], true), { times: 6.5, rounds: 2 });
  assert.equal(remembering([200, 1, 1], true), null, 'a hiccup');
  assert.equal(remembering([200, 300, 1, 1], true), null, 'half is not more than half');
  assert.deepEqual(remembering([200, 1, 300], true), { times: 250, rounds: 2 });
  assert.deepEqual(remembering([36], true), { times: 36, rounds: 1 });
  assert.equal(remembering([], true), null);
});

test('before the last round it takes three to be sure', () => {
  assert.equal(remembering([200, 300], false), null);
  assert.deepEqual(remembering([200, 300, 250], false), { times: 250, rounds: 3 });
});
