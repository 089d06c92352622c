/** What a run is called where people read of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord } from '../../src/store/record/record.ts';
import { runLabel, runLabels, runSlug, spelledTime, typedRun } from '../../src/store/record/run-label.ts';
import { record } from './record.ts';

const startedAt = '2026-11-22T23:59:30.000Z';
const run = (changes: Partial<RunRecord>): RunRecord => ({ ...record, startedAt, ...changes });
const plain = run({ suite: { ...record.suite, name: 'quickstart' } });

test('a run is called by its name, else its suite and time; never by a tag or its id', () => {
  assert.equal(runLabel(run({ name: 'before the change', tags: ['v1'] })), 'before the change');
  assert.equal(runLabel(run({ suite: plain.suite, tags: ['v1'] })), runLabel(plain));
  assert.equal(runLabel(plain), `quickstart, ${spelledTime(startedAt)}`);
});

test('runs of one label are told apart by their time, those of one minute by seconds, else their id', () => {
  const later = run({ name: 'v1', startedAt: '2026-11-23T08:00:00.000Z' });
  // A tag isn't mistaken for a name.
  assert.deepEqual(runLabels([run({ name: 'v1' }), later, run({ name: 'v2' }), run({ tags: ['v2'] })]), [
    `v1, ${spelledTime(startedAt)}`,
    `v1, ${spelledTime(later.startedAt)}`,
    'v2',
    `record, ${spelledTime(startedAt)}`,
  ]);
  const soon = { ...plain, startedAt: '2026-11-22T23:59:42.000Z' };
  assert.deepEqual(runLabels([plain, soon]), [`${runLabel(plain)}:30`, `${runLabel(plain)}:42`]);
  const ids = ['20261122T235930.000Z-quickstart-29bc', 'other'];
  const labels = runLabels(ids.map((id) => ({ ...plain, id })));
  assert.deepEqual(labels, [`${runLabel(plain)} (29bc)`, `${runLabel(plain)} (other)`]);
});

test('a label is safe as the name of a file, and what is typed for a run means it in a shell', () => {
  assert.equal(runSlug(run({ name: 'Über: 2 & "3"' }), []), 'Über-2-3');
  assert.match(runSlug(plain, [plain]), /^quickstart-2026-11-2\d-\d{4}$/);
  assert.equal(runSlug(run({ name: '&&', id: 'x' }), []), 'x');
  const [one, two] = ['1', '2'].map((id) => run({ name: 'v1', id })) as [RunRecord, RunRecord];
  assert.notEqual(runSlug(one, [one, two]), runSlug(two, [one, two]));
  assert.equal(typedRun(run({ name: 'v1.2' })), 'v1.2');
  assert.equal(typedRun(run({ name: "before anna's" })), `'before anna'\\''s'`);
  assert.equal(typedRun(run({ tags: ['v1'], id: 'an-id' })), 'an-id');
});
