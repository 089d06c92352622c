import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarize } from '../../script/goals/summary.ts';
import { compareTwins, type TwinsInput } from '../../script/goals/twins.ts';
import { type RunnerClient, RunnerFailure } from '../../src/runner/client.ts';
import { Random } from '../../src/stats/random.ts';

const RIGHT = { used: new Set<never>(), outputs: [], checkLengths: () => {} };

/** Runners on a simulated clock. A process of twin 1 is `slower` times as slow, and as slow as the hour makes it. */
class Machine {
  time = 0;
  started = 0;
  ended = 0;
  readonly #noise = new Random(5);

  input(
    plan: Partial<TwinsInput['plan']>,
    change: Partial<TwinsInput> & { slower?: number } = {},
  ): TwinsInput {
    const { slower = 1, ...rest } = change;
    return {
      plan: { seed: 1, rounds: 10, blocks: 4, comparisons: 3, ...plan },
      cores: 2,
      warmup: { minimum: 300, maximum: 2000 },
      start: async ({ index }) => this.#runner(index === 1 ? slower : 1),
      set: async () => ({ count: 10, bytes: 1000, fresh: 10, compare: async () => RIGHT }),
      ...rest,
    };
  }

  #runner(factor: number): RunnerClient {
    this.started++;
    const own = factor * (1 + 0.004 * this.#draw());
    return {
      runtimeVersion: 'simulation 1',
      serializerVersion: '1.0',
      startNs: 1e6,
      slice: async (ops, keep) => {
        // The machine's speed drifts by a tenth up and down within a minute.
        const drift = 1 + 0.1 * Math.sin((2 * Math.PI * this.time) / 60_000);
        const ns = Math.round(ops * 500 * own * drift * (1 + 0.002 * this.#draw()));
        this.time += ns / 1e6;
        return {
          ops,
          keep,
          ns,
          cpuNs: ns,
          elapsedNs: ns,
          waitNs: null,
          heldNs: null,
          ranNs: null,
          length: 0,
        };
      },
      compiled: () => null,
      cpuNs: () => null,
      kept: async () => ({ path: '', count: 0 }),
      end: async () => void this.ended++,
    } as RunnerClient;
  }

  /** From −1 to 1. */
  #draw(): number {
    return this.#noise.below(2 ** 20) / 2 ** 19 - 1;
  }
}

test('a comparison has two fresh processes a round, and one each for A and for B; none is left', async () => {
  const machine = new Machine();
  const attempts = await compareTwins(machine.input({ rounds: 6 }));
  assert.deepEqual(
    attempts.map(({ interleaved }) => interleaved.rounds),
    [6, 6, 6],
  );
  assert.equal(machine.started, 3 * (6 * 2 + 2));
  assert.equal(machine.ended, machine.started);
});

test('drift misleads the naive way and not the interleaved one', async () => {
  const { interleaved, naive } = summarize(await compareTwins(new Machine().input({ comparisons: 10 })));
  assert.ok(interleaved.spread.worst < 0.01, `${interleaved.spread.worst}`);
  assert.ok(naive.spread.worst > 5 * interleaved.spread.worst, `${naive.spread.worst}`);
  assert.ok(naive.falseAlarms!.count >= 5, `${naive.falseAlarms!.count}`);
});

test('a difference that is there is found', async () => {
  const attempts = await compareTwins(new Machine().input({}, { slower: 1.05 }));
  assert.equal(summarize(attempts).interleaved.falseAlarms!.count, 3);
  for (const { interleaved } of attempts)
    assert.ok(Math.abs(interleaved.ratio - 1.05) < 0.01, `${interleaved.ratio}`);
});

test('a serializer that fails is not compared', async () => {
  const broken = new RunnerFailure({ verdict: 'crash', reason: 'it broke' });
  const input = new Machine().input({}, { set: () => Promise.reject(broken) });
  await assert.rejects(compareTwins(input), /crash: .*it broke/);
});
