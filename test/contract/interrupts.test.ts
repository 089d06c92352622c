/** One Ctrl-C or SIGTERM ends every verb soon, whatever it waits for; what runners have started goes with it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { areGone, begin, scratchFolder, until } from './command.ts';
import { writeFake } from './definitions.ts';
import { here, nameOf, plain } from './shipped.ts';

const scratch = scratchFolder('interrupts');
/** Seconds against hanging: ending takes two at most on a machine that isn't busy. */
const SOON = 10;

/** Says nothing, and leaves its output with a child in a session of its own. */
const BUILD = `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const stdio = 'inherit';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio, detached: true });
writeFileSync('pid', String(child.pid));
setInterval(() => {}, 1000);
`;

/** A folder with a runner that hangs, in loading or while it is built, and a suite for it. */
function stuckPlace(name: string, hangs: 'loading' | 'building'): string {
  const cwd = scratch(name);
  const build = hangs === 'building' ? '[build]\ncommand = ["node", "{folder}/build.mjs"]\n' : '';
  writeFake(cwd, ['one'], ['session-and-hang', '{folder}/pid'], build);
  writeFileSync(join(cwd, 'fake/build.mjs'), BUILD);
  return cwd;
}

async function endsSoon(
  words: readonly string[],
  signal: NodeJS.Signals,
  where: string,
  isUnderWay: (output: string) => boolean,
): Promise<number | null> {
  const run = begin(where, words);
  const { child, ended, output, errors } = run;
  await until(run, () => isUnderWay(output()));
  child.kill(signal);
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, SOON * 1000, 'late').unref());
  const status = await Promise.race([ended, late]);
  if (status === 'late') child.kill('SIGKILL');
  assert.notEqual(status, 'late', `${words.join(' ')} goes on after ${signal}: ${errors()}`);
  assert.doesNotMatch(errors(), /^\s+at /m, 'a stack');
  return status as number | null;
}

const RUNNER = ['--runner', 'fake/runner.toml'];
const verbs: [words: string[], hangs: 'loading' | 'building', signal: NodeJS.Signals][] = [
  [['run', 'mine.toml', ...RUNNER], 'loading', 'SIGINT'],
  [['run', 'mine.toml', ...RUNNER], 'building', 'SIGTERM'],
  [['check', 'mine.toml', ...RUNNER], 'loading', 'SIGTERM'],
];

test('a signal ends what waits for a runner or a build that never ends', { concurrency: 3 }, async (t) => {
  await Promise.all(
    verbs.map(([words, hangs, signal], i) =>
      t.test(`${words[0]}, ${hangs}, ${signal}`, async () => {
        const cwd = stuckPlace(String(i), hangs);
        const note = join(cwd, 'fake/pid');
        const hasBegun = () => existsSync(note) && readFileSync(note, 'utf8') !== '';
        assert.equal(await endsSoon(words, signal, cwd, hasBegun), 130);
        // A child in a session of its own isn't of the process group that is ended.
        const left = Number(readFileSync(note, 'utf8'));
        process.kill(left, 'SIGKILL');
        await areGone([left]);
      }),
    ),
  );
});

test('a signal ends what waits for somebody else', { concurrency: 3 }, async (t) => {
  const afterAWhile = () => {
    const soon = performance.now() + 1500;
    return () => performance.now() > soon;
  };
  const cases: [words: string[], isUnderWay: (output: string) => boolean, status: number | null][] = [
    [['serve', '--port', '0'], (text) => text !== '', 0],
    [['doctor', '-s', nameOf(here, plain)], afterAWhile(), 130],
  ];
  await Promise.all(
    cases.map(([words, isUnderWay, status]) =>
      t.test(words[0]!, async () => {
        const found = await endsSoon(words, 'SIGINT', scratch(words[0]!), isUnderWay);
        // Before it listens for signals, the system ends it.
        assert.ok(found === status || found === null, String(found));
      }),
    ),
  );
});
