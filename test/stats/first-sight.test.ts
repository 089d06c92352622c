import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remembering, unseenTimes } from '../../src/stats/first-sight.ts';

const block = (round: number, ns: number) => ({
  ...{ round, phase: 'block', block: 0, ops: 10, ns, waitNs: 0 },
});
const once = (phase: string, round: number, ns: number, waitNs: number | null = 0) => ({
  ...{ round, phase, block: 0, ops: 5, ns, waitNs },
});
const fresh = (round: number, ns: number, waitNs?: number) => once('unseen', round, ns, waitNs);
const again = (round: number, ns: number, waitNs?: number) => once('again', round, ns, waitNs);

const ratios = (slices: Parameters<typeof unseenTimes>[0]) =>
  unseenTimes(slices).map(({ unseen, known }) => unseen / known);

test('unseen documents are compared with the median block of the same round', () => {
  const slices = [
    ...[100, 110, 900].map((ns) => block(0, ns)),
    fresh(0, 110),
    ...[200, 200].map((ns) => block(1, ns)),
    fresh(1, 2_000, 1_500),
    // Rounds without blocks or unseen documents are skipped.
    fresh(2, 50),
    block(3, 100),
  ];
  assert.deepEqual(ratios(slices), [110 / 5 / 11, 500 / 5 / 20]);
});

test('the median slice counts, of unseen and of known documents', () => {
  const slices = [fresh(0, 1_500), fresh(0, 75), fresh(0, 90), again(0, 60), again(0, 55), again(0, 900)];
  assert.deepEqual(unseenTimes([block(0, 100), ...slices]), [{ unseen: 18, known: 12 }]);
});

test('the known time is the longer of blocks and equally short slices', () => {
  assert.deepEqual(ratios([block(0, 100), fresh(0, 200), again(0, 100)]), [2]);
  assert.deepEqual(ratios([block(0, 100), fresh(0, 200, 50), again(0, 1_000, 900)]), [1.5]);
  assert.deepEqual(ratios([block(0, 100), fresh(0, 600), again(0, 600)]), [1]);
  assert.deepEqual(ratios([block(0, 100), fresh(0, 200), again(0, 40)]), [4]);
});

const rounds = (...times: number[]) => times.map((unseen) => ({ unseen, known: 1 }));

test('a row answers from memory if unseen documents take more than ten times as long in every round', () => {
  assert.equal(remembering(rounds(10, 400, 400), true), null);
  assert.equal(remembering(rounds(1.5, 400, 400), true), null);
  assert.equal(remembering(rounds(9, 9, 9), true), null);
  assert.deepEqual(remembering(rounds(200, 36, 300), true), { unseen: 200, known: 1 });
  assert.deepEqual(remembering(rounds(36), true), { unseen: 36, known: 1 });
  assert.equal(remembering([], true), null);
});

test('before the last round the verdict needs three rounds', () => {
  assert.equal(remembering(rounds(200, 300), false), null);
  assert.deepEqual(remembering(rounds(200, 300, 250), false), { unseen: 250, known: 1 });
});
