/** Mistakes that show only in times, and correct rows with similar times, on a simulated machine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../../src/plan/verdict.ts';
import { type Behaviour, Simulation, UNSEEN } from './simulation.ts';

const honest: Behaviour = { nsPerOp: 1_000, noise: { slice: 0.01, process: 0.004 } };
const quick = { seed: 1, quick: true, rounds: { minimum: 3, maximum: 3 }, target: 0.02, budget: null };

/** An honest row and changed copies of it. */
const beside = (...others: readonly Partial<Behaviour>[]) =>
  new Simulation([honest, ...others.map((other) => ({ ...honest, ...other }))]);

function reasonOf(verdict: Verdict | undefined): string {
  return verdict !== undefined && 'reason' in verdict ? `${verdict.verdict}: ${verdict.reason}` : 'ok';
}

test('a row that takes more than ten times as long for unseen documents in every round answers from memory', async () => {
  const simulation = beside({ unseen: 240 }, { unseen: 9 });
  const { verdicts, rounds } = await simulation.measure();
  assert.match(
    reasonOf(verdicts.get(1)),
    /^remembers: answers from memory: unseen documents took 2[34]\d µs each and known ones 1\.0 µs, more than 10 times as long in every round$/,
  );
  assert.equal(reasonOf(verdicts.get(2)), 'ok');
  assert.equal(rounds >= 10, true, 'the others go on');
  assert.equal(simulation.launches(1), 3, 'it is out');
});

test('slices of known and unseen documents keep as many results, since keeping may take longer than working', async () => {
  const simulation = beside({ nsPerOp: 110, keeping: 20 });
  const { verdicts } = await simulation.measure({ settings: quick });
  assert.equal(reasonOf(verdicts.get(1)), 'ok');
  const [again, unseen] = (['again', 'unseen'] as const).map((phase) =>
    simulation.samples(1, phase).map(({ ops }) => ops),
  );
  assert.deepEqual(again, unseen);
});

test('unseen documents may be slow in the first slice of a round, in which code is compiled again', async () => {
  const simulation = beside({ unseen: (_, slice) => (slice % UNSEEN === 0 ? 100 : 2) });
  const { verdicts } = await simulation.measure({ settings: quick });
  assert.equal(reasonOf(verdicts.get(1)), 'ok');
});

test('a row with one fast round in three does not answer from memory', async () => {
  const once = { unseen: (round: number) => (round === 1 ? 1.5 : 400) };
  const { verdicts } = await beside(once).measure({ settings: quick });
  assert.equal(reasonOf(verdicts.get(1)), 'ok');
});

test('in a run of fewer than three rounds, a row may answer from memory, too', async () => {
  const settings = { ...quick, rounds: { minimum: 1, maximum: 1 } };
  const { verdicts } = await beside({ unseen: 100 }).measure({ settings });
  assert.match(reasonOf(verdicts.get(1)), /^remembers: /);
});

test('a resumed case also judges samples from before', async () => {
  const before = beside({ unseen: (round) => (round < 2 ? 300 : 1) });
  await before.measure({ settings: { ...quick, rounds: { minimum: 2, maximum: 2 } } });
  const after = beside({ unseen: 300 });
  // As if it had been interrupted before it was judged.
  const earlier = before.taken.map(({ process, sideBySide, ...sample }) => sample);
  const { verdicts } = await after.measure({ settings: quick, earlier });
  assert.match(reasonOf(verdicts.get(1)), /^remembers: /);
});

/** Times that a wrong clock reports. */
const UNITS: Record<string, (ns: number) => number> = {
  microseconds: (ns) => ns / 1e3,
  milliseconds: (ns) => ns / 1e6,
  seconds: (ns) => ns / 1e9,
  picoseconds: (ns) => ns * 1e3,
  'a tenth': (ns) => ns / 10,
  'ten times as much': (ns) => ns * 10,
  'something a million times as fast': (ns) => ns * 1e6,
  'always the same': () => 1000,
  'always as much as a slice should take': () => 50e6,
};

