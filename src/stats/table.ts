/** What the comparisons of one table show: which rows are faster, slower, the same, and their ranks. */
import {
  CONFIDENCE,
  combinedError,
  errorInterval,
  errorPValue,
  SETTLED_ROUNDS,
  type StandardError,
} from './centre.ts';
import {
  type BlockTimes,
  type Comparison,
  compare,
  exponentiated,
  halfWidth,
  type RoundLog,
  roundLogs,
  roundsBetween,
} from './comparison.ts';
import { type Adjusted, adjusted, type Finding, graded, type Judgement } from './judgement.ts';
import { hodgesLehmann } from './signed-rank.ts';
import { tableErrors } from './spread.ts';

/**
 * The interval that is shown of a row which left because it was narrow enough. Some rows are narrow by luck: among those
 * that stop, an interval of 95 % holds the truth in 86 to 95 % of runs, this one in 95 to 98 %.
 */
const STOPPED_CONFIDENCE = 0.98;

export interface Table<Row> {
  /** The reference among them. */
  readonly rows: readonly Row[];
  /** What the others are compared with. */
  readonly reference: Row;
  /** The row that is in all groups and through which rows of different groups are compared; else the reference. */
  readonly through?: Row;
  /** Of the slices of a row that count, of one case. */
  timesOf(row: Row): BlockTimes;
  /** What counts as the same, e.g. 0.04. */
  readonly margin: number;
  /** Half-width at which rows stopped being measured; null where the number of rounds was fixed. */
  readonly target: number | null;
  /** Whether other programs disturbed so much that every claim, the ranks among them, is only likely. */
  readonly disturbed?: boolean;
}

export interface JudgedRow<Row> extends Omit<Judgement, 'finding'> {
  readonly row: Row;
  /** One more than the number of rows that beat it, surely or probably: the best guess. */
  readonly rank: number;
  /** The rows that surely beat it: compared with it directly, or beaten themselves by one that is beaten by them. */
  readonly beatenBy: readonly Row[];
  /** Rows that beat it too, but only by what is likely, or through such. */
  readonly probablyBeatenBy: readonly Row[];
  /** With the reference. */
  readonly comparison: Comparison;
  /** The rounds that the comparison is made of; none where it was made through another row in other rounds. */
  readonly rounds: readonly RoundLog[];
  readonly finding: Finding | 'baseline';
  /** Half the width of the interval of 95 %, compared with the target: see `halfWidth`. */
  readonly width: number;
}

export interface JudgedTable<Row> {
  /** Fastest first, but none below a row that it beats. */
  readonly judged: readonly JudgedRow<Row>[];
  /** Rows that can't be compared with the reference, and why. */
  readonly apart: readonly { readonly row: Row; readonly reason: string }[];
}

interface Pair {
  readonly rounds: readonly RoundLog[];
  readonly comparison: Comparison;
  readonly width: number;
}

/**
 * Judges a table. All pairs of rows are one family: a table of equal rows, whether in quick runs or full ones, has a row
 * that is called faster, slower or better than another in at most 5 % of runs (docs/evidence/rates.md).
 *
 * What beats what is beaten beats it too: that follows from the two claims and adds no error. Ties aren't handed on.
 */
export function judgeTable<Row>(table: Table<Row>): JudgedTable<Row> {
  const { rows, reference, margin, timesOf, disturbed = false } = table;
  const pairs = new Pairs(table);
  const index = rows.indexOf(reference);
  const judged = rows.flatMap((row, i): Omit<JudgedRow<Row>, 'rank' | 'beatenBy' | 'probablyBeatenBy'>[] => {
    const pair = pairs.of(i, index);
    if (pair === null) return [];
    const { comparison, rounds, width } = pair;
    const pValues = pairs.pValues(i, index);
    const found =
      i === index
        ? ({ finding: 'baseline', grade: 'established' } as const)
        : graded(comparison, pValues, margin, disturbed);
    const preliminary = i !== index && wholeRounds(rounds) < SETTLED_ROUNDS;
    return [{ row, comparison, rounds, width, ...found, preliminary, pValue: pValues.family }];
  });
  const present = new Map(judged.map(({ row }) => [rows.indexOf(row), row]));
  const places = [...present.keys()];
  const beaten = closure(places, (a, b) => pairs.beats(a, b));
  const guessed = closure(places, (a, b) => pairs.beats(a, b) || pairs.probablyBeats(a, b));
  const ranked = judged.map((one): JudgedRow<Row> => {
    const own = rows.indexOf(one.row);
    const by = beaten.get(own)!;
    const probably = [...guessed.get(own)!].filter((other) => !by.has(other));
    const rowsOf = (some: Iterable<number>) => [...some].map((place) => present.get(place)!);
    const rank = by.size + probably.length + 1;
    return { ...one, rank, beatenBy: rowsOf(by), probablyBeatenBy: rowsOf(probably) };
  });
  const missing = rows.filter((_, i) => !present.has(i));
  return { judged: inOrder(ranked), apart: missing.map((row) => ({ row, reason: whyApart(timesOf(row)) })) };
}

function whyApart(times: BlockTimes): string {
  return times.size === 0
    ? 'it was not timed'
    : 'it has no block in common with the baseline, nor with a row that has';
}

/** Rounds cut short, with less than half of the usual blocks, aren't worth a round. */
function wholeRounds(rounds: readonly RoundLog[]): number {
  const most = rounds.reduce((found, { blocks }) => Math.max(found, blocks), 0);
  return rounds.filter(({ blocks }) => 2 * blocks >= most).length;
}

