import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stealOf, stolenNs } from '../../src/measure/machine.ts';
import { type Behaviour, Simulation, type Taken } from './simulation.ts';

const quiet = (nsPerOp: number): Behaviour => ({ nsPerOp, noise: { slice: 0.01, process: 0.01 } });
const settings = { seed: 1, quick: false, rounds: { minimum: 2, maximum: 2 }, target: 0.02, budget: null };

/** `round/block` of each sample of the phase, in order, with the contenders that took part. */
function blocksOf(taken: readonly Taken[], phase: string): Map<string, number[]> {
  const blocks = new Map<string, number[]>();
  for (const { round, block, contender } of taken.filter((one) => one.phase === phase)) {
    const key = `${round}/${block}`;
    blocks.set(key, [...(blocks.get(key) ?? []), contender]);
  }
  return blocks;
}

/** Waits as `share` says of each slice that is timed in a round, counted from 0. */
function waiting(nsPerOp: number, share: (slice: number) => number | null): Behaviour {
  const timed = new Map<number, number>();
  return {
    ...quiet(nsPerOp),
    waits: (round) => {
      if (simulationOf.current!.progress.at(-1)?.step !== 'time') return 0;
      const slice = timed.get(round) ?? 0;
      timed.set(round, slice + 1);
      return share(slice);
    },
  };
}

/** The simulation that is running; a behaviour looks at it while it is. */
const simulationOf: { current: Simulation | null } = { current: null };

async function measured(behaviours: readonly Behaviour[], change = {}): Promise<Simulation> {
  const simulation = new Simulation(behaviours);
  simulationOf.current = simulation;
  await simulation.measure({ settings, ...change });
  return simulation;
}

test('a block in which one slice waited is redone as a whole, and both are recorded for what they are', async () => {
  const shares = [0, 0.2, 0, 0.06, 0.049];
  const simulation = await measured([
    quiet(1_000),
    waiting(2_000, (slice) => shares[slice] ?? 0),
    quiet(500),
  ]);
  const disturbed = blocksOf(simulation.taken, 'disturbed');
  assert.deepEqual([...disturbed.keys()], ['0/0', '0/1', '1/0', '1/1'], 'not the one of just under 5 %');
  for (const contenders of disturbed.values()) assert.deepEqual(contenders.toSorted(), [0, 1, 2]);
  const blocks = blocksOf(simulation.taken, 'block');
  assert.equal(blocks.size, 2 * 12, 'as many as planned, whatever was redone');
  for (const contenders of blocks.values()) assert.deepEqual(contenders.toSorted(), [0, 1, 2]);
  const waits = simulation.taken.filter(({ phase, contender }) => phase === 'block' && contender === 1);
  assert.ok(waits.every(({ waitNs, ns }) => waitNs! <= ns * 0.05));
});

test('a machine that is always busy is measured as it is, with half as many blocks again', async () => {
  const simulation = await measured([quiet(1_000), waiting(2_000, () => 0.5)]);
  assert.equal(blocksOf(simulation.taken, 'disturbed').size, 2 * 6);
  assert.equal(blocksOf(simulation.taken, 'block').size, 2 * 12);
  const own = simulation.taken.filter(({ phase, contender }) => phase === 'block' && contender === 1);
  assert.ok(
    own.every(({ waitNs, ns }) => waitNs! > ns * 0.4),
    'what it waited is still told',
  );
});

test('where the system tells nothing, nothing is redone', async () => {
  const simulation = await measured([{ ...quiet(1_000), waits: () => null }, waiting(2_000, () => null)], {
    stolen: () => null,
  });
  assert.equal(blocksOf(simulation.taken, 'disturbed').size, 0);
  assert.ok(simulation.taken.some(({ waitNs, phase }) => phase === 'block' && waitNs === null));
});

test('a block that was stolen from is redone, but not for a tick that may have begun before it', async () => {
  const stealing = (ticks: number) => {
    const simulation = new Simulation([
      quiet(1_000),
      {
        ...quiet(2_000),
        slice: () => {
          if (simulation.progress.at(-1)?.step === 'time' && simulation.stolen === 0)
            simulation.stolen = ticks * 10e6;
          return null;
        },
      },
    ]);
    return simulation;
  };
  for (const [ticks, redone] of [
    [1, 0],
    [2, 1],
  ] as const) {
    const simulation = stealing(ticks);
    await simulation.measure({ settings });
    assert.equal(blocksOf(simulation.taken, 'disturbed').size, redone, `${ticks} ticks of 10 ms in 100 ms`);
  }
});

test('redone blocks are part of no estimate', async () => {
  const slow = waiting(1_000, (slice) => (slice === 0 ? 0.5 : 0));
  const simulation = new Simulation([quiet(1_000), { ...slow, noise: { slice: 0 } }]);
  simulationOf.current = simulation;
  const outcome = await simulation.measure();
  assert.equal(blocksOf(simulation.taken, 'disturbed').size, 10);
  assert.deepEqual([outcome.rounds, outcome.ended, outcome.missed], [10, 'target', []]);
});

test('a contender that fails within a disturbed block is out, and the block is redone by the others', async () => {
  const crash = { verdict: 'crash', reason: 'fell over' } as const;
  const simulation = await measured([
    quiet(1_000),
    waiting(2_000, (slice) => (slice === 0 ? 0.5 : 0)),
    {
      ...quiet(3_000),
      slice: () => (simulationOf.current!.progress.at(-1)?.step === 'time' ? crash : null),
    },
  ]);
  assert.deepEqual(blocksOf(simulation.taken, 'disturbed').get('0/0')!.toSorted(), [0, 1]);
  assert.deepEqual(blocksOf(simulation.taken, 'block').get('0/0')!.toSorted(), [0, 1]);
  assert.deepEqual(simulation.failures, [[2, crash]]);
});

test("steal is the eighth of the machine's numbers", () => {
  assert.equal(stealOf('cpu  731057 0 77031 628859 3857 0 529 778 0 0\ncpu0 1 2 3'), 7_780_000_000);
  assert.equal(stealOf('cpu  1 2 3 4'), null, 'a kernel of long ago');
  const here = stolenNs();
  assert.ok(here === null || here >= 0);
});
