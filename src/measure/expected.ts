/** How long measuring takes, in seconds: first by experience, then from the rounds that are in. */
import { mean } from '../stats/samples.ts';
import { SETTLING_SLICES } from '../stats/steady.ts';
import type { RunSettings } from '../store/record/record.ts';
import { LIMIT_ROUNDS, procedureOf } from './settings.ts';
import type { MeasuredContender } from './types.ts';

/*
 * What parts of a round take, as runs on two cores took (test/measure/expected.test.ts has their durations): Node and the
 * JVM, which are at the ends of what there is.
 */

/** Starting a process and loading its job, with its first operation. */
const START = 0.1;
/** A warm-up, of the shortest that its runtime asks for. */
const WARMUP = 1.7;
/** Slices come out longer than aimed at where operations are long. */
const TIMING = 1.05;
/** A rehearsal, of a row on a case, once: a process of its own, with nothing timed. */
const REHEARSAL = 0.7;
/** A memory pass: a process of its own that warms up for a second and counts for half a one. */
const MEMORY = 2.5;
/** How far a ratio scatters from round to round: by it rounds suffice for a target, or don't. */
const SCATTER = 0.044;
/** Standard errors in the half-width of an interval of 95 %. */
const HALF_WIDTH = 1.96;
/** Most that other programs slow a run by: so did 35 runs on two cores that were busy, in the median. */
const SLOWEST = 3;
/** Rounds from which a width tells how many more it takes. */
const TELLING_ROUNDS = 5;

interface ExpectedInput {
  readonly rows: readonly Pick<MeasuredContender, 'warmup' | 'blocks' | 'limit'>[];
  readonly settings: Pick<RunSettings, 'quick'>;
  readonly cores: number;
  /** Most processes alive at once; the baseline is in each group. */
  readonly processes: number;
}

/** One round of a case. */
export function expectedRound({ rows, settings, cores, processes }: ExpectedInput): number {
  if (rows.length === 0) return 0;
  const procedure = procedureOf(settings);
  const groups = Math.max(1, Math.ceil((rows.length - 1) / (processes - 1)));
  const trials = rows.length + groups - 1;
  const lanes = Math.min(cores, trials);
  const warmup = mean(
    rows.map(({ warmup }) => Math.min(WARMUP * warmup.minimum, warmup.maximum, procedure.warmup)),
  );
  const blocks = Math.min(procedure.blocks, Math.max(...rows.map((row) => row.blocks)));
  const timed = ((blocks + SETTLING_SLICES) * procedure.sliceNs) / 1e9;
  return trials * (START + warmup / 1000 / lanes + timed * TIMING);
}

/** How a case stands. */
export interface CaseProgress {
  /** What all rows take before the first round. */
  rehearsal: number;
  readonly round: number;
  /** A round that limits have no part in any more. */
  readonly later: number;
  /** The memory passes. */
  memory: number;
  /** Whole rounds so far. */
  rounds: number;
  /** What the latest of them took, one by one: those of this session. */
  took: readonly number[];
  ended: boolean;
  /** How many rounds it needs. */
  likely: number;
}

/** A case of which nothing is measured yet. @param memory whether memory is counted */
export function expectedCase(input: ExpectedInput, memory: boolean, likely: number): CaseProgress {
  const serializers = input.rows.filter(({ limit }) => !limit);
  return {
    rehearsal: (input.rows.length * REHEARSAL) / Math.max(1, Math.min(input.cores, input.rows.length)),
    round: expectedRound(input),
    later: expectedRound({ ...input, rows: serializers }),
    memory: memory ? serializers.length * MEMORY : 0,
    rounds: 0,
    took: [],
    ended: false,
    likely,
  };
}

/** How many times as long it takes where other programs use so many of the cores. */
export function slowdown(busyCores: number, cores: number): number {
  return 1 / Math.max(1 / SLOWEST, 1 - busyCores / cores);
}

/** How many rounds it takes until the intervals are as narrow as the target, by experience. */
export function likelyRounds({ rounds, target }: Pick<RunSettings, 'rounds' | 'target'>): number {
  return within(rounds, ((HALF_WIDTH * SCATTER) / target) ** 2);
}

/** The same by the widest interval so far: it narrows with the root of the rounds. Null while that tells nothing. */
export function neededRounds(
  { rounds, target }: Pick<RunSettings, 'rounds' | 'target'>,
  done: number,
  widest: number,
): number | null {
  if (done < TELLING_ROUNDS || widest === 0) return null;
  return within(rounds, Math.max(done + 1, done * (widest / target) ** 2));
}

function within({ minimum, maximum }: RunSettings['rounds'], rounds: number): number {
  return Math.min(maximum, Math.max(minimum, Math.round(rounds)));
}

/**
 * Time that the rest of a run takes. Rounds that are in tell how long a round of their case takes, and how the others'
 * expectation is to be scaled.
 *
 * @param pace of earlier runs on this machine, by what is expected of them: it holds until the first round is in
 */
export function expectedRest(cases: readonly CaseProgress[], pace = 1): number {
  const measured = cases.flatMap(paces);
  const scale = measured.length === 0 ? pace : mean(measured);
  const open = cases.filter(({ ended }) => !ended);
  return open.reduce((sum, one) => sum + restOf(one, scale), 0);
}

function restOf(one: CaseProgress, scale: number): number {
  const own = paces(one);
  const left = Math.max(0, one.likely - one.rounds);
  const withLimits = Math.min(left, Math.max(0, LIMIT_ROUNDS - one.rounds));
  const rounds = withLimits * one.round + (left - withLimits) * one.later;
  const rehearsal = one.rounds === 0 ? one.rehearsal : 0;
  return scale * (rehearsal + one.memory) + (own.length > 0 ? mean(own) : scale) * rounds;
}

/** Of each round that was measured, how long it took by what was expected: 1.2 is a fifth slower. */
export function paces({ round, later, rounds, took }: CaseProgress): number[] {
  return took.map((seconds, i) => {
    const number = rounds - took.length + i;
    return seconds / (number < LIMIT_ROUNDS ? round : later);
  });
}
