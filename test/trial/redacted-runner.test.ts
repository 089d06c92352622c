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

const load = async () => {};
const ASKS: Readonly<Record<string, (runner: RunnerClient) => Promise<unknown>>> = {
  load,
  slice: (runner) => runner.slice(5, 0),
  memory: (runner) => runner.memory(5),
};

/** Replies, and the command in the reason for those that are malformed. */
for (const [reply, command] of [
  [`slice=error crash no such value: ${WORD}`],
  [`slice=error mismatch found ${WORD}`],
  [`slice=error ${WORD} ${WORD}`],
  [`slice=failed 3 ${WORD}`],
  [`slice=${WORD}`, 'slice 5 0'],
  [`load=${WORD}`, 'load'],
  [`memory=${WORD}`, 'memory 5'],
] as const)
  test(`the runner's words are left out: ${reply}`, async () => {
    const [open, redacted] = await reasonOf(['replies', reply], ASKS[reply.split('=')[0]!]!);
    assert.match(open, new RegExp(WORD));
    assert.doesNotMatch(redacted, new RegExp(WORD));
    const reason = command === undefined ? `${OMITTED}$` : `answered "${OMITTED}" to "${command}", where `;
    assert.match(redacted, new RegExp(`^${reason}`));
  });

test('its last output and its first answer are left out, too', async () => {
  const [open, redacted] = await reasonOf(['die-on-load'], load);
  assert.match(open, /no such class: Foo/);
  assert.match(redacted, new RegExp(`^exited with code 3 while loading: ${OMITTED}$`));
  const [, protocol] = await reasonOf(['wrong-protocol'], load);
  assert.match(protocol, new RegExp(`^speaks another protocol: "${OMITTED}", not wiremark 4$`));
});
