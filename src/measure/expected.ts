/** How long measuring takes: first by experience, then from the rounds that are in. */
import { SETTLING_SLICES, SLICE_NS } from '../stats/steady.ts';
import type { RunSettings } from '../store/record.ts';
import { LIMIT_ROUNDS, procedureOf } from './settings.ts';
import type { MeasuredContender } from './types.ts';

/** Seconds; or rounds. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

/*
 * What parts of a round take, from an idle machine to a busy one, as runs on two cores took (test/measure/expected.test.ts
 * has their durations): Node and the JVM, which are at the ends of what there is.
 */

/** Starting a process and loading its job, with its first operation. */
const START: Span = { least: 0.2, most: 0.8 };
/** Dumping and comparing all documents; more only for large ones. */
const VERIFY: Span = { least: 0.05, most: 0.6 };
/** A warm-up, of the geometric mean of its shortest and longest. */
const WARMUP: Span = { least: 0.6, most: 1.2 };
/** Slices come out longer than aimed at where operations are long. */
const TIMING: Span = { least: 0.9, most: 1.3 };
/** A rehearsal, of a row on a case, once: a process of its own, with nothing timed. */
const REHEARSAL: Span = { least: 0.3, most: 2.4 };
/** A memory pass: a process of its own that warms up for a second and counts for half a one. */
const MEMORY: Span = { least: 1.6, most: 4 };
/** How far a ratio scatters from round to round, from quiet to noisy: by it rounds suffice for a target, or don't. */
const SCATTER: Span = { least: 0.035, most: 0.055 };
/** Standard errors in the half-width of an interval of 95 %. */
const HALF_WIDTH = 1.96;
/** What spans widen by where earlier runs tell the pace. */
const KNOWN: Span = { least: 0.75, most: 1.35 };
/** A wider span is no answer to "how long?". */
const WIDEST = 3;

type ExpectedRow = Pick<MeasuredContender, 'warmup' | 'blocks' | 'limit'>;

export interface ExpectedInput {
  readonly rows: readonly ExpectedRow[];
  readonly settings: Pick<RunSettings, 'quick'>;
  readonly cores: number;
  /** Most processes alive at once; the baseline is in each group. */
  readonly processes: number;
}

/** One round of a case. */
export function expectedRound({ rows, settings, cores, processes }: ExpectedInput): Span {
  if (rows.length === 0) return { least: 0, most: 0 };
  const procedure = procedureOf(settings);
  const groups = Math.max(1, Math.ceil((rows.length - 1) / (processes - 1)));
  const trials = rows.length + groups - 1;
  const lanes = Math.min(cores, trials);
  const typical = ({ warmup: { minimum, maximum } }: ExpectedRow) =>
    Math.sqrt(minimum * Math.max(minimum, Math.min(maximum, procedure.warmup))) / 1000;
  const warmup = mean(rows.map(typical));
  const blocks = Math.min(procedure.blocks, Math.max(...rows.map((row) => row.blocks)));
  const timed = ((blocks + SETTLING_SLICES) * SLICE_NS) / 1e9;
  return spanOf(
    (end) => trials * (START[end] + (VERIFY[end] + warmup * WARMUP[end]) / lanes + timed * TIMING[end]),
  );
}

/** How a case stands. */
export interface CaseProgress {
  /** What each row takes before the first round. */
  readonly rehearsal: Span;
  readonly round: Span;
  /** A round that limits have no part in any more. */
  readonly later: Span;
  /** The memory passes. */
  readonly memory: Span;
  /** Whole rounds so far. */
  readonly rounds: number;
  /** Seconds that the latest of them took, one by one: those of this session. */
  readonly took: readonly number[];
  readonly ended: boolean;
  /** How many rounds it needs, by experience. */
  readonly likely: Span;
}

/** A case of which nothing is measured yet. @param memory whether memory is counted */
export function expectedCase(input: ExpectedInput, memory: boolean, likely: Span): CaseProgress {
  const serializers = input.rows.filter(({ limit }) => !limit);
  const passes = memory ? serializers.length : 0;
  const lanes = Math.max(1, Math.min(input.cores, input.rows.length));
  return {
    rehearsal: expectedRehearsal(input.rows.length, lanes),
    round: expectedRound(input),
    later: expectedRound({ ...input, rows: serializers }),
    memory: spanOf((end) => passes * MEMORY[end]),
    ...{ rounds: 0, took: [], ended: false, likely },
  };
}

