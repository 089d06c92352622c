import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { OperationFailure, type RunnerClient, RunnerFailure } from '../../src/trial/client.ts';
import { eventually, isRunning } from '../machine/eventually.ts';
import { temporary } from '../machine/temporary.ts';
import { job, startFake } from './fake.ts';

const inputs = { count: 2, bytes: Buffer.from('two documents') };

const onLinux = { skip: process.platform !== 'linux' };

const start = (fault: string, extra: string[] = [], more?: Parameters<typeof startFake>[1]) =>
  startFake([fault, ...extra], more);

async function failure(act: () => Promise<unknown>): Promise<{ verdict: string; reason: string }> {
  try {
    await act();
  } catch (error) {
    assert.ok(error instanceof RunnerFailure, String(error));
    return error.verdict as { verdict: string; reason: string };
  }
  return assert.fail('no failure');
}

test('a well-behaved runner is driven from load to end', async () => {
  const runner = await start('none');
  assert.equal(runner.runtimeVersion, '1.2.3 (build 4)');
  assert.equal(runner.serializerVersion, '9.9');
  await runner.set(inputs);
  const { waitNs, heldNs, elapsedNs, ...slice } = await runner.slice(7, 3);
  assert.deepEqual(slice, { ops: 7, keep: 3, ns: 7000, cpuNs: 900 });
  assert.ok(waitNs === null || waitNs >= 0);
  assert.ok(heldNs >= 0);
  assert.ok(elapsedNs > 0);
  assert.ok(runner.startNs > 0);
  await runner.slice(2, 1);
  const { path, count } = await runner.kept();
  assert.equal(count, 4, 'of both');
  assert.ok(existsSync(path));
  const again = await runner.kept();
  assert.equal(again.count, 0, 'they are told once');
  await runner.end();
  assert.ok(!existsSync(path), 'its folder is removed');
});

/** Requests by the name of the reply. */
const REQUESTS: Record<string, (runner: RunnerClient) => Promise<unknown>> = {
  slice: (runner) => runner.slice(5, 0),
  set: (runner) => runner.set(inputs),
  kept: (runner) => runner.slice(9, 2).then(() => runner.kept()),
};

