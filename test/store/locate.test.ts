import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoreError } from '../../src/store/error.ts';
import { listRuns, locateRun, newRunId, runsFolder } from '../../src/store/locate.ts';
import { createRun } from '../../src/store/writer.ts';
import { record, temporaryFolder } from './record.ts';

const at = (time: string, suite: string, random: number) => newRunId(suite, new Date(time), random);

/** Makes finished runs with these ids below `root`. */
function runs(root: string, ids: readonly string[]) {
  for (const id of ids) createRun(join(runsFolder(root), id), { ...record, id }).finish(true);
}

test('ids sort by time and name the suite', () => {
  const early = at('2025-01-31T09:45:02.137Z', 'users', 0xffff);
  const late = at('2025-01-31T09:45:02.138Z', 'alba', 0);
  assert.equal(early, '20250131T094502.137Z-users-ffff');
  assert.equal(late, '20250131T094502.138Z-alba-0000');
  assert.ok(early < late);
  assert.equal(at('2025-01-31T09:45:02.137Z', 'my suite/2', 1), '20250131T094502.137Z-my-suite-2-0001');
  assert.match(newRunId('alba'), /^\d{8}T\d{6}\.\d{3}Z-alba-[0-9a-f]{4}$/);
});

test('the last run, a run by its id, by either end of it, or by its path', async (t) => {
  const root = temporaryFolder(t);
  const early = at('2025-01-31T09:45:02.137Z', 'users', 0x1111);
  const late = at('2025-02-01T00:00:00.000Z', 'alba', 0x2222);
  runs(root, [late, early]);
  assert.deepEqual(await listRuns(root), [early, late]);
  const [earlyFolder, lateFolder] = [early, late].map((id) => join(runsFolder(root), id));
  assert.equal(await locateRun(root, 'last'), lateFolder);
  assert.equal(await locateRun(root, early), earlyFolder);
  assert.equal(await locateRun(root, '20250131'), earlyFolder);
  assert.equal(await locateRun(root, '2222'), lateFolder);
  assert.equal(await locateRun('/elsewhere', earlyFolder!), earlyFolder);
  assert.equal(await locateRun('/elsewhere', join(earlyFolder!, 'run.json')), earlyFolder);
});

test('no run, none of that name, and more than one are told apart', async (t) => {
  const root = temporaryFolder(t);
  await assert.rejects(locateRun(root, 'last'), /no runs yet/);
  runs(root, [
    at('2025-01-31T09:45:02.137Z', 'users', 0x1111),
    at('2025-01-31T10:45:02.137Z', 'users', 0x2222),
  ]);
  await assert.rejects(locateRun(root, 'nothing'), /no run "nothing"; the last is 20250131T1045/);
  await assert.rejects(locateRun(root, '20250131'), /short for .*1111, .*2222/);
  await assert.rejects(locateRun(root, '20250131'), StoreError);
});

test('folders without a run in them are no runs', async (t) => {
  const root = temporaryFolder(t);
  mkdirSync(join(runsFolder(root), at('2025-01-31T09:45:02.137Z', 'users', 1)), { recursive: true });
  mkdirSync(join(runsFolder(root), 'notes'));
  assert.deepEqual(await listRuns(root), []);
});
