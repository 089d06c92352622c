/**
 * Measures how far the goals for a noisy machine are met, and prints it for the record. It asserts nothing.
 *
 *     node --import tsx script/goals.ts [--comparisons 200] [--rounds 10] [--blocks 6] [--load 1]
 *         [--noop node,jvm] [--noop-slices 40] [--seed 1]
 *
 * In full it takes more than an hour; `--comparisons 10 --rounds 6 --blocks 4 --noop node` is a scaled-down version of
 * a few minutes. `--comparisons 0` leaves out the comparisons, `--noop ""` the cost of nothing.
 *
 * - A against A, a small document, with load that comes and goes: the rate of false alarms, the share of ratios within
 *   ±2.5 %, and their spread beside that of A first, then B, for the same time.
 * - The core's own CPU during those comparisons' timing: while a slice is under way, and between slices.
 * - What an operation of nothing costs in each runtime.
 */
import { availableParallelism, homedir, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCatalog } from '../src/bench/definitions.ts';
import { openWorkbench, type Workbench } from '../src/bench/workbench.ts';
import { recordMachine } from '../src/machine/describe.ts';
import { keepCoresAwake } from '../src/machine/keepers.ts';
import { planNoise } from '../src/noise/observe.ts';
import { limitsOf } from '../src/plan/case.ts';
import type { PlannedCase } from '../src/plan/plan.ts';
import type { RunnerClient } from '../src/runner/client.ts';
import { median, sortSamples } from '../src/stats/samples.ts';
import { PLAIN } from '../test/contract/shipped.ts';
import { startLoad } from './goals/load.ts';
import { type Rate, summarize, wilsonRate } from './goals/summary.ts';
import { type Attempt, compareTwins, type TwinsInput, type TwinsPlan } from './goals/twins.ts';