for (const [unit, tell] of Object.entries(UNITS))
  for (const nsPerOp of [20, 10_000, 3e6])
    test(`a clock that reports ${unit} for ${nsPerOp} ns is refused within seconds`, async () => {
      const tells = (ns: number) => ({ ns: Math.max(1, Math.round(tell(ns))), cpuNs: 0 });
      const simulation = beside({ nsPerOp, tells });
      const { verdicts } = await simulation.measure({ settings: quick });
      assert.match(reasonOf(verdicts.get(1)), /^clock: reports .* ms for \d+ slices that took .* ms/);
      assert.equal(reasonOf(verdicts.get(0)), 'ok');
      const own = simulation.taken.filter(({ contender }) => contender === 1);
      const took = own.reduce((sum, { elapsedNs = 0 }) => sum + elapsedNs, 0);
      assert.ok(took < 15e9, `${took / 1e9} s`);
      const longest = Math.max(...own.map(({ elapsedNs = 0 }) => elapsedNs));
      assert.ok(longest < 3e9, 'no slice is much longer than it should be');
    });

test("a warm-up ends by wiremark's stopwatch, even if the runner reports tiny times", async () => {
  const around = (slice: number) => ({ ns: slice % 7 < 3 ? 1e9 : 100_000, heldNs: slice % 7 < 3 ? 1e9 : 0 });
  const simulation = new Simulation([{ ...honest, around, compiling: Number.POSITIVE_INFINITY }]);
  const { verdicts } = await simulation.measure({ settings: quick });
  assert.equal(reasonOf(verdicts.get(0)), 'ok', 'less than half');
  const warmups = simulation.taken.filter(({ phase, round }) => phase === 'warmup' && round === 0);
  assert.ok(warmups.length < 60, `${warmups.length}`);
});

test('waits on a busy machine are accepted, within slices and between them', async () => {
  const around = (slice: number) => ({ ns: 400e6, heldNs: slice % 4 === 0 ? 395e6 : 399e6 });
  const busy = { ...honest, waits: () => 0.8, around };
  const { verdicts } = await new Simulation([busy, busy]).measure({ settings: quick });
  assert.deepEqual([reasonOf(verdicts.get(0)), reasonOf(verdicts.get(1))], ['ok', 'ok']);
});

const mismatch = { verdict: 'mismatch', reason: 'document 0 is wrong' } as const;

test('a row that fails verification is timed only on request, keeps its verdict and delays no other row', async () => {
  const rehearse = async ({ index }: { index: number }): Promise<Verdict> =>
    index === 1 ? mismatch : { verdict: 'ok' };
  const strict = beside({ verify: () => mismatch }, {});
  assert.deepEqual((await strict.measure({ rehearse })).verdicts.get(1), mismatch);
  assert.equal(strict.samples(1, 'block').length, 0);

  const asked = beside({ verify: () => mismatch }, {});
  const outcome = await asked.measure({ rehearse, timeUnverified: true });
  assert.deepEqual(outcome.verdicts.get(1), mismatch, 'the first finding stays');
  assert.equal(asked.failures.length, 1);
  assert.equal(outcome.ended, 'target');
  assert.equal(asked.samples(1, 'block').length, 10 * 12);
});

test('a row that remembers is timed on request, too; rows that crash or have a wrong clock never are', async () => {
  const crash = { verdict: 'crash', reason: 'it broke' } as const;
  const simulation = beside(
    { unseen: 300 },
    { slice: (_, slice) => (slice === 5 ? crash : null) },
    { tells: (ns) => ({ ns: Math.round(ns / 10) }) },
  );
  const { verdicts } = await simulation.measure({ timeUnverified: true });
  const found = [0, 1, 2, 3].map((index) => verdicts.get(index)!.verdict);
  assert.deepEqual(found, ['ok', 'remembers', 'crash', 'clock']);
  const seen = [1, 2, 3].map((index) => simulation.launches(index));
  assert.deepEqual(seen, [10, 1, 1]);
});

test('if all rows fail verification and are timed on request, they get all rounds', async () => {
  const rehearse = async (): Promise<Verdict> => mismatch;
  const simulation = new Simulation([{ ...honest, verify: () => mismatch }]);
  const outcome = await simulation.measure({ rehearse, timeUnverified: true, settings: quick });
  assert.deepEqual([outcome.rounds, outcome.ended], [3, 'no contenders left']);
});

test('a resumed case times rows that had failed before, on request', async () => {
  const simulation = beside({ verify: () => mismatch });
  const failed = new Map([[1, mismatch]]);
  const { verdicts } = await simulation.measure({ failed, timeUnverified: true, settings: quick });
  assert.deepEqual(verdicts.get(1), mismatch);
  assert.equal(simulation.launches(1), 3);
});
