import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { areGone, type Begun, begin, childrenOf, scratchFolder, until } from './command.ts';
import { entry, suiteToml, writeFiles } from './definitions.ts';
import { PLAIN } from './shipped.ts';

const scratch = scratchFolder('interrupts');
/** Seconds that a verb may take to end. It takes at most two on an idle machine. */
const SOON = 10;

/** A build that never ends. Its child, in a session of its own, inherits its output. */
const HANGING_BUILD = `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const stdio = 'inherit';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio, detached: true });
writeFileSync('pid', String(child.pid));
setInterval(() => {}, 1000);
`;

/** Writes a suite of a row that hangs when it is loaded, or built. Its child's process id is in the returned file. */
function writeHanging(cwd: string, build = ''): string {
  const start = '["node", "{folder}/fake-runner.mjs", "session-and-hang", "{folder}/pid"]';
  writeFiles(cwd, {
    'fake/runner.toml': `runtime = "fake"\nstart = ${start}\n${build}${entry('one')}`,
    'fake/one.txt': '',
    'fake/build.mjs': HANGING_BUILD,
    'mine.toml': suiteToml({ serializers: ['fake/one'] }),
  });
  cpSync(join(import.meta.dirname, '../trial/fake-runner.mjs'), join(cwd, 'fake/fake-runner.mjs'));
  return join(cwd, 'fake/pid');
}

/** Sends the signal once the verb is under way. @returns its exit code */
async function endsSoon(
  cwd: string,
  words: readonly string[],
  signal: NodeJS.Signals,
  isUnderWay: (run: Begun) => boolean,
): Promise<number | null> {
  const run = begin(cwd, words);
  await until(run, () => isUnderWay(run));
  const children = childrenOf(run.child);
  run.child.kill(signal);
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, SOON * 1000, 'late').unref());
  const status = await Promise.race([run.ended, late]);
  if (status === 'late') run.child.kill('SIGKILL');
  assert.ok(status !== 'late', `${words.join(' ')} continues after ${signal}: ${run.errors()}`);
  assert.doesNotMatch(run.errors(), /^\s+at /m, 'no stack');
  if (status === 130) assert.match(run.errors(), /stopping/);
  await areGone(children);
  return status;
}

test('a signal ends a verb that waits for a hanging runner or build', { concurrency: 3 }, async (t) => {
  const build = '[build]\ncommand = ["node", "{folder}/build.mjs"]\n';
  const cases = [
    ['run', 'SIGINT', ''],
    ['run', 'SIGTERM', build],
    ['check', 'SIGTERM', ''],
  ] as const;
  await Promise.all(
    cases.map(([verb, signal, build]) =>
      t.test(`${verb}, ${signal}, ${build ? 'building' : 'loading'}`, async () => {
        const cwd = scratch(`${verb}-${signal}`);
        const file = writeHanging(cwd, build);
        const words = [verb, 'mine.toml', '--runner', 'fake/runner.toml'];
        const hasChild = () => existsSync(file) && readFileSync(file, 'utf8') !== '';
        assert.equal(await endsSoon(cwd, words, signal, hasChild), 130);
        // The child isn't in the process group that wiremark ends.
        const left = Number(readFileSync(file, 'utf8'));
        process.kill(left, 'SIGKILL');
        await areGone([left]);
      }),
    ),
  );
});

test('a signal ends a server, a doctor and noise', { concurrency: 3 }, async (t) => {
  const begun = performance.now();
  const cases: [words: string, isUnderWay: (run: Begun) => boolean, status: number][] = [
    ['serve --port 0', ({ output }) => output() !== '', 0],
    [`doctor -s ${PLAIN}`, () => performance.now() > begun + 1500, 130],
    // Builds start one child at a time: two are runners.
    ['noise --budget 8s', ({ child }) => childrenOf(child).length >= 2, 130],
  ];
  await Promise.all(
    cases.map(([words, isUnderWay, status]) =>
      t.test(words, async () => {
        const [verb, ...flags] = words.split(' ');
        const found = await endsSoon(scratch(verb!), [verb!, ...flags], 'SIGINT', isUnderWay);
        // Before wiremark handles signals, the system ends it, without an exit code.
        assert.ok(found === status || found === null, String(found));
      }),
    ),
  );
});
