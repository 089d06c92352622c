import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quiet, Simulation } from './simulation.ts';

const pair = [quiet(1_000), quiet(2_000)];

/** How long a round of the pair takes, in simulated seconds. */
async function secondsOfRound(): Promise<number> {
  const simulation = new Simulation(pair);
  await simulation.measure();
  return simulation.time / 1000 / 10;
}

test('a round that does not fit into the budget is not begun', async () => {
  const round = await secondsOfRound();
  const simulation = new Simulation(pair);
  const outcome = await simulation.measure({ budget: round * 4.5 });
  assert.deepEqual([outcome.rounds, outcome.ended], [4, 'budget']);
  assert.ok(simulation.time / 1000 < round * 4.5);
  assert.equal(simulation.orders().length, 4 * 12, 'whole rounds');
  assert.deepEqual(outcome.verdicts.get(1), { verdict: 'ok' });
});

test('if the budget runs out within a round, its finished blocks count and are verified', async () => {
  const round = await secondsOfRound();
  // Six times as slow from the third round on: what the rounds before took is no guide any more.
  const slowing = {
    ...quiet(1_000),
    slice: (round: number) => {
      if (round === 2) simulation.time += 500;
      return null;
    },
  };
  const simulation = new Simulation([slowing, quiet(2_000)]);
  const outcome = await simulation.measure({ budget: round * 3 + 8 });
  assert.equal(outcome.ended, 'budget');
  assert.equal(outcome.rounds, 3);
  const last = simulation.orders().filter((order) => order.startsWith('2/'));
  assert.ok(last.length > 0 && last.length < 12, `${last.length} blocks`);
  assert.ok(
    last.every((order) => order.split(': ')[1]!.split(' ').length === 2),
    'blocks are whole',
  );
  assert.equal(simulation.progress.at(-1)!.step, 'verifying');
});

test('however small the budget, the first round gets a few blocks', async () => {
  const simulation = new Simulation(pair);
  const outcome = await simulation.measure({ budget: 0.001 });
  assert.deepEqual([outcome.rounds, outcome.ended], [1, 'budget']);
  assert.equal(simulation.orders().length, 3);
  assert.deepEqual([...outcome.verdicts.values()], [{ verdict: 'ok' }, { verdict: 'ok' }]);
});

test('a round whose warm-up outlasts the budget is not timed', async () => {
  const simulation = new Simulation([
    {
      ...quiet(1_000),
      start: (round) => {
        if (round === 1) simulation.time += 60_000;
        return null;
      },
    },
    quiet(2_000),
  ]);
  const outcome = await simulation.measure({ budget: 30 });
  assert.deepEqual([outcome.rounds, outcome.ended], [1, 'budget']);
  assert.equal(simulation.orders().length, 12);
  assert.equal(simulation.progress.at(-1)!.step, 'warming up', 'nothing is done that serves the blocks only');
});

async function abortedAt(number: number, behaviours = pair) {
  const controller = new AbortController();
  const simulation = new Simulation(behaviours);
  const sample = () => {
    if (simulation.taken.length === number) controller.abort(new Error('interrupted'));
  };
  const outcome = await simulation.measure({ signal: controller.signal }, { sample });
  return { outcome, simulation };
}

test('an interrupt stops at once, ends every process and keeps the samples', async () => {
  const whole = new Simulation(pair);
  await whole.measure();
  const inBlocks = whole.taken.findIndex(
    ({ round, block, phase }) => round === 3 && block === 5 && phase === 'block',
  );
  const { outcome, simulation } = await abortedAt(inBlocks);
  assert.deepEqual([outcome.rounds, outcome.ended], [3, 'aborted']);
  assert.equal(simulation.taken.length, inBlocks, 'not one slice more');
  assert.deepEqual(
    simulation.taken.map(({ ns }) => ns),
    whole.taken.slice(0, inBlocks).map(({ ns }) => ns),
  );
  assert.deepEqual(simulation.failures, [], 'being interrupted is no failure');
  assert.deepEqual([...outcome.verdicts.values()], [{ verdict: 'ok' }, { verdict: 'ok' }]);
});

test('a row is ok only after verification after timing', async () => {
  const whole = new Simulation(pair);
  await whole.measure();
  const inBlocks = whole.taken.findIndex(({ block, phase }) => block === 5 && phase === 'block');
  const { outcome } = await abortedAt(inBlocks);
  assert.deepEqual([outcome.rounds, outcome.ended, outcome.verdicts.size], [0, 'aborted', 0]);
});

test('an interrupt ends parallel warm-ups without failing their rows; after an earlier interrupt, no process starts', async () => {
  const killed = { ...quiet(1_000), interrupted: { verdict: 'crash', reason: 'ended by SIGKILL' } as const };
  const { outcome, simulation } = await abortedAt(6, [killed, killed]);
  assert.deepEqual([outcome.ended, simulation.taken.at(-1)!.phase], ['aborted', 'warmup']);
  assert.deepEqual([simulation.taken.length, simulation.failures, outcome.verdicts.size], [6, [], 0]);
  const unbegun = new Simulation(pair);
  assert.equal((await unbegun.measure({ signal: AbortSignal.abort() })).ended, 'aborted');
  assert.equal(unbegun.processes.length, 0);
});
