import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { alsoMeasuring, takeTurn } from '../../src/machine/measuring-lock.ts';
import { sweep } from '../../src/machine/scratch.ts';
import { eventually } from './eventually.ts';
import { source, wordsFor } from './script.ts';
import { temporary } from './temporary.ts';

const place = temporary('turns');
process.env.TMPDIR = place;
const marks = () => readdirSync(place).filter((name) => name.startsWith('wiremark-'));

async function another() {
  const script = `import { takeTurn } from ${source('machine/measuring-lock.ts')}; await takeTurn(null); console.log('mine'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, wordsFor(script), { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

test('a run that measures alone has no others and leaves no files', async () => {
  const turn = await takeTurn(null);
  assert.deepEqual(turn.others, []);
  assert.equal(marks().length, 1);
  turn.done();
  assert.deepEqual(marks(), []);
});

test("the second run gets the first one's id, or waits until it has ended", async () => {
  const first = await another();
  const second = await takeTurn(null);
  assert.deepEqual(second.others, [first.pid]);
  assert.match(alsoMeasuring(second.others), /^another run is .* \(process \d+\)/);
  second.done();

  const told: (readonly number[])[] = [];
  let hasBegun = false;
  const waiting = takeTurn((others) => told.push(others)).then((turn) => {
    hasBegun = true;
    return turn;
  });
  await eventually(() => told.length > 1, 'it looks again and again');
  assert.deepEqual([told[0], hasBegun], [[first.pid], false]);
  first.kill('SIGKILL');
  const turn = await waiting;
  sweep();
  assert.equal(marks().length, 1, 'the mark of a killed process is swept, ours stays');
  turn.done();
  assert.deepEqual(marks(), []);
});

test('an interrupt ends the wait', async () => {
  const first = await another();
  const controller = new AbortController();
  const waiting = takeTurn(() => {}, controller.signal);
  controller.abort(new Error('stopped by the user'));
  await assert.rejects(waiting, /stopped by the user/);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const turn = await takeTurn(() => assert.fail('no process is measuring'));
  turn.done();
  sweep();
  assert.deepEqual(marks(), []);
});