/** Rows that do their work once, so many side by side. */
function expectedRehearsal(rows: number, lanes: number): Span {
  return spanOf((end) => (rows * REHEARSAL[end]) / lanes);
}

/** The same by itself, of whatever number of rows. */
export function expectedCheck(rows: number, lanes: number): Span {
  return narrowed(expectedRehearsal(rows, lanes));
}

/** How many rounds it takes until the intervals are as narrow as the target. */
export function likelyRounds({ rounds, target }: Pick<RunSettings, 'rounds' | 'target'>): Span {
  const needed = spanOf((end) => ((HALF_WIDTH * SCATTER[end]) / target) ** 2);
  return spanOf((end) => Math.min(rounds.maximum, Math.max(rounds.minimum, Math.round(needed[end]))));
}

/**
 * Time that the rest of a run takes.
 *
 * Rounds that are in tell how long a round of their case takes, and how the others' expectation is to be scaled; then
 * only the number of rounds is uncertain.
 *
 * @param budgetLeft seconds; null without a budget
 */
export function expectedRest(cases: readonly CaseProgress[], budgetLeft: number | null = null): Span {
  const measured = cases.flatMap(paces);
  const pace = measured.length === 0 ? null : mean(measured);
  const rest = spanOf((end) => sum(cases.filter(({ ended }) => !ended).map((one) => restOf(one, end, pace))));
  if (budgetLeft === null) return rest;
  const left = Math.max(0, budgetLeft);
  return spanOf((end) => Math.min(rest[end], left));
}

/**
 * Time that a whole run takes, or the rest of one that is resumed: no wider than threefold.
 *
 * @param pace of earlier runs on this machine, by what was expected of them; null where there are none
 */
export function expectedWhole(
  cases: readonly CaseProgress[],
  budgetLeft: number | null,
  pace: number | null = null,
): Span {
  const whole = pace === null ? expectedRest(cases) : paced(cases, pace);
  const span = narrowed(whole);
  if (budgetLeft === null) return span;
  return spanOf((end) => Math.min(span[end], Math.max(0, budgetLeft)));
}

/** How far what a run took was from the middle of what is expected of it now: 1.2 is a fifth slower. */
export function paceOf(cases: readonly CaseProgress[], seconds: number): number {
  return seconds / middle(expectedRest(cases));
}

/** By the pace of earlier runs only the number of rounds is uncertain, and the day. */
function paced(cases: readonly CaseProgress[], pace: number): Span {
  return spanOf((end) => {
    const rounds = cases.map((one) => ({ ...one, likely: same(one.likely[end]) }));
    return middle(expectedRest(rounds)) * pace * KNOWN[end];
  });
}

function restOf(one: CaseProgress, end: keyof Span, pace: number | null): number {
  const own = paces(one);
  const factor = own.length > 0 ? mean(own) : pace;
  const seconds = (span: Span) => (factor === null ? span[end] : middle(span) * factor);
  const left = Math.max(0, one.likely[end] - one.rounds);
  const withLimits = Math.min(left, Math.max(0, LIMIT_ROUNDS - one.rounds));
  const rehearsal = one.rounds === 0 ? one.rehearsal[end] : 0;
  return (
    rehearsal + withLimits * seconds(one.round) + (left - withLimits) * seconds(one.later) + one.memory[end]
  );
}

/** Of each round that was measured, how long it took by what was expected. */
function paces({ round, later, rounds, took }: CaseProgress): number[] {
  return took.map((seconds, i) => {
    const number = rounds - took.length + i;
    return seconds / middle(number < LIMIT_ROUNDS ? round : later);
  });
}

function narrowed({ least, most }: Span): Span {
  if (most <= WIDEST * least) return { least, most };
  const centre = Math.sqrt(least * most);
  return { least: centre / Math.sqrt(WIDEST), most: centre * Math.sqrt(WIDEST) };
}

const spanOf = (of: (end: keyof Span) => number): Span => ({ least: of('least'), most: of('most') });
const same = (value: number): Span => ({ least: value, most: value });
const middle = ({ least, most }: Span) => (least + most) / 2;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