// Most of them wait for an answer that never comes.
describe('mistakes of a runner', { concurrency: 6 }, () => {
  for (const [fault, verdict, reason] of [
    ['hang-on-load', 'timeout', /no answer within 1.5 s while loading/],
    ['die-on-load', 'crash', /exited with code 3 while loading: Exception: no such class: Foo$/],
    ['exit-in-silence', 'crash', /^exited with code 0 while loading; nothing was printed: does it flush/],
    ['never-flushes', 'timeout', /while loading; nothing was printed: does it flush its standard output\?$/],
    [
      'floods-errors',
      'timeout',
      /while loading; on standard error it printed: spam \d+ \| spam \d+ \| spam 99999$/,
    ],
    ['half-a-line', 'timeout', /while loading; "wiremark 4" was printed without the end of its line$/],
    ['unavailable', 'unavailable', /^package foo is not installed$/],
    ['version-2', 'crash', /another protocol: "wiremark 2", not wiremark 4$/],
    ['wrong-protocol', 'crash', /another protocol: "hello there"/],
    ['hang-on-slice', 'timeout', /doing 5 operations/],
    ['hang-on-set', 'timeout', /no answer within 1.5 s while reading 2 documents/],
    ['flood', 'crash', /flooded standard output|answered "(spam)+/],
    ['long-line', 'crash', /flooded standard output|answered "(spam)+/],
    ['killed', 'crash', /ended by SIGKILL/],
  ] as const)
    test(`${fault}: ${verdict}`, async () => {
      const found = await failure(async () => {
        const runner = await start(fault);
        const asked = runner.set(inputs).then(() => runner.slice(5, 0));
        await asked.finally(() => runner.end());
      });
      assert.equal(found.verdict, verdict);
      assert.match(found.reason, reason);
    });

  // replies.test.ts tests all wrong replies.
  for (const [reply, reason] of [
    [
      'load=runtime lua 5.4',
      /^answered "runtime lua 5.4" to "load", where "runtime fake VERSION" was expected/,
    ],
    ['slice=slice 5 0 900 1', /^answered .* to "slice 5 0", where "slice 5 NS CPU_NS LENGTH" was expected$/],
    ['slice=failed 5 x', /^answered "failed 5 x" to "slice 5 0", .*"failed OPERATION TEXT" was expected/],
    ['set=failed 0 no', /^answered "failed 0 no" to "set 2", where "set 2" was expected$/],
    ['kept=failed 0 no', /^answered "failed 0 no" to "kept", where "kept 2" was expected$/],
  ] as const)
    test(`${reply}: the reason names the expected reply`, async () => {
      const found = await failure(async () => {
        const runner = await start('replies', [reply]);
        await REQUESTS[reply.split('=')[0]!]!(runner);
      });
      assert.equal(found.verdict, 'crash');
      assert.match(found.reason, reason);
    });
});

for (const [told, operation, reason] of [
  ['failed 3 Float too large: 1e400', 3, 'Float too large: 1e400'],
  ['failed 0 in two\\n  lines', 0, 'in two lines'],
  ['failed 4 ', 4, 'failed without a reason'],
  ['failed 4', 4, 'failed without a reason'],
] as const)
  test(`${told}: the operation has failed, and the process goes on`, async () => {
    const runner = await start('replies', [`slice=${told}`, 'kept=kept 0']);
    await assert.rejects(runner.slice(5, 5), (error) => {
      assert.ok(error instanceof OperationFailure, String(error));
      assert.deepEqual(error.verdict, { verdict: 'crash', reason });
      assert.equal(error.operation, operation);
      return true;
    });
    await runner.set(inputs);
    assert.equal((await runner.kept()).count, 0, 'nothing of that slice is kept');
    await runner.end();
  });

test('a limit without outputs keeps nothing', async () => {
  const walk = { ...job, serializer: 'limit-walk' };
  const runner = await start('replies', ['kept=kept 0'], { job: walk });
  await runner.slice(5, 3);
  assert.equal((await runner.kept()).count, 0);
  await runner.end();
});

test("waits of slices that keep many results come from the runner's CPU time", async () => {
  const runner = await start('replies', ['slice=slice 5 7000 0 1']);
  assert.equal((await runner.slice(5, 5)).waitNs, null);
  await runner.end();
});

test('unrequested lines are noticed at the next command', async () => {
  const runner = await start('chatty');
  await runner.slice(1, 0);
  const found = await failure(async () => {
    await runner.kept();
    await runner.slice(1, 0);
  });
  assert.equal(found.verdict, 'crash');
});

test('a runner that does not end is ended with its children', async () => {
  const stubborn = await start('never-ends');
  await stubborn.end();
  const note = join(temporary('process'), 'pid');
  const parent = await start('child', [note]);
  const child = Number(readFileSync(note, 'utf8'));
  process.kill(child, 0);
  await parent.end();
  await eventually(() => !isRunning(child), 'the child is gone');
});

test('an exit ends the wait even if a child in another session keeps the output open', onLinux, async () => {
  const note = join(temporary('process'), 'pid');
  const began = performance.now();
  const found = await failure(() => start('session-and-exit', [note]));
  assert.equal(found.verdict, 'crash');
  assert.match(
    found.reason,
    /^exited with code 0 while loading and left a process that keeps its output open; nothing was printed/,
  );
  assert.ok(performance.now() - began < 30_000, 'without waiting for an answer');
  process.kill(Number(readFileSync(note, 'utf8')));
});

test('an abort ends the process and is thrown as itself', async () => {
  const controller = new AbortController();
  const runner = await start('hang-on-slice', [], { signal: controller.signal });
  const slice = runner.slice(1, 0);
  controller.abort(new Error('stopped by the user'));
  await assert.rejects(slice, /stopped by the user/);
});

test("a runner gets wiremark's environment with its manifest's variables, except TZ", async () => {
  const runner = await start('tells-environment', [], { environment: { WIREMARK_FAKE: 'a b', TZ: 'UTC' } });
  assert.equal(runner.runtimeVersion, `a b Asia/Kathmandu ${process.env.PATH}`);
  await runner.end();
});
