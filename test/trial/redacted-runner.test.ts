/** A failing runner's own words may quote documents: `redact` leaves them out and keeps the kind of failure. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RunnerClient, RunnerFailure } from '../../src/trial/client.ts';
import { startFake } from './fake.ts';

const WORD = 'zyzzyva';
const OMITTED = "the runner's own words are left out \\(--redact\\)";

async function reasonOf(words: readonly string[], ask: (runner: RunnerClient) => Promise<unknown>) {
  const reasons: string[] = [];
  for (const redact of [false, true]) {
    let runner: RunnerClient | undefined;
    try {
      runner = await startFake(words, { redact });
      await ask(runner);
      assert.fail('no failure');
    } catch (error) {
      assert.ok(error instanceof RunnerFailure, String(error));
      reasons.push((error.verdict as { reason: string }).reason);
    } finally {
      await runner?.end();
    }
  }
  return reasons as [open: string, redacted: string];
}

const slice = (runner: RunnerClient) => runner.slice(5, 0);
const load = async () => {};

for (const [what, words, ask, reason] of [
  ['an error that it tells', ['replies', `slice=error crash no such value: ${WORD}`], slice, `^${OMITTED}$`],
  ['a mismatch that it tells', ['replies', `slice=error mismatch found ${WORD}`], slice, `^${OMITTED}$`],
  ['an error of a kind of its own', ['replies', `slice=error ${WORD} ${WORD}`], slice, `^${OMITTED}$`],
  ['an operation that failed', ['replies', `slice=failed 3 ${WORD}`], slice, `^${OMITTED}$`],
  [
    'an answer that is none',
    ['replies', `slice=${WORD}`],
    slice,
    `^answered "${OMITTED}" to "slice 5 0", where `,
  ],
  ['a version that is none', ['replies', `load=${WORD}`], load, `^answered "${OMITTED}" to "load", where `],
  [
    'memory that is none',
    ['replies', `memory=${WORD}`],
    (runner: RunnerClient) => runner.memory(5),
    `^answered "${OMITTED}" to "memory 5", where `,
  ],
] as const) {
  test(`${what}: its words are left out`, async () => {
    const [open, redacted] = await reasonOf(words, ask);
    assert.match(open, new RegExp(WORD));
    assert.doesNotMatch(redacted, new RegExp(WORD));
    assert.match(redacted, new RegExp(reason));
  });
}

test('its last output and its first answer are left out, too', async () => {
  const [open, redacted] = await reasonOf(['die-on-load'], load);
  assert.match(open, /no such class: Foo/);
  assert.match(redacted, new RegExp(`^exited with code 3 while loading: ${OMITTED}$`));
  const [, protocol] = await reasonOf(['wrong-protocol'], load);
  assert.match(protocol, new RegExp(`^speaks another protocol: "${OMITTED}", not wiremark 4$`));
});
