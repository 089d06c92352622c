/** What goes wrong with wiremark itself ends the run and its runners, keeps what there is, and is told in one line. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { areGone, begin, childrenOf, recordOf, runsIn, scratchFolder } from './command.ts';
import { writeFake } from './definitions.ts';

const scratch = scratchFolder('own-faults');

test('a run whose folder is gone while a runner starts ends, with one line and 2', async () => {
  const cwd = scratch('slow');
  // One is ready soon, the other never is.
  writeFake(cwd, ['none', 'hang-on-load'], ['{serializer}']);
  const run = begin(cwd, ['run', 'mine.toml', '--runner', 'fake/runner.toml', '--quick']);
  while (!runsIn(cwd).some((one) => existsSync(join(one, 'run.json')))) {
    assert.equal(run.child.exitCode, null, run.errors());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const [folder] = runsIn(cwd);
  renameSync(folder!, join(cwd, 'moved'));
  const children = childrenOf(run.child);
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, 20_000, 'late').unref());
  const status = await Promise.race([run.ended, late]);
  if (status === 'late') run.child.kill('SIGKILL');
  assert.equal(status, 2, run.errors());
  assert.doesNotMatch(run.errors(), /^\s+at /m, 'a stack');
  const lines = run
    .errors()
    .split('\n')
    .filter((line) => /run\.json|no such file/i.test(line));
  assert.equal(lines.length, 1, run.errors());
  await areGone(children);
  assert.equal(recordOf(join(cwd, 'moved')).partial, true, 'what there was is there');
  assert.equal(readFileSync(join(cwd, 'moved/samples.csv'), 'utf8').replace(/.*\n/g, ''), '');
});
