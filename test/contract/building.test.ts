/** Somebody builds for other datasets while a run is under way: both finish well. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { begin, pause, runsIn, samplesOf, scratchFolder, wiremark } from './command.ts';
import { place } from './place.ts';
import { compiled, found } from './shipped.ts';

const folder = scratchFolder('building');

test('a check in a second terminal builds what the run in the first has not, and disturbs nothing', async (t) => {
  const cwd = folder('both');
  const { runtime, serializers } = compiled;
  const { id } = found(serializers, ({ format }) => format === 'json');
  const rows = ['-s', `${runtime}/${id}`];
  const ready = wiremark(cwd, ['check', 'quickstart', ...rows, '-t', 'serialize']);
  const unavailable = /^\S+ +unavailable +(.*)$/m.exec(ready.stdout)?.[1];
  if (unavailable !== undefined) return t.skip(unavailable);
  const builds = () =>
    readdirSync(join(place.cache, 'builds', runtime)).filter((name) => !/^\.|\.lock$/.test(name));
  const before = builds();

  const words = ['run', 'quickstart', ...rows, '-t', 'serialize', '--quick', '--rounds', '5', '--no-limits'];
  const run = begin(cwd, [...words, '--no-memory', '--format', 'json']);
  while (runsIn(cwd).every((one) => samplesOf(one).length === 0) && run.child.exitCode === null)
    await pause();
  const check = wiremark(cwd, ['check', 'playground', ...rows]);
  assert.equal(check.status, 0, check.stdout + check.stderr);
  assert.equal(await run.ended, 0, run.errors());
  const { rows: measured } = JSON.parse(run.output()) as {
    rows: { verdict: string; reason: string | null }[];
  };
  assert.deepEqual(
    measured.map(({ verdict, reason }) => ({ verdict, reason })),
    [{ verdict: 'ok', reason: null }],
  );
  const after = builds();
  assert.deepEqual(
    before.filter((name) => !after.includes(name)),
    [],
    'nothing that was built has gone',
  );
});
