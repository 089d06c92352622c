import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Condition, measureNoise, NoiseError, type NoiseInput } from '../../src/measure/noise.ts';
import { SplitMix64 } from '../../src/measure/random.ts';
import type { RunnerClient } from '../../src/runner/client.ts';
import { summarizeNoise } from '../../src/stats/noise-summary.ts';

/** Runners on a simulated clock. A process of twin 1 is `slower` times as slow, and as slow as the hour makes it. */
class Machine {
  time = 0;
  started = 0;
  ended = 0;
  loads = 0;
  alive = 0;
  /** Conditions under which each process started. */
  readonly under: Condition[] = [];
  readonly #noise = new SplitMix64(5n);

  input(
    plan: Partial<NoiseInput['plan']>,
    change: Partial<NoiseInput> & { slower?: number } = {},
  ): NoiseInput {
    const { slower = 1, ...rest } = change;
    return {
      plan: {
        seed: 1,
        rounds: 10,
        blocks: 4,
        comparisons: 3,
        budget: null,
        conditions: ['quiet', 'loaded'],
        ...plan,
      },
      documents: 10,
      cores: 2,
      warmup: { minimum: 300, maximum: 2000 },
      start: async ({ index }) => this.#runner(index === 1 ? slower : 1),
      verify: async () => ({ verdict: { verdict: 'ok' } }),
      startLoad: async () => {
        this.loads++;
        this.alive++;
        return { pids: [], stop: async () => void this.alive-- };
      },
      now: () => this.time,
      ...rest,
    };
  }

  #runner(factor: number): RunnerClient {
    this.started++;
    this.under.push(this.alive > 0 ? 'loaded' : 'quiet');
    const own = factor * (1 + 0.004 * this.#draw());
    return {
      runtimeVersion: 'simulation 1',
      serializerVersion: '1.0',
      startNs: 1e6,
      slice: async (ops) => {
        // The machine's speed drifts by a tenth up and down within a minute.
        const drift = 1 + 0.1 * Math.sin((2 * Math.PI * this.time) / 60_000);
        const ns = Math.round(ops * 500 * own * drift * (1 + 0.002 * this.#draw()));
        this.time += ns / 1e6;
        return {
          ops,
          ns,
          cpuNs: ns,
          waitNs: null,
          elapsedNs: ns,
          heldNs: null,
          checksum: 100n * BigInt(ops),
        };
      },
      compiled: () => null,
      cpuNs: () => null,
      fresh: () => Promise.reject(new Error('there are no new documents')),
      dump: async (set) => set,
      end: async () => void this.ended++,
    } as RunnerClient;
  }

  /** From −1 to 1. */
  #draw(): number {
    return this.#noise.below(2 ** 20) / 2 ** 19 - 1;
  }
}

const draw = (below: number) => new SplitMix64(3n).below(below);

test('each condition in turn, the load only during its own, and no process is left', async () => {
  const machine = new Machine();
  const attempts = await measureNoise(machine.input({ rounds: 6 }), {});
  const order = attempts.map(({ condition }) => condition);
  assert.deepEqual(order, ['quiet', 'loaded', 'quiet', 'loaded', 'quiet', 'loaded']);
  // Two fresh processes a round, and one each for A and for B.
  assert.equal(machine.started, 6 * (6 * 2 + 2));
  assert.deepEqual(machine.under.slice(0, 14), new Array(14).fill('quiet'));
  assert.deepEqual(machine.under.slice(14, 28), new Array(14).fill('loaded'));
  assert.equal(machine.ended, machine.started);
  assert.equal(machine.loads, 3);
  assert.equal(machine.alive, 0);
  for (const { interleaved } of attempts) {
    assert.equal(interleaved.logs.length, 6);
  }
});

test('drift misleads the naive way and not the interleaved one', async () => {
  const machine = new Machine();
  const input = machine.input({ comparisons: 10, conditions: ['quiet'] });
  const { interleaved, naive } = summarizeNoise(await measureNoise(input, {}), draw);
  assert.ok(interleaved.spread.worst < 0.01, `${interleaved.spread.worst}`);
  assert.ok(naive.spread.worst > 5 * interleaved.spread.worst, `${naive.spread.worst}`);
  assert.ok(naive.falseAlarms!.count >= 5, `${naive.falseAlarms!.count}`);
});

test('a difference that is there is found', async () => {
  const machine = new Machine();
  const input = machine.input({ comparisons: 3, conditions: ['quiet'] }, { slower: 1.05 });
  const attempts = await measureNoise(input, {});
  assert.equal(summarizeNoise(attempts, draw).interleaved.falseAlarms!.count, 3);
  for (const { interleaved } of attempts)
    assert.ok(Math.abs(interleaved.comparison.ratio - 1.05) < 0.01, `${interleaved.comparison.ratio}`);
});

test('the budget ends it, but never before one comparison of each condition', async () => {
  const machine = new Machine();
  const plan = { comparisons: null, rounds: 6 };
  assert.equal((await measureNoise(machine.input({ ...plan, budget: 1 }), {})).length, 2);
  const begin = machine.time;
  const attempts = await measureNoise(machine.input({ ...plan, budget: 120 }), {});
  const seconds = (machine.time - begin) / 1000;
  assert.ok(attempts.length > 2);
  assert.ok(seconds <= 125, `${seconds} s`);
});

test('an interrupt keeps what was made and stops the load', async () => {
  const machine = new Machine();
  const controller = new AbortController();
  const input = machine.input({}, { signal: controller.signal });
  const attempts = await measureNoise(input, {
    progress: ({ attempt }) => attempt === 3 && controller.abort(new Error('interrupted')),
  });
  assert.equal(attempts.length, 3);
  assert.equal(machine.alive, 0);
  assert.equal(machine.ended, machine.started);
});

test('a serializer that fails is not compared, and the load is stopped', async () => {
  const machine = new Machine();
  const input = machine.input(
    { conditions: ['loaded'] },
    { verify: async () => ({ verdict: { verdict: 'crash', reason: 'it broke' } }) },
  );
  await assert.rejects(
    measureNoise(input, {}),
    (error: unknown) => error instanceof NoiseError && error.message === 'crash: after timing: it broke',
  );
  assert.equal(machine.alive, 0);
});
