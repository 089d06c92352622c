import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byAge, countedRuns } from '../../src/store/newest.ts';
import { partialReason } from '../../src/store/record/partial.ts';
import type { RunRecord } from '../../src/store/record/record.ts';
import { record } from './record.ts';

const whole = { finishedAt: '2025-06-01T00:00:00Z', partial: false };
const run = (id: string, startedAt: string, changes: Partial<RunRecord> = whole): { record: RunRecord } => ({
  record: { ...record, id, startedAt, ...changes },
});
const inOrder = (...runs: readonly { record: RunRecord }[]) =>
  runs.toSorted((a, b) => byAge(a.record, b.record)).map(({ record }) => record.id);

test('runs are sorted by start, in any notation of time', () => {
  const [a, b] = [run('a', '2025-01-01T10:00:00Z'), run('b', '2025-01-01T10:00:00.500Z')];
  assert.deepEqual(inOrder(b, a), ['a', 'b']);
});

test('a resumed run is newer than runs that began in between', () => {
  const interruptions = [{ from: '2025-01-01T11:00:00Z', until: '2025-01-03T10:00:00Z' }];
  const resumed = run('resumed', '2025-01-01T10:00:00Z', { ...whole, interruptions });
  assert.deepEqual(inOrder(resumed, run('between', '2025-01-02T10:00:00Z')), ['between', 'resumed']);
});

const { finishedAt } = whole;
const measured = { cases: [{ ...record.cases[0]!, ended: 'budget', rounds: 1 }] } as const;
const spent = { ...measured, finishedAt: whole.finishedAt, settings: { ...record.settings, budget: 600 } };

test('last counts runs that ended by rounds or budget, or all if none did', () => {
  const runs = [
    run('whole', '2025-01-01T00:00:00Z'),
    run('short', '2025-01-02T00:00:00Z', spent),
    run('interrupted', '2025-01-03T00:00:00Z', { finishedAt, stopped: { why: 'interrupt' } }),
    run('killed', '2025-01-04T00:00:00Z', {}),
  ];
  const ids = (counted: typeof runs) => countedRuns(counted).map(({ record }) => record.id);
  assert.deepEqual(ids(runs), ['short', 'whole']);
  assert.deepEqual(ids(runs.slice(2)), ['killed', 'interrupted']);
});

test('a record says why its run is partial', () => {
  const reason = (changes: Partial<RunRecord>) => partialReason({ ...record, ...changes });
  assert.equal(reason(whole), null);
  const rounds = { minimum: 3, maximum: 5 };
  const cases = [{ ...record.cases[0]!, ended: 'budget', rounds: 2 } as const];
  const short = { ...spent, cases, settings: { ...spent.settings, rounds } };
  const text = "its budget didn't suffice for another round";
  assert.deepEqual(reason(short), { why: 'budget', text: `${text}: record/single, serialize has 2 of 3` });
  const two = reason({ ...short, cases: [...cases, ...cases, { ...cases[0]!, rounds: 3 }] });
  assert.equal(two?.text, `${text}: 2 of 3 cases have fewer than 3`);
  const interrupted = reason({ ...measured, finishedAt, stopped: { why: 'interrupt' } });
  assert.deepEqual(interrupted, { why: 'interrupt', text: 'it was interrupted' });
  const failed = reason({ finishedAt, stopped: { why: 'crash', message: 'no space left' } });
  assert.deepEqual(failed, { why: 'crash', text: 'wiremark failed: no space left' });
  assert.equal(reason({})?.why, 'crash', 'killed');
});
