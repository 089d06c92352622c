import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockTimes, compare, halfWidth, roundLogs } from '../../src/analysis/comparison.ts';
import { judgeTable } from '../../src/analysis/pairs.ts';
import { resolveSettings } from '../../src/run/settings.ts';
import type { Sample } from '../../src/store/record/record.ts';
import { type Behaviour, quiet, Simulation, START_NS, UNSEEN } from './simulation.ts';

const three = [quiet(1_000), quiet(2_000), quiet(3_000)];
const quick = { seed: 1, quick: true, rounds: { minimum: 3, maximum: 3 }, target: 0.02, budget: null };
const full = { ...quick, quick: false };

test('every block has one slice of every contender, and the orders differ', async () => {
  const simulation = new Simulation(three);
  await simulation.measure();
  const orders = simulation.orders();
  assert.equal(orders.length, 10 * 12);
  for (const [i, order] of orders.entries()) {
    const [place, contenders] = order.split(': ');
    assert.equal(place, `${Math.floor(i / 12)}/${i % 12}`, 'blocks come one after another');
    assert.deepEqual(contenders!.split(' ').sort(), ['0', '1', '2']);
  }
  assert.equal(new Set(orders.map((order) => order.split(': ')[1])).size, 6, 'all six orders of three');
});

test('the seed reproduces the orders, and another one gives others', async () => {
  const ordersOf = async (seed: number) => {
    const simulation = new Simulation(three);
    await simulation.measure({ settings: { ...quick, seed } });
    return simulation.orders();
  };
  assert.deepEqual(await ordersOf(5), await ordersOf(5));
  assert.notDeepEqual(await ordersOf(5), await ordersOf(6));
});

test('each round has a fresh process of each contender, which begins cold and is ended', async () => {
  const simulation = new Simulation(three);
  await simulation.measure();
  assert.equal(simulation.processes.length, 3 * 10);
  assert.equal(simulation.mostAlive, 3);
  for (const process of simulation.processes) {
    const samples = simulation.taken.filter((sample) => sample.process === process);
    const [start, first] = samples as unknown as [Sample, Sample];
    assert.deepEqual([start.phase, start.ops, start.ns, start.block], ['start', 0, START_NS, 0]);
    assert.deepEqual([first.phase, first.ops, first.block], ['first', 1, 0]);
    const phases = samples.map(({ phase }) => phase);
    assert.deepEqual([...new Set(phases)], ['start', 'first', 'warmup', 'block', 'again', 'unseen']);
    const found = phases.toSorted((a, b) => rank(a) - rank(b));
    assert.deepEqual(found, phases, 'no phase comes back');
    assert.ok(samples.every(({ round }) => round === process.round));
    const timesOf = (wanted: string) => samples.filter(({ phase }) => phase === wanted).map(({ ops }) => ops);
    assert.deepEqual(timesOf('unseen'), Array(UNSEEN).fill(1));
    assert.deepEqual(timesOf('again'), timesOf('unseen'), 'known documents in the same slices');
  }
});

const rank = (phase: string) =>
  ['warmup', 'block', 'again unseen'].findIndex((phases) => phases.includes(phase));

test('warm-ups run side by side up to the number of cores, and never while anything is timed', async () => {
  const simulation = new Simulation([...three, quiet(500), quiet(800)]);
  await simulation.measure({ settings: quick });
  assert.equal(simulation.mostBusy, 2);
  const { taken } = simulation;
  assert.ok(taken.some(({ phase, sideBySide }) => phase === 'warmup' && sideBySide === 2));
  assert.ok(taken.every(({ phase, sideBySide }) => phase === 'warmup' || sideBySide === 1));
  for (let round = 0; round < 3; round++) {
    const phases = taken.filter((sample) => sample.round === round).map(({ phase }) => phase);
    const found = phases.toSorted((a, b) => rank(a) - rank(b));
    assert.deepEqual(found, phases, 'first operations, warm-ups, blocks, what is left');
  }
});

test('the last two slices before the blocks are measured alone and do not count', async () => {
  const simulation = new Simulation(three);
  await simulation.measure({ settings: quick });
  const warmups = simulation.taken.filter(({ round, phase }) => round === 0 && phase === 'warmup');
  assert.ok(warmups.slice(-6).every(({ sideBySide }) => sideBySide === 1));
  const settled = warmups.slice(-6).map(({ contender }) => contender);
  assert.deepEqual(settled.toSorted(), [0, 0, 1, 1, 2, 2]);
});

