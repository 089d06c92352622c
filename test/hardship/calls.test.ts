/** Calls of the system that fail, a dozen, seeded; script/hardship.ts tries thousands, whole runs most of all. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { calls } from '../../script/hardship/calls.ts';
import type { Attempt } from '../../script/hardship/practice.ts';
import { recordRuns } from '../../script/hardship/recorded.ts';
import { QUICK_VERBS, VERBS, type Verb } from '../../script/hardship/verbs.ts';
import { World } from '../../script/hardship/world.ts';
import { temporary } from '../machine/temporary.ts';

const scratch = temporary('hardship');
before(() => recordRuns(new World(scratch, 'recording')));

async function finds(name: string, verbs: readonly Verb[], seed: number, count: number): Promise<Attempt[]> {
  const found: Attempt[] = [];
  const attempts = calls({ verbs, name }).attempts({ scratch, seed });
  for (let left = count; left > 0; left--) {
    const { value } = await attempts.next();
    if (value.find !== null) found.push(value);
  }
  return found;
}

/** Each verb goes well once before it is tried. */
const half = (rest: number) => QUICK_VERBS.filter((_, i) => i % 2 === rest);
/** Whole runs take seconds each: a new one, or one that is gone on with. */
const MEASURING = VERBS.filter(({ name }) => name === 'run' || name === 'run --resume');

test('whatever call fails, it is told in a line, and what is recorded stays', {
  concurrency: 2,
}, async (t) => {
  await Promise.all([
    t.test('one half of verbs', async () => assert.deepEqual(await finds('a', half(0), 1, 7), [])),
    t.test('the other', async () => {
      assert.deepEqual(await finds('b', half(1), 2, 6), []);
      assert.deepEqual(await finds('c', MEASURING, 3, 1), []);
    }),
  ]);
});