/** By ratio, but each row after all that beat it. */
function inOrder<Row>(rows: readonly JudgedRow<Row>[]): JudgedRow<Row>[] {
  const waiting = [...rows].sort((a, b) => a.comparison.ratio - b.comparison.ratio);
  const placed = new Set<Row>();
  const ordered: JudgedRow<Row>[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ beatenBy }) => beatenBy.every((row) => placed.has(row)));
    const [one] = waiting.splice(Math.max(0, next), 1);
    placed.add(one!.row);
    ordered.push(one!);
  }
  return ordered;
}

/** By whom each is beaten, also through others. Two rows that would beat each other in a circle beat neither. */
function closure(
  rows: readonly number[],
  isFaster: (a: number, b: number) => boolean,
): Map<number, Set<number>> {
  const beats = new Map(rows.map((a) => [a, new Set(rows.filter((b) => isFaster(a, b)))]));
  for (const through of rows)
    for (const from of rows)
      if (beats.get(from)!.has(through)) for (const to of beats.get(through)!) beats.get(from)!.add(to);
  return new Map(
    rows.map((row) => [
      row,
      new Set(rows.filter((other) => beats.get(other)!.has(row) && !beats.get(row)!.has(other))),
    ]),
  );
}

/** What is known of two rows before anything is made of it. */
interface Met {
  readonly rounds: readonly RoundLog[];
  /** Logarithm of the first's time over the second's. */
  readonly estimate: number;
  readonly error: StandardError | null;
}

/** Each row compared with each. */
class Pairs<Row> {
  readonly #table: Table<Row>;
  /** By positions, the smaller first; none for two that can't be compared. */
  readonly #met: ReadonlyMap<string, Met>;
  readonly #pValues: ReadonlyMap<string, Adjusted>;

  constructor(table: Table<Row>) {
    this.#table = table;
    this.#met = meetings(table);
    const met = [...this.#met];
    const pValues = adjusted(met.map(([, { estimate, error }]) => errorPValue(estimate, error)));
    this.#pValues = new Map(met.map(([key], i) => [key, pValues[i]!]));
  }

  /** Of a with b; null where the two can't be compared. */
  of(a: number, b: number): Pair | null {
    if (a === b) return this.#itself(a);
    const met = this.#met.get(keyOf(a, b));
    if (!met) return null;
    const { rounds, estimate, error } = a < b ? met : turned(met);
    if (rounds.length === 0) return { rounds, ...chained(estimate, error) };
    const comparison = compare(rounds, error)!;
    const width = halfWidth(comparison.interval);
    const { target } = this.#table;
    const stopped = target !== null && width <= target && rounds.length >= SETTLED_ROUNDS;
    return { rounds, comparison: stopped ? compare(rounds, error, STOPPED_CONFIDENCE)! : comparison, width };
  }

  #itself(row: number): Pair | null {
    const times = this.#table.timesOf(this.#table.rows[row]!);
    const rounds = roundLogs(times, times);
    const comparison = compare(rounds);
    return comparison && { rounds, comparison, width: 0 };
  }

  /** Adjusted for all pairs; 1 where the two can't be compared. */
  pValues(a: number, b: number): Adjusted {
    return this.#pValues.get(keyOf(a, b)) ?? { family: 1, discovery: 1 };
  }

  /** Whether a is faster than b, by the same rule as the findings. */
  beats(a: number, b: number): boolean {
    if (a === b || this.pValues(a, b).family > 1 - CONFIDENCE) return false;
    return (this.of(a, b)?.comparison.interval?.high ?? 1) < 1;
  }

  /** Whether a is faster than b, by the rule of what is likely. */
  probablyBeats(a: number, b: number): boolean {
    const pair = a === b ? null : this.of(a, b);
    const { margin, disturbed = false } = this.#table;
    return (
      pair !== null && graded(pair.comparison, this.pValues(a, b), margin, disturbed).finding === 'faster'
    );
  }
}

const keyOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;

function meetings<Row>({ rows, reference, through = reference, timesOf }: Table<Row>): Map<string, Met> {
  const positions = rows.flatMap((_, a) => rows.slice(a + 1).map((_, i) => [a, a + 1 + i] as const));
  const times = rows.map(timesOf);
  const throughTimes = timesOf(through);
  const rounds = new Map(
    positions.map(([a, b]) => [keyOf(a, b), roundsBetween(times[a]!, times[b]!, throughTimes)]),
  );
  const errors = tableErrors(rows.length, (a, b) => rounds.get(keyOf(a, b))!.map(({ log }) => log));
  return new Map(
    positions.flatMap(([a, b]): [string, Met][] => {
      const common = rounds.get(keyOf(a, b))!;
      const met =
        common.length > 0
          ? { rounds: common, estimate: hodgesLehmann(common.map(({ log }) => log)), error: errors(a, b) }
          : metThrough(times[a]!, times[b]!, throughTimes);
      return met ? [[keyOf(a, b), met]] : [];
    }),
  );
}

/** Of rows without a common round, from what each has in common with a third: the variances add up. */
function metThrough(a: BlockTimes, b: BlockTimes, through: BlockTimes): Met | null {
  const [first, second] = [a, b].map((times) => compare(roundLogs(times, through)));
  if (!first || !second) return null;
  return {
    rounds: [],
    estimate: Math.log(first.ratio / second.ratio),
    error: first.error && second.error && combinedError([first.error, second.error]),
  };
}

function chained(estimate: number, error: StandardError | null): Omit<Pair, 'rounds'> {
  const interval = error && exponentiated(errorInterval(estimate, error));
  const pValue = errorPValue(estimate, error);
  const comparison = { ratio: Math.exp(estimate), interval, error, pValue, rounds: 0, spread: null };
  return { comparison, width: halfWidth(interval) };
}

function turned({ rounds, estimate, error }: Met): Met {
  return { rounds: rounds.map(({ log, ...round }) => ({ ...round, log: -log })), estimate: -estimate, error };
}
