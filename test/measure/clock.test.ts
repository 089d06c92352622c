import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClockWatch } from '../../src/measure/clock.ts';

const MS = 1e6;
type Slice = Parameters<ClockWatch['add']>[0];
/** A slice of 50 ms that keeps a core busy and no result, told 0.2 ms later. */
const honest: Slice = {
  keep: 0,
  ns: 50 * MS,
  cpuNs: 50 * MS,
  waitNs: 0,
  elapsedNs: 50.2 * MS,
  heldNs: 0,
  ranNs: 50 * MS,
};
const lie = { ...honest, ns: 5 * MS, cpuNs: 5 * MS };
const times = <T>(count: number, slice: T) => Array.from({ length: count }, () => slice);
const place = { cores: 2, documentBytes: 600 };

function clockFault(slices: readonly Slice[], at = place) {
  const watch = new ClockWatch(at);
  for (const slice of slices) watch.add(slice);
  return watch.fault();
}

test('honest slices are believed, also those of many cores and those that wait', () => {
  assert.equal(clockFault(times(12, honest), place), null);
  assert.equal(clockFault(times(12, { ...honest, cpuNs: 100 * MS }), place), null, 'two cores at work');
  const loaded = {
    ...{ ...honest, cpuNs: 2 * MS, waitNs: 46 * MS, elapsedNs: 400 * MS, heldNs: 395 * MS },
    ranNs: 4.5 * MS,
  };
  assert.equal(clockFault(times(12, loaded), place), null, 'waiting before and after its own clock');
  const untold = { ...honest, elapsedNs: 180 * MS, heldNs: null, ranNs: null };
  assert.equal(clockFault(times(12, untold), place), null, 'where nobody tells of waits, more is allowed');
  const late = { ...honest, elapsedNs: 180 * MS };
  assert.equal(clockFault(times(12, late), place), null, 'an answer that waits unseen');
});

test('slices that say a tenth of what they take lie, by name of both figures', () => {
  const reason = clockFault(times(12, lie), place)!;
  assert.match(reason, /take 60\.0 ms in all, .* take 602 ms by wiremark's own stopwatch \(12 slices\)/);
  assert.notEqual(clockFault(times(12, { ...lie, heldNs: null, ranNs: null }), place), null);
});

test('a clock that tells a bit more than half of the time is one that lies', () => {
  const half = { ...honest, ns: 27 * MS, cpuNs: 27 * MS };
  assert.notEqual(clockFault(times(12, half), place), null);
  const waiting = { ...half, ns: 40 * MS, elapsedNs: 75 * MS, waitNs: 10 * MS, heldNs: 25 * MS };
  assert.notEqual(clockFault(times(12, waiting), place), null, 'beside another program');
  // While others warm up it waits for as long as it works: what it tells of those slices happens to be true.
  const crowded = { ...half, ns: 54 * MS, waitNs: 4 * MS, elapsedNs: 100 * MS, heldNs: 50 * MS };
  assert.equal(clockFault(times(12, crowded), place), null);
  assert.notEqual(clockFault([...times(12, crowded), ...times(6, half)], place), null, 'beside its peers');
  assert.notEqual(
    clockFault([...times(30, crowded), ...times(4, half)], place),
    null,
    'however many of them',
  );
  const keeping = { ...half, keep: 1 };
  assert.notEqual(clockFault(times(12, keeping), place), null, 'a small result explains no 20 ms');
});

test('so do those that take longer than it took to answer', () => {
  const reason = clockFault(times(12, { ...honest, ns: 500 * MS }), place)!;
  assert.match(reason, /take 6\.00e\+3 ms in all, .* take 602 ms/);
});

test('and those that burn more than there are cores, where the watch can’t see it', () => {
  const reason = clockFault(times(12, { ...honest, cpuNs: 500 * MS }), place)!;
  assert.match(reason, /take 600 ms and 6\.00e\+3 ms of CPU time in all, more than 2 cores have/);
});

test('short slices count as much as long ones: a clock that is short in them alone is found by the sum', () => {
  const short = { ...honest, ns: 1 * MS, cpuNs: 1 * MS, elapsedNs: 15 * MS, ranNs: 14 * MS };
  assert.notEqual(clockFault(times(60, short), place), null);
  assert.notEqual(clockFault([...times(6, honest), ...times(60, short)], place), null);
  const tiny = { ...honest, ns: 0.05 * MS, cpuNs: 0, elapsedNs: 0.9 * MS, ranNs: 0.9 * MS };
  assert.equal(
    clockFault([...times(6, honest), ...times(60, tiny)], place),
    null,
    'an answer takes its time',
  );
});

test('what finishing a large result takes after the clock is no lie, within what its size explains', () => {
  const keeping = { ...honest, keep: 1, elapsedNs: 450 * MS, ranNs: 450 * MS };
  const large = { ...place, documentBytes: 1_000_000 };
  assert.equal(clockFault([...times(6, honest), ...times(12, keeping)], large), null);
  assert.notEqual(clockFault([...times(6, honest), ...times(12, keeping)], place), null, 'of a small one');
  const others = { ...keeping, keep: 0 };
  assert.notEqual(clockFault([...times(6, others), ...times(12, keeping)], large), null, 'of none');
});

test('single odd slices damn nobody, and a moment tells nothing', () => {
  const odd = { ...honest, elapsedNs: 130 * MS, ranNs: 130 * MS };
  assert.equal(clockFault([...times(12, honest), odd], place), null);
  assert.equal(clockFault([...times(12, honest), lie, lie], place), null, 'the two that are over by most');
  const brief = { ...lie, ns: 0, elapsedNs: 50 * MS, ranNs: 5 * MS };
  assert.equal(clockFault(times(4, brief), place), null, 'the others by less than 10 ms');
  assert.notEqual(clockFault(times(5, brief), place), null);
  assert.equal(
    clockFault(times(9, { ...lie, ranNs: null }), place),
    null,
    'fewer than ten, by the stopwatch alone',
  );
  const short = { ...odd, ns: 30 * MS };
  assert.equal(clockFault([...times(12, { ...honest, keep: 1 }), short], place), null);
});
