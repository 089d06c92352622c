import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isMeasured, Recorder } from '../../src/run/recorder.ts';
import { findUnfinished, finishMeasured } from '../../src/run/resuming.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { createRun } from '../../src/store/folder/writer.ts';
import { runsFolder } from '../../src/store/locate.ts';
import type { RunRecord } from '../../src/store/record/record.ts';
import { record, sample, temporaryFolder } from '../store/record.ts';

const over = (changes: Partial<RunRecord> = {}): RunRecord => ({
  ...record,
  cases: [{ ...record.cases[0]!, rounds: 3, ended: 'rounds' }],
  ...changes,
});

function killed(root: string, planned: RunRecord): string {
  const folder = join(runsFolder(root), planned.id);
  createRun(folder, planned).sample(sample(0));
  rmSync(join(folder, 'writer.lock'), { recursive: true });
  return folder;
}

test('resuming a run that was killed between its last case and its end finishes it', async (t) => {
  const root = temporaryFolder(t);
  const folder = killed(root, over());
  const unfinished = await findUnfinished(root, 'last');
  assert.ok(isMeasured(unfinished.run.record));
  assert.equal(finishMeasured(unfinished), folder);
  const { record: now, samples } = readRun(folder);
  assert.equal(now.partial, false);
  assert.equal(now.finishedAt, unfinished.stoppedAt.toISOString(), 'the time of its last sample');
  assert.equal(now.interruptions, undefined);
  assert.equal(now.samples.count, 1);
  assert.deepEqual(samples.of(0), [sample(0)]);
  assert.ok(!existsSync(join(folder, 'writer.lock')));
  await assert.rejects(findUnfinished(root, 'last'), /is complete: every case was measured to its end/);
});

test('a run whose budget was too short for its rounds stays partial', async (t) => {
  const root = temporaryFolder(t);
  killed(root, over({ cases: [{ ...record.cases[0]!, rounds: 1, ended: 'budget' }] }));
  const { record: now } = readRun(finishMeasured(await findUnfinished(root, 'last')));
  assert.deepEqual([now.partial, now.stopped], [true, undefined]);
});

test('the newest unfinished run is resumed, even if a finished one is newer', async (t) => {
  const root = temporaryFolder(t);
  const older = killed(root, { ...record, id: 'older', startedAt: '2025-01-01T00:00:00Z' });
  const folder = killed(root, record);
  createRun(join(runsFolder(root), 'newer'), over({ id: 'newer', startedAt: '2025-03-01T00:00:00Z' })).finish(
    true,
  );
  assert.equal((await findUnfinished(root, 'last')).run.folder, folder);
  const named = await findUnfinished(root, 'older');
  assert.equal(named.run.folder, older);
  await assert.rejects(findUnfinished(root, 'newer'), /is complete/);
});

test('the record distinguishes an interrupt from an error of wiremark', async (t) => {
  const stopped = async (end: (recorder: Recorder) => void) => {
    const folder = join(temporaryFolder(t), 'run');
    end(new Recorder(record, createRun(folder, record)));
    return readRun(folder).record;
  };
  const interrupted = await stopped((recorder) => recorder.finish(false));
  assert.deepEqual([interrupted.partial, interrupted.stopped], [true, { why: 'interrupt' }]);
  const failed = await stopped((recorder) => recorder.finish(false, undefined, 'no space left'));
  assert.deepEqual([failed.partial, failed.stopped], [true, { why: 'crash', message: 'no space left' }]);
});

test('the length and the end of a run come from a monotonic clock, even if the time of day is set back', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse(record.startedAt) });
  const folder = join(temporaryFolder(t), 'run');
  let now = 5000;
  const begun = { ...record, seconds: 10 };
  const recorder = new Recorder(begun, createRun(folder, begun), () => now);
  now += 2_500;
  recorder.rounds(0, 1);
  assert.equal(readRun(folder).record.seconds, 12.5, 'also if the run is killed');
  now += 87_500;
  t.mock.timers.setTime(Date.parse('2006-01-01T00:00:00Z'));
  recorder.finish(true);
  const { startedAt, finishedAt, seconds } = readRun(folder).record;
  assert.equal(Date.parse(finishedAt!) - Date.parse(startedAt), 90_000);
  assert.equal(seconds, 100);
});