const { values: flags } = parseArgs({
  options: {
    comparisons: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '10' },
    blocks: { type: 'string', default: '6' },
    load: { type: 'string', default: '1' },
    noop: { type: 'string', default: 'node,jvm' },
    'noop-slices': { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});

const home = join(import.meta.dirname, '..');
const cacheHome = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const cache = process.env.WIREMARK_CACHE ?? join(cacheHome, 'wiremark');
const catalog = loadCatalog(home);
const what = { dataset: 'record/single', task: 'serialize' };
const progress = (text: string) => console.error(text);

function loads(): string {
  return `load ${loadavg()
    .map((load) => load.toFixed(2))
    .join(' ')}`;
}

/** A against A under load, and what the core itself used meanwhile. */
async function comparisons(): Promise<void> {
  const plan = planNoise(catalog, { ...what, serializer: PLAIN });
  const workbench = await openWorkbench({ plan, catalog, cache, progress });
  const planned = plan.cases[0]!;
  const settings = {
    seed: Number(flags.seed),
    rounds: Number(flags.rounds),
    blocks: Number(flags.blocks),
    comparisons: Number(flags.comparisons),
  };
  const use = new CoreUse();
  const load = await startLoad(Number(flags.load), settings.seed);
  const keepers = await keepCoresAwake();
  const attempts = await compareTwins(use.watched(twinsInput(workbench, planned, settings)), {
    progress: (way, { step }) => use.step(way === 'interleaved' && step === 'time'),
    attempt: ({ interleaved: { ratio, rounds } }) =>
      progress(`${ratio.toFixed(4)} after ${rounds} rounds, ${loads()}`),
  }).finally(() => Promise.all([load.stop(), keepers.stop()]));
  console.log(
    `\nA against A: ${PLAIN}, ${what.dataset}, ${what.task}; ${attempts.length} comparisons of ${settings.rounds} rounds of ${settings.blocks} blocks; ${flags.load} process(es) of load, coming and going`,
  );
  printComparisons(attempts);
  console.log(`\nthe core's own CPU while timing: ${use.text()}`);
}

/** A case's baseline taken twice. */
function twinsInput(workbench: Workbench, planned: PlannedCase, plan: TwinsPlan): TwinsInput {
  const { baseline } = planned;
  return {
    plan,
    warmup: workbench.manner(baseline).warmup,
    cores: availableParallelism(),
    start: () => workbench.start(planned, baseline),
    set: (_, client, kind) => workbench.set(planned, baseline, client, kind),
  };
}

function printComparisons(attempts: readonly Attempt[]): void {
  const summary = summarize(attempts);
  const { interleaved, naive } = summary;
  const near = (ratios: readonly number[]) =>
    wilsonRate(ratios.filter((ratio) => Math.abs(ratio - 1) <= 0.025).length, ratios.length);
  const line = (label: string, ours: string, theirs: string) =>
    console.log(`${label.padEnd(28)}${ours.padEnd(38)}${theirs}`);
  line('', 'interleaved', 'A first, then B');
  line('false alarms at 95 %', rate(interleaved.falseAlarms), rate(naive.falseAlarms));
  line(
    'ratios within ±2.5 %',
    rate(near(attempts.map((one) => one.interleaved.ratio))),
    rate(near(attempts.map((one) => one.naive.ratio))),
  );
  line('spread from run to run, CV', percent(interleaved.spread.cv), percent(naive.spread.cv));
  line('farthest from 1', percent(interleaved.spread.worst), percent(naive.spread.worst));
  line('waited for a core', percent(summary.waited), '');
  if (interleaved.spread.cv && naive.spread.cv)
    console.log(`the naive spread is ${(naive.spread.cv / interleaved.spread.cv).toFixed(1)} times ours`);
}

/** CPU that this process uses during the blocks of the interleaved comparisons, in microseconds. */
class CoreUse {
  readonly #during = { cpu: 0, wall: 0 };
  readonly #whole = { cpu: 0, wall: 0 };
  #slices = 0;
  #since: { readonly cpu: NodeJS.CpuUsage; readonly wall: number } | null = null;

  /** Called at every step; blocks come one after the other until another step begins. */
  step(timing: boolean): void {
    if (this.#since) this.#add(this.#whole, this.#since);
    this.#since = timing ? this.#now() : null;
  }

  watched(input: TwinsInput): TwinsInput {
    return { ...input, start: async (twin) => this.#watch(await input.start(twin)) };
  }

  /** Slices follow each other at once: what is used between two is told for each, not as a share of next to no time. */
  text(): string {
    const whole = this.#whole.wall > 0 ? this.#whole.cpu / this.#whole.wall : null;
    const each = (cpu: number) => `${(cpu / 1000 / Math.max(1, this.#slices)).toFixed(2)} ms`;
    const { cpu } = this.#during;
    return `${percent(whole)} of a core in all: for each of ${this.#slices} slices ${each(cpu)} to ask for it and read the answer, ${each(this.#whole.cpu - cpu)} after it`;
  }

  /** The same client, its slices watched; other methods see the client itself as their object. */
  #watch(client: RunnerClient): RunnerClient {
    const slice = async (ops: number, keep: number) => {
      const since = this.#since && this.#now();
      const result = await client.slice(ops, keep);
      if (since) {
        this.#slices++;
        this.#add(this.#during, since);
      }
      return result;
    };
    return new Proxy(client, {
      get: (target, key) => {
        if (key === 'slice') return slice;
        const value = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  #now() {
    return { cpu: process.cpuUsage(), wall: performance.now() };
  }

  #add(sum: { cpu: number; wall: number }, since: { cpu: NodeJS.CpuUsage; wall: number }): void {
    const { user, system } = process.cpuUsage(since.cpu);
    sum.cpu += user + system;
    sum.wall += (performance.now() - since.wall) * 1000;
  }
}

/** What an operation of nothing costs in a runtime: the median of slices of about 50 ms, after as many to warm up. */
async function nothing(runtime: string): Promise<void> {
  const runner = catalog.runners.get(runtime);
  const contender = runner && limitsOf(runner).find(({ limit }) => limit === 'no-op');
  if (!contender) return console.log(`\nno-op, ${runtime}: its kit has none`);
  const host = planNoise(catalog, { ...what, serializer: `${runtime}/${contender.host.id}` });
  const planned = host.cases[0]!;
  const workbench = await openWorkbench({ plan: host, catalog, cache, progress });
  const reason = workbench.unavailable(planned, contender);
  if (reason) return console.log(`\nno-op, ${runtime}: ${reason.verdict}: ${reason.reason}`);
  const client = await workbench.start(planned, contender);
  try {
    await workbench.set(planned, contender, client, 'documents');
    const times = await sliceTimes(client, Number(flags['noop-slices']));
    const sorted = sortSamples(times);
    console.log(
      `\nno-op, ${runtime}: ${median(sorted).toFixed(2)} ns per operation (${sorted[0]!.toFixed(2)} to ${sorted.at(-1)!.toFixed(2)} in ${times.length} slices)`,
    );
  } finally {
    await client.end();
  }
}

async function sliceTimes(client: RunnerClient, count: number): Promise<number[]> {
  const times: number[] = [];
  let ops = 1000;
  for (let i = 0; i < 2 * count; i++) {
    const { ns } = await client.slice(ops, 1);
    if (i >= count) times.push(ns / ops);
    else ops = Math.max(1, Math.min(10 * ops, Math.round((ops * 50e6) / ns)));
  }
  return times;
}

function rate(value: Rate | null): string {
  if (value === null) return 'none tested';
  return `${value.count} of ${value.of} = ${percent(value.rate)} (${percent(value.low)} to ${percent(value.high)})`;
}

function percent(share: number | null): string {
  return share === null ? 'not told' : `${(100 * share).toFixed(share < 0.1 ? 2 : 1)} %`;
}

const { cpu, cores, governor } = recordMachine();
console.log(`${cpu}, ${cores} cores, governor ${governor ?? 'unknown'}, ${loads()}`);
if (Number(flags.comparisons) > 0) await comparisons();
for (const runtime of flags.noop.split(',').filter((name) => name !== '')) await nothing(runtime);
console.log(`\nat the end: ${loads()}`);
