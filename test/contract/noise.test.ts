/** `wiremark noise` as a whole, as short as it goes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, childrenOf, isAlive, pause, scratchFolder, wiremark } from './command.ts';

const folder = scratchFolder('noise');
const SHORT = ['noise', '--comparisons', '1', '--blocks', '1'];

test('a serializer is compared with itself, with and without load, and the machine is judged', () => {
  const { status, stdout, stderr } = wiremark(folder('whole'), [...SHORT, '--format', 'json']);
  assert.equal(status, 0, stdout + stderr);
  const { what, conditions, attempts } = JSON.parse(stdout) as {
    what: object;
    conditions: { condition: string }[];
    attempts: { interleaved: { comparison: { ratio: number; rounds: number } } }[];
  };
  assert.deepEqual(conditions.map(({ condition }) => condition).sort(), ['loaded', 'quiet']);
  assert.deepEqual(Object.keys(what), ['serializer', 'dataset', 'task'], 'and no flags');
  assert.equal(attempts.length, 2);
  for (const { interleaved } of attempts) {
    assert.equal(interleaved.comparison.rounds, 6);
    assert.ok(interleaved.comparison.ratio > 0.1 && interleaved.comparison.ratio < 10);
  }
});

test('an interrupt ends it and whatever it started', async () => {
  const { child, ended, errors } = begin(folder('interrupted'), SHORT);
  // Not only npm or a build: processes that come and go by themselves are none that it would have to end.
  while (childrenOf(child).length < 2) {
    assert.equal(child.exitCode, null, errors());
    await pause();
  }
  const children = childrenOf(child);
  child.kill('SIGINT');
  assert.equal(await ended, 130, errors());
  assert.match(errors(), /stopping/);
  for (let tries = 0; children.some(isAlive) && tries < 100; tries++) await pause();
  assert.deepEqual(children.filter(isAlive), []);
});

test('what can not be compared is refused with what to do', () => {
  const cwd = folder('refused');
  const refused = (args: string[], message: RegExp) => {
    const { status, stderr } = wiremark(cwd, ['noise', ...args]);
    assert.equal(status, 2, stderr);
    assert.match(stderr, message);
  };
  refused(['-s', 'node/*'], /takes one serializer.*node\/json/);
  refused(['-d', 'record/huge'], /needs a size: record\/single/);
  refused(['-t', 'guess'], /choose serialize/);
});
