import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processesThatFit } from '../../src/run/case.ts';
import type { Sample } from '../../src/store/record/record.ts';
import { type Behaviour, quiet, Simulation } from './simulation.ts';

const noisy = (process: number): Behaviour => ({ nsPerOp: 1_000, noise: { process } });

/** The contenders of each round, by the processes that were started. */
function members(simulation: Simulation): number[][] {
  const rounds: number[][] = [];
  let at = -1;
  for (const { round, contender, phase } of simulation.taken) {
    if (phase !== 'start') continue;
    if (round !== at) rounds.push([]);
    at = round;
    rounds.at(-1)!.push(contender);
  }
  return rounds.map((contenders) => contenders.toSorted((a, b) => a - b));
}

test('rows that reach the target leave; the baseline stays in every block, and the others go on', async () => {
  const simulation = new Simulation([quiet(1_000), quiet(2_000), noisy(0.3), quiet(3_000)]);
  const outcome = await simulation.measure();
  assert.deepEqual([outcome.rounds, outcome.ended, outcome.missed], [30, 'rounds', [2]]);
  assert.deepEqual(members(simulation).slice(0, 10), Array(10).fill([0, 1, 2, 3]));
  assert.deepEqual(members(simulation).slice(10), Array(20).fill([0, 2]));
  for (const order of simulation.orders()) assert.ok(order.split(': ')[1]!.split(' ').includes('0'), order);
  assert.deepEqual(outcome.verdicts.get(1), { verdict: 'ok' }, 'it has not failed by leaving');
});

test("a case ends even if a limit's interval is still wide", async () => {
  const simulation = new Simulation([quiet(1_000), quiet(2_000), noisy(0.3)]);
  const limits = [null, null, 'walk'] as const;
  const contenders = limits.map((limit, index) => simulation.row(index, { limit }));
  const outcome = await simulation.measure({ contenders });
  assert.deepEqual([outcome.rounds, outcome.ended, outcome.missed], [10, 'target', []]);
});

test('processes start one at a time, each followed by its first operation', async () => {
  const simulation = new Simulation([quiet(1_000), quiet(2_000), quiet(3_000)]);
  await simulation.measure();
  assert.equal(simulation.starts.length, 10 * 3 * 2);
  const orders = new Set<string>();
  for (let i = 0; i < simulation.starts.length; i += 6) {
    const round = simulation.starts.slice(i, i + 6).map((start) => start.split(' '));
    const started = round.filter(([what]) => what === 'start').map(([, contender]) => contender!);
    assert.deepEqual(
      round.map((start) => start.join(' ')),
      started.flatMap((contender) => [`start ${contender}`, `first ${contender}`]),
    );
    orders.add(started.join());
  }
  assert.ok(orders.size > 3, 'in shuffled order');
});

/** Measures until the interrupt in the given round, then goes on with the whole rounds before it. */
async function resumed(behaviours: readonly Behaviour[], round: number) {
  const controller = new AbortController();
  const interrupted = new Simulation(behaviours);
  const stop = (sample: Sample) => {
    if (sample.round === round && sample.phase === 'block' && sample.block === 3) controller.abort();
  };
  const first = await interrupted.measure({ signal: controller.signal }, { sample: stop });
  const earlier = interrupted.taken.filter((sample) => sample.round < first.rounds);
  const rest = new Simulation(behaviours);
  return { first, earlier, rest, outcome: await rest.measure({ earlier }) };
}

test('a resumed case repeats the interrupted round, in the orders of the seed', async () => {
  const behaviours = [quiet(1_000), quiet(2_000), quiet(3_000)];
  const whole = new Simulation(behaviours);
  await whole.measure();
  const { first, earlier, rest, outcome } = await resumed(behaviours, 4);
  assert.deepEqual([first.rounds, first.ended], [4, 'aborted']);
  assert.ok(earlier.length > 0 && rest.taken.every(({ round }) => round >= 4));
  assert.deepEqual(
    rest.orders(),
    whole.orders().filter((order) => Number(order.split('/')[0]) >= 4),
  );
  assert.deepEqual([outcome.rounds, outcome.ended, outcome.missed], [10, 'target', []]);
  assert.deepEqual([...outcome.verdicts.values()], Array(3).fill({ verdict: 'ok' }));
});

test('a row that had left before a case was resumed stays away, with its verdict', async () => {
  const behaviours = [quiet(1_000), quiet(2_000), noisy(0.3)];
  const { rest, outcome } = await resumed(behaviours, 15);
  assert.deepEqual(members(rest), Array(15).fill([0, 2]));
  assert.deepEqual([outcome.rounds, outcome.verdicts.get(1)], [30, { verdict: 'ok' }]);
});

test('the processes of a group fit into memory, as their manifests say; there are at least two', () => {
  const GIB = 2 ** 30;
  const [small, large] = [{ memory: 512 }, { memory: 1408 }];
  assert.equal(processesThatFit([large, large], 8 * GIB), 4);
  assert.equal(processesThatFit([small, large], 8 * GIB), 4, 'as many as of the largest');
  assert.equal(processesThatFit([small], 8 * GIB), 12);
  assert.equal(processesThatFit([small], 1000 * GIB), 24);
  assert.equal(processesThatFit([large], GIB), 2);
});