test('a process that slept runs a few milliseconds that do not count, unless one batch takes longer', async () => {
  const simulation = new Simulation([
    quiet(1_000),
    { ...quiet(1_000), waking: 2 },
    { ...quiet(30_000_000), waking: 2 },
  ]);
  await simulation.measure({ settings: quick });
  const slow = [0, 1, 2].map((index) => {
    const blocks = simulation.taken.filter(
      ({ phase, contender }) => phase === 'block' && contender === index,
    );
    return (
      blocks.filter(({ ns, ops }) => ns / ops > [1_500, 1_500, 45_000_000][index]!).length / blocks.length
    );
  });
  assert.deepEqual(slow.slice(0, 2), [0, 0]);
  assert.ok(slow[2]! > 0.5);
});

test('slices are about 50 ms of whole batches', async () => {
  const simulation = new Simulation([quiet(1_000), quiet(70_000), quiet(30_000_000)]);
  await simulation.measure({ settings: full, batch: 5 });
  const blocks = simulation.taken.filter(({ phase }) => phase === 'block');
  for (const { ops, ns, contender } of blocks) {
    assert.equal(ops % 5, 0);
    if (contender === 2) assert.equal(ops, 5, 'a batch is longer than 50 ms already');
    else assert.ok(ns > 40e6 && ns < 60e6, `${ns} ns`);
  }
});

test('slices have the intended length even if other rows slowed down the warm-up', async () => {
  const simulation = new Simulation([1_000, 2_000].map((ns) => ({ ...quiet(ns), crowded: 3 })));
  await simulation.measure({ settings: full });
  const blocks = simulation.taken.filter(({ phase }) => phase === 'block');
  for (const { ns } of blocks) assert.ok(ns > 40e6 && ns < 60e6, `${ns} ns`);
});

test('a warm-up lasts until times are steady, within the minimum and maximum of the runtime', async () => {
  const simulation = new Simulation([
    quiet(1_000),
    { nsPerOp: 1_000, coldOps: 200_000 },
    { nsPerOp: 1_000, noise: { slice: 0.9 } },
    { nsPerOp: 1_000, compiling: 30 },
    { nsPerOp: 1_000, waits: () => 0.5 },
  ]);
  await simulation.measure({ settings: full });
  for (const [contender, [least, most], why] of [
    [0, [300, 500], 'steady'],
    [1, [800, 2_000], 'cold for some time'],
    [2, [300, 5_500], 'never steady'],
    [3, [1_000, 1_700], 'steady, but still compiling'],
    [4, [600, 1_000], 'waited for half of its time'],
  ] as const)
    for (const ms of warmupTimes(simulation, contender))
      assert.ok(ms >= least && ms < most, `${why}: ${ms} ms`);
  assert.ok(Math.max(...warmupTimes(simulation, 2)) > 600);
});

/** Milliseconds of each warm-up of a contender, without the last two slices. */
const warmupTimes = ({ processes, taken }: Simulation, contender: number) =>
  processes
    .filter((process) => process.contender === contender)
    .map((process) => {
      const slices = taken.filter((one) => one.process === process && one.phase === 'warmup');
      return slices.slice(0, -2).reduce((sum, { ns }) => sum + ns, 0) / 1e6;
    });

test('quick: five rounds of three blocks, and a warm-up until times are steady', async () => {
  const simulation = new Simulation([quiet(1_000), { nsPerOp: 1_000, coldOps: 400_000 }]);
  const outcome = await simulation.measure({ settings: resolveSettings({ quick: true, seed: 1 }) });
  assert.deepEqual([outcome.rounds, outcome.ended], [5, 'target']);
  assert.equal(simulation.orders().length, 5 * 3);
  for (const { ns } of simulation.taken.filter(({ phase }) => phase === 'block'))
    assert.ok(ns > 40e6 && ns < 60e6, `${ns} ns`);
  for (const ms of warmupTimes(simulation, 1)) assert.ok(ms >= 2_000 && ms < 2_700, `${ms} ms`);
  assert.deepEqual(outcome.missed, [], 'launches that hardly vary are known after five rounds');
});

test('a quick run distinguishes rows that differ by 1.3', async () => {
  const restless = (nsPerOp: number): Behaviour => ({ nsPerOp, noise: { slice: 0.03, process: 0.08 } });
  for (const seed of [1, 2, 3, 4, 5]) {
    const simulation = new Simulation([1_000, 1_300, 1_690].map(restless));
    await simulation.measure({ settings: resolveSettings({ quick: true, seed }), case: seed });
    const judged = judgedAs(simulation, [0, 1, 2]);
    assert.equal(judged.map(({ row, rank }) => `row ${row}: ${rank}`).join(), 'row 0: 1,row 1: 2,row 2: 3');
  }
});

