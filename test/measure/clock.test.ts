import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockDoubt, clockFault } from '../../src/measure/clock.ts';

const MS = 1e6;
/** A slice of 50 ms that keeps a core busy, told 0.2 ms later. */
const honest = { ns: 50 * MS, cpuNs: 50 * MS, elapsedNs: 50.2 * MS, heldNs: 0 };
const lie = { ns: 5 * MS, cpuNs: 5 * MS, elapsedNs: 50.2 * MS, heldNs: 0 };
const times = <T>(count: number, slice: T) => Array.from({ length: count }, () => slice);

test('honest slices are believed, also those of many cores and those that wait', () => {
  assert.equal(clockFault(times(12, honest), 2), null);
  assert.equal(clockFault(times(12, { ...honest, cpuNs: 100 * MS }), 2), null, 'two cores at work');
  const loaded = { ns: 50 * MS, cpuNs: 2 * MS, elapsedNs: 400 * MS, heldNs: 395 * MS };
  assert.equal(clockFault(times(12, loaded), 2), null, 'waiting before and after its own clock');
  const untold = { ...honest, elapsedNs: 180 * MS, heldNs: null };
  assert.equal(clockFault(times(12, untold), 2), null, 'where nobody tells of waits, more is allowed');
});

test('a slice that says a tenth of what it takes is a lie, by name of both figures', () => {
  const reason = clockFault(times(12, lie), 64)!;
  assert.match(reason, /take 5\.00 ms, .* take 50\.2 ms by wiremark's own stopwatch \(in 12 of 12 slices/);
  assert.notEqual(clockFault(times(12, { ...lie, heldNs: null }), 64), null);
});

test('so is one that takes longer than it took to answer', () => {
  const reason = clockFault(times(12, { ...honest, ns: 500 * MS, cpuNs: 50 * MS }), 2)!;
  assert.match(reason, /take 500 ms, .* take 50\.2 ms/);
});

test('and one that burns more than there are cores, where the watch can’t see it', () => {
  const reason = clockFault(times(12, { ...honest, cpuNs: 500 * MS }), 2)!;
  assert.match(reason, /take 50\.0 ms and 500 ms of CPU time, more than 2 cores have/);
});

test('short slices are forgiven before the blocks what is forgiven to one of full length', () => {
  const isDoubted = (change: object) => clockDoubt([{ ...honest, ...change }], 0) !== null;
  assert.equal(isDoubted({}), false);
  assert.equal(isDoubted({ elapsedNs: 99 * MS }), false);
  assert.equal(isDoubted({ elapsedNs: 400 * MS, heldNs: 350 * MS }), false, 'it waited');
  assert.equal(isDoubted({ elapsedNs: 240 * MS, heldNs: null }), false, 'perhaps it waited');
  assert.equal(isDoubted({ elapsedNs: 120 * MS }), true);
  assert.equal(isDoubted({ elapsedNs: 300 * MS, heldNs: null }), true);
  assert.equal(isDoubted({ ns: 500, elapsedNs: 99 * MS }), false);
  assert.equal(isDoubted({ ns: 500, elapsedNs: 249 * MS, heldNs: null }), false);
  assert.equal(isDoubted({ ns: 500, elapsedNs: 400 * MS, heldNs: 390 * MS }), false);
});

test('before the blocks so many slices must be wrong, whatever the others tell', () => {
  const short = { ...honest, ns: 0.05 * MS, elapsedNs: 0.2 * MS };
  const wrong = { ...honest, ns: 0.05 * MS, elapsedNs: 500 * MS };
  assert.equal(clockDoubt([...times(6, short), ...times(6, wrong)], 6), null);
  assert.match(
    clockDoubt([...times(5, short), ...times(7, wrong)], 6)!,
    /take 0\.0500 ms, .* take 500 ms by wiremark's own stopwatch \(in 7 of 12 slices\)$/,
  );
  assert.notEqual(clockDoubt(times(2, { ...short, ns: 50 * MS }), 1), null, 'longer than it took to answer');
});

test('single odd slices damn nobody, and short ones tell nothing', () => {
  assert.equal(clockFault([...times(6, honest), ...times(6, lie)], 2), null, 'not more than half');
  assert.notEqual(clockFault([...times(5, honest), ...times(7, lie)], 2), null);
  assert.equal(clockFault(times(12, { ...lie, ns: 1 * MS, elapsedNs: 15 * MS }), 2), null);
  assert.equal(clockFault([lie], 2), null, 'one slice is none');
});
