/** A few verbs with failing system calls, seeded. script/hardship.ts tries thousands. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { calls } from '../../script/hardship/calls.ts';
import { recordRuns } from '../../script/hardship/recorded.ts';
import { QUICK_VERBS, VERBS, type Verb } from '../../script/hardship/verbs.ts';
import { World } from '../../script/hardship/world.ts';
import { temporary } from '../machine/temporary.ts';

const scratch = temporary('hardship');
before(() => recordRuns(new World(scratch, 'recording')));

/** Fails if one of so many attempts finds a fault of wiremark. */
async function survives(name: string, verbs: readonly Verb[], seed: number, count: number): Promise<void> {
  const attempts = calls({ verbs, name }).attempts({ scratch, seed });
  for (let left = count; left > 0; left--) {
    const { value } = await attempts.next();
    assert.equal(value.find, null, JSON.stringify(value));
  }
}

const half = (rest: number) => QUICK_VERBS.filter((_, i) => i % 2 === rest);
const measuring = VERBS.filter(({ name }) => name === 'run' || name === 'run --resume');

test('a failing system call is reported in one line, and recorded runs stay', {
  concurrency: 2,
}, async (t) => {
  await Promise.all([
    t.test('one half of the quick verbs', () => survives('a', half(0), 1, 7)),
    t.test('the other half, and a run', async () => {
      await survives('b', half(1), 2, 6);
      await survives('c', measuring, 3, 1);
    }),
  ]);
});
