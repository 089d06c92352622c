import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRun } from '../../src/store/folder/writer.ts';
import { listRuns, locateRun, newRunId, type RunList, runsFolder } from '../../src/store/locate.ts';
import { nameRun } from '../../src/store/name.ts';
import type { RunRecord } from '../../src/store/record/record.ts';
import { record, temporaryFolder } from './record.ts';

const at = (time: string, suite: string, random: number) => newRunId(suite, new Date(time), random);

const early = at('2025-01-31T09:45:02.137Z', 'users', 0x1111);
const late = at('2025-02-01T00:00:00.000Z', 'alba', 0x2222);

/** Makes finished runs with these ids below `root`, by default in folders of these names. */
function runs(root: string, ids: readonly string[], changes: Partial<RunRecord> = {}, folder?: string) {
  for (const id of ids) {
    const startedAt = id.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z).*/, '$1-$2-$3:$4:$5');
    const run = { ...record, id, startedAt, ...changes };
    createRun(join(runsFolder(root), folder ?? id), run).finish(true);
  }
}

const idsOf = ({ runs }: RunList) => runs.map(({ record }) => record.id);

test('ids sort by time and name the suite', () => {
  assert.equal(early, '20250131T094502.137Z-users-1111');
  assert.equal(at('2025-01-31T09:45:02.138Z', 'alba', 0), '20250131T094502.138Z-alba-0000');
  assert.equal(at('2025-01-31T09:45:02.137Z', 'my suite/2', 1), '20250131T094502.137Z-my-suite-2-0001');
  assert.match(newRunId('alba'), /^\d{8}T\d{6}\.\d{3}Z-alba-[0-9a-f]{4}$/);
});

test('a run is found by last, its id, either end of the id, or its path', async (t) => {
  const root = temporaryFolder(t);
  runs(root, [late, early]);
  assert.deepEqual(idsOf(await listRuns(root)), [early, late]);
  const [earlyFolder, lateFolder] = [early, late].map((id) => join(runsFolder(root), id));
  for (const which of ['last', 'last~0', '2222']) assert.equal(await locateRun(root, which), lateFolder);
  for (const which of ['last~1', early, '20250131']) assert.equal(await locateRun(root, which), earlyFolder);
  await assert.rejects(locateRun(root, 'last~2'), /no run "last~2": the oldest run is last~1$/);
  assert.equal(await locateRun('/elsewhere', earlyFolder!), earlyFolder);
  assert.equal(await locateRun('/elsewhere', join(earlyFolder!, 'run.json')), earlyFolder);
});

test('no runs, an unknown name and an ambiguous one have different errors', async (t) => {
  const root = temporaryFolder(t);
  await assert.rejects(locateRun(root, 'last'), /no runs yet/);
  runs(root, [early, at('2025-01-31T10:45:02.137Z', 'users', 0x2222)]);
  await assert.rejects(locateRun(root, 'nothing'), /no run "nothing": type last, .*`wiremark runs` lists$/);
  const message = /matches several runs: .*1111, .*2222/;
  await assert.rejects(locateRun(root, '20250131'), { name: 'StoreError', message });
});

test('a run is found by its name, which precedes the beginning of an id', async (t) => {
  const root = temporaryFolder(t);
  runs(root, [early], { name: '20250201' });
  runs(root, [late], { name: 'before' });
  assert.equal(await locateRun(root, 'before'), join(runsFolder(root), late));
  assert.equal(await locateRun(root, '20250201'), join(runsFolder(root), early));
});

test("a suite's name means its newest ended run, unless a run has that name", async (t) => {
  const root = temporaryFolder(t);
  const [first, second, third] = [1, 2, 3].map((day) => at(`2025-01-0${day}T00:00:00.000Z`, 'orders', day));
  const suite = { ...record.suite, name: 'orders' };
  runs(root, [first!, second!], { suite });
  runs(root, [at('2025-01-04T00:00:00.000Z', 'users', 4)]);
  assert.equal(await locateRun(root, 'orders'), join(runsFolder(root), second!));
  // An unreadable newer run of the suite is an error; an older run doesn't replace it.
  mkdirSync(join(runsFolder(root), third!));
  await assert.rejects(locateRun(root, 'orders'), /-orders-0003: not a run/);
  nameRun(join(runsFolder(root), first!), 'orders');
  assert.equal(await locateRun(root, 'orders'), join(runsFolder(root), first!));
});

test('a copied run is found by its record, whatever its folder is named', async (t) => {
  const root = temporaryFolder(t);
  runs(root, [late]);
  runs(root, [early], {}, 'zz from the other machine');
  assert.deepEqual(idsOf(await listRuns(root)), [early, late]);
  for (const which of [early, 'last~1', '1111', 'zz from the other machine'])
    assert.equal(await locateRun(root, which), join(runsFolder(root), 'zz from the other machine'));
});
