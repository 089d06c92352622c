/**
 * Compares a serializer with itself, again and again, with the very procedure of a run, and the naive way beside it.
 * Whatever differs is the machine's doing and the method's.
 */
import { measureCase } from '../../src/measure/case.ts';
import type { MeasuredContender, MeasureInput, Progress } from '../../src/measure/types.ts';
import { type Comparison, compare, roundLogRatios } from '../../src/stats/comparison.ts';
import { waitedShare } from '../../src/stats/disturbance.ts';
import { mean } from '../../src/stats/samples.ts';
import type { Sample } from '../../src/store/record/record.ts';
import { type WelchTest, welchTest } from './welch.ts';

/** One comparison of a serializer with itself, and the same time spent the naive way. */
export interface Attempt {
  /** Fresh processes and interleaved slices, as in every run. */
  readonly interleaved: Comparison;
  /** One process with as many slices, then another: A first, then B. */
  readonly naive: {
    readonly ratio: number;
    /** Null when the slices didn't vary at all. */
    readonly welch: WelchTest | null;
  };
  /** Share of the timed slices' time that they waited for a core; null where the system doesn't tell. */
  readonly waited: number | null;
}

export interface TwinsPlan {
  readonly seed: number;
  readonly rounds: number;
  /** Blocks a round. */
  readonly blocks: number;
  readonly comparisons: number;
}

/** The same serializer twice: index 0 is A, 1 is B. */
export interface Twin extends MeasuredContender {
  readonly index: 0 | 1;
}

/** What is measured and how: a case's input without what the comparison itself decides. */
export interface TwinsInput extends Pick<MeasureInput<Twin>, 'cores' | 'start' | 'set'> {
  readonly plan: TwinsPlan;
  readonly warmup: MeasuredContender['warmup'];
}

type Way = 'interleaved' | 'naive';

export interface TwinsEvents {
  progress?(way: Way, progress: Progress): void;
  attempt?(attempt: Attempt): void;
}

/** @throws Error when the serializer doesn't do its work, and what `measureCase` throws */
export async function compareTwins(input: TwinsInput, events: TwinsEvents = {}): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  while (attempts.length < input.plan.comparisons) {
    const attempt = await makeAttempt(input, attempts.length, events);
    attempts.push(attempt);
    events.attempt?.(attempt);
  }
  return attempts;
}

async function makeAttempt(input: TwinsInput, number: number, events: TwinsEvents): Promise<Attempt> {
  const { rounds, blocks } = input.plan;
  const measure = (way: Way, twins: readonly Twin['index'][], many: readonly [number, number]) =>
    measureTwins(input, number, twins, many, (what) => events.progress?.(way, what));
  const both = await measure('interleaved', [0, 1], [rounds, blocks]);
  // As many slices as above, but from one process: warmed up once, measured for as long.
  const first = await measure('naive', [0], [1, rounds * blocks]);
  const then = await measure('naive', [1], [1, rounds * blocks]);
  const own = (index: number) => both.filter(({ contender }) => contender === index);
  const interleaved = compare(roundLogRatios(own(1), own(0)));
  if (interleaved === null) throw new Error('a comparison without a common block');
  const [a, b] = [nsPerOp(first), nsPerOp(then)];
  return {
    interleaved,
    naive: { ratio: mean(b) / mean(a), welch: welchTest(b, a) },
    waited: waitedShare([...both, ...first, ...then]),
  };
}

/** @returns the slices that count */
async function measureTwins(
  { plan, ...input }: TwinsInput,
  number: number,
  twins: readonly Twin['index'][],
  [rounds, blocks]: readonly [number, number],
  progress: (progress: Progress) => void,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const settings = { seed: plan.seed, quick: false, target: 0.02, budget: null };
  const { verdicts } = await measureCase<Twin>(
    {
      ...input,
      // Each attempt has its own orders.
      case: number,
      batch: 1,
      contenders: twins.map((index) => ({ index, warmup: input.warmup, blocks, memory: 512 })),
      baseline: twins[0]!,
      settings: { ...settings, rounds: { minimum: rounds, maximum: rounds } },
      budget: null,
    },
    { sample: (sample) => samples.push(sample), progress },
  );
  for (const verdict of verdicts.values())
    if (verdict.verdict !== 'ok') throw new Error(`${verdict.verdict}: ${verdict.reason}`);
  return samples.filter(({ phase }) => phase === 'block');
}

function nsPerOp(slices: readonly Sample[]): number[] {
  return slices.map(({ ns, ops }) => ns / ops);
}
