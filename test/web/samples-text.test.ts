import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RowSample, readSamples, writeSamples } from '../../src/web/run/page-run.ts';

const slice = (changes: Partial<RowSample> = {}): RowSample => {
  return { round: 0, phase: 'block', block: 0, ops: 1000, ns: 50_000_000, waitNs: 0, ...changes };
};

test('slices come back as they were, to the nanosecond', () => {
  const slices = [
    slice({ phase: 'start', ops: 0, ns: 310_000_001 }),
    slice({ phase: 'first', ops: 1, ns: 7 }),
    slice({ block: 0, ns: 49_999_999 }),
    slice({ block: 1, ns: 50_000_123 }),
    // A block that is missing, other operations, another round, and times beyond 32 bits.
    slice({ block: 5, ns: 1 }),
    slice({ block: 6, ops: 999 }),
    slice({ round: 1, block: 0, ops: 2 ** 40 + 1, ns: 2 ** 40 + 1 }),
    slice({ round: 300, block: 70_000, ns: 0 }),
    // Waits that are all unknown, and some that are and some that aren't.
    slice({ round: 301, waitNs: null }),
    slice({ round: 301, block: 1, waitNs: null }),
    slice({ round: 302, waitNs: 0 }),
    slice({ round: 302, block: 1, waitNs: null }),
    slice({ round: 302, block: 2, waitNs: 2 ** 33 }),
  ];
  assert.deepEqual(readSamples(writeSamples(slices)), slices);
});

test('no slices are no text', () => {
  assert.equal(writeSamples([]), '');
  assert.deepEqual(readSamples(''), []);
});

test('warm-ups are left out', () => {
  const counted = slice({ block: 3 });
  const packed = writeSamples([slice({ phase: 'warmup' }), counted]);
  assert.deepEqual(readSamples(packed), [counted]);
});
