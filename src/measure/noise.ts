/**
 * Compares a serializer with itself, again and again, with the very procedure of a run, and the naive way beside it.
 * Whatever differs is the machine's doing and the method's.
 */
import type { Verdict } from '../plan/verdict.ts';
import type { Load } from '../runner/load.ts';
import { compare, roundLogRatios } from '../stats/comparison.ts';
import type { Attempt } from '../stats/noise-summary.ts';
import { mean } from '../stats/samples.ts';
import { welchTest } from '../stats/welch.ts';
import type { Sample } from '../store/record.ts';
import { measureCase } from './case.ts';
import type { MeasuredContender, MeasureInput, Progress } from './types.ts';

export const CONDITIONS = ['quiet', 'loaded'] as const;
/** `quiet`: as the machine is; `loaded`: with wiremark's own load beside it. */
export type Condition = (typeof CONDITIONS)[number];

/** A comparison and what it was made under. */
export interface NoiseAttempt extends Attempt {
  readonly condition: Condition;
}

export interface NoisePlan {
  readonly seed: number;
  readonly rounds: number;
  /** Blocks a round. */
  readonly blocks: number;
  /** For each condition; null: as many as the budget has room for. */
  readonly comparisons: number | null;
  /** Seconds; null: as long as it takes. At least one comparison of each condition is always made. */
  readonly budget: number | null;
  readonly conditions: readonly Condition[];
}

/** What is measured and how: a case's input without what the noise itself decides. */
export interface NoiseInput extends Pick<MeasureInput<Twin>, 'documents' | 'cores' | 'start' | 'verify'> {
  readonly plan: NoisePlan;
  readonly warmup: MeasuredContender['warmup'];
  startLoad(): Promise<Load>;
  readonly signal?: AbortSignal;
  /** Milliseconds from any fixed moment. */
  now?(): number;
}

/** The same serializer twice: index 0 is A, 1 is B. */
export interface Twin extends MeasuredContender {
  readonly index: 0 | 1;
}

export interface NoiseEvents {
  progress?(where: {
    readonly attempt: number;
    readonly condition: Condition;
    readonly way: 'interleaved' | 'naive';
    readonly progress: Progress;
  }): void;
  attempt?(attempt: NoiseAttempt): void;
}

/** The serializer doesn't do its work, so there is nothing to compare. */
export class NoiseError extends Error {
  override readonly name = 'NoiseError';
  constructor({ verdict, reason }: Exclude<Verdict, { verdict: 'ok' }>) {
    super(`${verdict}: ${reason}`);
  }
}

/**
 * Makes comparisons, one of each condition in turn, so that all conditions see the same minutes. Between them there is
 * no load of ours.
 *
 * @returns what was made until the end or the interrupt
 * @throws NoiseError when the serializer fails, and what `measureCase` and `startLoad` throw
 */
export async function measureNoise(input: NoiseInput, events: NoiseEvents): Promise<NoiseAttempt[]> {
  const { plan } = input;
  const now = input.now ?? (() => performance.now());
  const begin = now();
  const attempts: NoiseAttempt[] = [];
  let longest = 0;
  for (let turn = 0; plan.comparisons === null || turn < plan.comparisons; turn++) {
    const start = now();
    const roomFor = plan.budget === null || start - begin + longest <= plan.budget * 1000;
    if (turn > 0 && !roomFor) break;
    for (const condition of plan.conditions) {
      const number = attempts.length;
      const progress = (way: 'interleaved' | 'naive', progress: Progress) =>
        events.progress?.({ attempt: number, condition, way, progress });
      const load = condition === 'loaded' ? await input.startLoad() : null;
      const made = makeAttempt(input, condition, progress, number);
      const attempt = await made.finally(() => load?.stop());
      if (attempt === null) return attempts;
      attempts.push(attempt);
      events.attempt?.(attempt);
    }
    longest = Math.max(longest, now() - start);
  }
  return attempts;
}

/** @returns null when it was interrupted */
async function makeAttempt(
  input: NoiseInput,
  condition: Condition,
  progress: (way: 'interleaved' | 'naive', progress: Progress) => void,
  number: number,
): Promise<NoiseAttempt | null> {
  const { rounds, blocks } = input.plan;
  const measure = (way: 'interleaved' | 'naive', twins: readonly Twin['index'][], many: [number, number]) =>
    measureTwins(input, number, twins, many, (what) => progress(way, what));
  const both = await measure('interleaved', [0, 1], [rounds, blocks]);
  // As many slices as above, but from one process: warmed up once, measured for as long.
  const first = both && (await measure('naive', [0], [1, rounds * blocks]));
  const then = first && (await measure('naive', [1], [1, rounds * blocks]));
  if (then === null) return null;
  const own = (index: number) => both!.filter(({ contender }) => contender === index);
  const logs = roundLogRatios(own(1), own(0));
  const comparison = compare(logs);
  if (comparison === null) throw new Error('a comparison without a common block');
  const [a, b] = [nsPerOp(first!), nsPerOp(then)];
  return {
    condition,
    interleaved: { comparison, logs: logs.map(({ log }) => log) },
    naive: { ratio: mean(b) / mean(a), welch: welchTest(b, a) },
    waited: waitedShare([...both!, ...first!, ...then]),
  };
}

/** @returns the slices that count; null when it was interrupted */
async function measureTwins(
  { plan, startLoad: _, ...input }: NoiseInput,
  number: number,
  twins: readonly Twin['index'][],
  [rounds, blocks]: readonly [number, number],
  progress: (progress: Progress) => void,
): Promise<readonly Sample[] | null> {
  const samples: Sample[] = [];
  const settings = { seed: plan.seed, quick: false, target: 0.02, budget: null };
  const outcome = await measureCase<Twin>(
    {
      ...input,
      // Each attempt has its own orders.
      case: number,
      batch: 1,
      contenders: twins.map((index) => ({ index, warmup: input.warmup, blocks })),
      baseline: twins[0]!,
      settings: { ...settings, rounds: { minimum: rounds, maximum: rounds } },
      budget: null,
    },
    { sample: (sample) => samples.push(sample), progress },
  );
  for (const verdict of outcome.verdicts.values())
    if (verdict.verdict !== 'ok') throw new NoiseError(verdict);
  return outcome.ended === 'aborted' ? null : samples.filter(({ phase }) => phase === 'block');
}

function nsPerOp(slices: readonly Sample[]): number[] {
  return slices.map(({ ns, ops }) => ns / ops);
}

/** Of the slices of which the system tells; null where it tells of none. */
function waitedShare(slices: readonly Sample[]): number | null {
  const told = slices.filter(({ waitNs }) => waitNs !== null);
  const sum = (time: 'waitNs' | 'ns') => told.reduce((total, slice) => total + slice[time]!, 0);
  return told.length === 0 ? null : sum('waitNs') / sum('ns');
}
