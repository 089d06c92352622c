import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord } from '../../src/store/record/record.ts';
import { runLabel, runLabels, runSlug, spelledTime, typedRun } from '../../src/store/record/run-label.ts';
import { record } from './record.ts';

const startedAt = '2026-11-22T23:59:30.000Z';
const run = (changes: Partial<RunRecord>): RunRecord => ({ ...record, startedAt, ...changes });
const plain = run({ suite: { ...record.suite, name: 'quickstart' } });

test('the label is the name, else suite and time', () => {
  assert.equal(runLabel(run({ name: 'before the change' })), 'before the change');
  assert.equal(runLabel(plain), `quickstart, ${spelledTime(startedAt)}`);
});

test('equal labels get the end of the id', () => {
  assert.deepEqual(runLabels([run({ name: 'v1', id: 'x-1' }), run({ name: 'v1', id: 'x-2' }), plain]), [
    'v1 (1)',
    'v1 (2)',
    runLabel(plain),
  ]);
});

test('a label is safe as a file name, and a typed run is safe in a shell', () => {
  assert.equal(runSlug(run({ name: 'Über: 2 & "3"' })), 'Über-2-3');
  assert.match(runSlug(plain), /^quickstart-2026-11-2\d-\d{4}$/);
  assert.equal(runSlug(run({ name: '&&', id: 'x' })), 'x');
  assert.equal(typedRun(run({ name: 'v1.2' })), 'v1.2');
  assert.equal(typedRun(run({ name: "before anna's" })), `'before anna'\\''s'`);
  assert.equal(typedRun(run({ id: 'an-id' })), 'an-id');
});
