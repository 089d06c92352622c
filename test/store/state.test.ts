import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runState, secondsTaken } from '../../src/store/state.ts';
import { record, temporaryFolder } from './record.ts';
import { writtenBy } from './writing.ts';

const finishedAt = '2025-01-31T10:45:02.137Z';

test('an unfinished run that a process writes is running; naming a finished run is not', (t) => {
  const folder = temporaryFolder(t);
  assert.equal(runState(folder, record), 'partial', 'killed');
  // The parent of this process is alive.
  writtenBy(process.ppid, folder);
  assert.equal(runState(folder, record), 'running');
  assert.equal(runState(folder, { ...record, finishedAt }), 'partial', 'interrupted, and given a name');
  assert.equal(runState(folder, { ...record, finishedAt, partial: false }), 'complete');
});

test('the duration of a run is its recorded seconds, null before its end', () => {
  assert.equal(secondsTaken({ ...record, finishedAt, seconds: 12.5 }), 12.5);
  assert.equal(secondsTaken(record), null);
});
