/** How long measuring takes: first from the procedure alone, then from the rounds that are in. */
import type { RunSettings } from '../store/record.ts';
import { procedureOf } from './settings.ts';
import type { MeasuredContender } from './types.ts';

/** Seconds. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

/** What starting a process and loading its job takes, by experience: Node 0.2 s, a JVM up to 2 s on a busy machine. */
const START: Span = { least: 0.15, most: 1.5 };
/** Dumping and comparing all documents; more only for large ones. */
const VERIFY: Span = { least: 0.05, most: 0.6 };
/** Slices come out longer than aimed at where operations are long. */
const TIMING: Span = { least: 0.9, most: 1.3 };
/** A memory pass: a process of its own that warms up for a second and counts for half a one. */
const MEMORY: Span = { least: 1.6, most: 4 };

export interface ExpectedInput {
  readonly rows: readonly Pick<MeasuredContender, 'warmup' | 'blocks'>[];
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
  const mean = (value: (row: ExpectedInput['rows'][number]) => number) =>
    rows.reduce((sum, row) => sum + value(row), 0) / rows.length;
  const warmup = {
    least: mean((row) => row.warmup.minimum) / 1000,
    most: mean((row) => Math.max(row.warmup.minimum, Math.min(row.warmup.maximum, procedure.warmup))) / 1000,
  };
  const blocks = Math.min(procedure.blocks, Math.max(...rows.map((row) => row.blocks)));
  const timed = ((blocks + procedure.discarded) * procedure.sliceNs) / 1e9;
  const of = (end: keyof Span) =>
    trials * (START[end] + (VERIFY[end] + warmup[end]) / lanes + timed * TIMING[end]);
  return { least: of('least'), most: of('most') };
}

/** The memory passes of a case, `rows` of them. */
export function expectedMemory(rows: number): Span {
  return { least: rows * MEMORY.least, most: rows * MEMORY.most };
}

/** How a case stands. */
export interface CaseProgress {
  readonly round: Span;
  readonly memory: Span;
  /** Whole rounds so far. */
  readonly rounds: number;
  /** Seconds that the rounds of this session took, one by one. */
  readonly took: readonly number[];
  readonly ended: boolean;
}

/**
 * Time that the rest of a run takes.
 *
 * Rounds that are in tell how long a round of their case takes, and how the others' expectation is to be scaled; then
 * only the number of rounds is uncertain.
 *
 * @param budgetLeft seconds; null without a budget
 */
export function expectedRest(
  cases: readonly CaseProgress[],
  rounds: RunSettings['rounds'],
  budgetLeft: number | null = null,
): Span {
  const measured = cases.flatMap(({ round, took }) => took.map((seconds) => seconds / middle(round)));
  const pace = measured.length === 0 ? null : mean(measured);
  let least = 0;
  let most = 0;
  for (const one of cases.filter(({ ended }) => !ended)) {
    const round = roundFrom(one, pace);
    least += round.least * Math.max(0, rounds.minimum - one.rounds) + one.memory.least;
    most += round.most * Math.max(0, rounds.maximum - one.rounds) + one.memory.most;
  }
  if (budgetLeft === null) return { least, most };
  const left = Math.max(0, budgetLeft);
  return { least: Math.min(least, left), most: Math.min(most, left) };
}

function roundFrom({ round, took }: CaseProgress, pace: number | null): Span {
  if (took.length > 0) return { least: mean(took), most: mean(took) };
  return pace === null ? round : { least: middle(round) * pace, most: middle(round) * pace };
}

const middle = ({ least, most }: Span) => (least + most) / 2;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