test('the interval that ends a run is the one of its report', async () => {
  const seeds = Array.from({ length: 12 }, (_, seed) => seed);
  const rows = [0, 1, 2, 3, 4, 5];
  let lucky = 0;
  for (const seed of seeds) {
    const noisy = { nsPerOp: 1_000, noise: { slice: 0.02, process: 0.02 } };
    const simulation = new Simulation(Array<Behaviour>(rows.length).fill(noisy));
    const settings = { ...full, seed, rounds: { minimum: 4, maximum: 6 } };
    const outcome = await simulation.measure({ settings, case: seed });
    const judged = judgedAs(simulation, rows);
    const wide = judged.flatMap(({ row, width }) => (width > settings.target ? [row] : []));
    assert.deepEqual(outcome.missed, wide.sort(), `seed ${seed}`);
    assert.equal(outcome.ended, wide.length === 0 ? 'target' : 'rounds');
    // By its own rounds alone a row seems to be known by luck.
    const own = rows.slice(1).filter((row) => {
      const [times, base] = [row, 0].map((one) => blockTimes(simulation.samples(one, 'block')));
      const logs = roundLogs(times!, base!);
      return halfWidth(compare(logs)!.interval) > settings.target;
    });
    if (own.join() !== outcome.missed.join()) lucky++;
  }
  assert.ok(lucky > 0, 'the two rules differ here');
});

/** Judges the samples as a report does. */
const judgedAs = (simulation: Simulation, rows: readonly number[]) =>
  judgeTable({
    rows,
    reference: 0,
    through: 0,
    timesOf: (row) => blockTimes(simulation.samples(row, 'block')),
    margin: 0.05,
    disturbed: false,
  });

test('a case takes the largest number of blocks that one of its runtimes asks for', async () => {
  const simulation = new Simulation(three.slice(0, 2));
  const contenders = [12, 32].map((blocks, index) => simulation.row(index, { blocks }));
  await simulation.measure({ contenders, settings: full });
  assert.equal(simulation.orders().length, 3 * 32);
});

test('rounds are added while an interval is too wide, up to the maximum', async () => {
  const noisy = { nsPerOp: 1_000, noise: { process: 0.3 } };
  const outcome = await new Simulation([...three, noisy]).measure();
  assert.deepEqual([outcome.rounds, outcome.ended, outcome.missed], [30, 'rounds', [3]]);

  const between = { nsPerOp: 1_000, noise: { process: 0.08 } };
  const { rounds, ended } = await new Simulation([quiet(1_000), between]).measure();
  assert.equal(ended, 'target');
  assert.ok(rounds > 10 && rounds < 30, `${rounds} rounds`);
});

test('with one contender there is nothing to compare, and the minimum number of rounds is enough', async () => {
  const outcome = await new Simulation([quiet(1_000)]).measure();
  assert.deepEqual([outcome.rounds, outcome.ended, outcome.missed], [10, 'target', []]);
});

test('more contenders than processes: groups one after another, the baseline in each', async () => {
  const simulation = new Simulation(Array.from({ length: 8 }, (_, i) => quiet(1_000 * (i + 1))));
  const outcome = await simulation.measure({ processes: 4 });
  assert.equal(simulation.mostAlive, 4);
  assert.deepEqual([outcome.rounds, outcome.ended], [10, 'target']);
  const groups = new Map<string, Set<number>>();
  for (const { round, block, contender, phase } of simulation.taken) {
    if (phase !== 'block') continue;
    const key = `${round}/${Math.floor(block / 12)}`;
    groups.set(key, (groups.get(key) ?? new Set()).add(contender));
  }
  assert.equal(groups.size, 10 * 3);
  for (const members of groups.values()) assert.ok(members.has(0) && members.size <= 4);
  assert.ok(
    new Set([...groups.values()].map((members) => [...members].sort().join())).size > 3,
    'dealt anew',
  );
});

test('a resumed case may have more samples than a call can have arguments', async () => {
  const earlier = Array.from({ length: 200_000 }, (_, block): Sample => {
    const times = { ops: 10, ns: 10_000 + (block % 100), cpuNs: 10_000, waitNs: 0 };
    return { case: 0, contender: 0, round: 0, phase: 'block', block, ...times };
  });
  const simulation = new Simulation([{ nsPerOp: 1000 }]);
  const { verdicts, rounds } = await simulation.measure({
    settings: { ...full, rounds: { minimum: 2, maximum: 2 } },
    earlier,
  });
  assert.deepEqual([verdicts.get(0), rounds], [{ verdict: 'ok' }, 2]);
});
