/** What goes wrong with wiremark itself ends the run and its runners, keeps what there is, and is told in one line. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { areGone, begin, childrenOf, recordOf, runsIn, scratchFolder } from './command.ts';
import { entry, suiteToml } from './definitions.ts';

const scratch = scratchFolder('own-faults');
const fake = fileURLToPath(new URL('../runner/fake-runner.mjs', import.meta.url));

/** A runner with a row that is ready soon, and one that never is. */
function slowPlace(): string {
  const cwd = scratch('slow');
  mkdirSync(join(cwd, 'slow'));
  cpSync(fake, join(cwd, 'slow/fake-runner.mjs'));
  const rows = ['none', 'hang-on-load'].map((id) => {
    writeFileSync(join(cwd, `slow/${id}.txt`), '');
    return entry(id);
  });
  const start = `start = ["node", "{folder}/fake-runner.mjs", "{serializer}"]`;
  writeFileSync(join(cwd, 'slow/runner.toml'), `runtime = "fake"\n${start}\n${rows.join('')}`);
  writeFileSync(join(cwd, 'mine.toml'), suiteToml({ serializers: ['fake/none', 'fake/*'] }));
  return cwd;
}

test('a run whose folder is gone while a runner starts ends, with one line and 2', async () => {
  const cwd = slowPlace();
  const run = begin(cwd, ['run', 'mine.toml', '--runner', 'slow/runner.toml', '--quick']);
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
