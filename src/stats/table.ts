/** What the comparisons of one table show: which rows are faster, slower, the same, and their ranks. */
import { CONFIDENCE, combinedError, errorInterval, errorPValue, SETTLED_ROUNDS } from './centre.ts';
import {
  type Comparison,
  compare,
  exponentiated,
  halfWidth,
  type RoundLog,
  roundLogRatios,
  roundsBetween,
  type TimedSlice,
} from './comparison.ts';
import { holm } from './holm.ts';
import { type Finding, findingOf, type Judgement } from './judgement.ts';
import { tableErrors } from './spread.ts';

/**
 * The interval that is shown of a row which left because it was narrow enough. Some rows are narrow by luck: among those
 * that stop, an interval of 95 % holds the truth in 86 to 95 % of runs, this one in 95 to 98 %.
 */
const STOPPED_CONFIDENCE = 0.98;

export interface TableRow {
  /** Those that count, of one case. */
  readonly slices: readonly TimedSlice[];
}

export interface Table<Row extends TableRow> {
  /** The reference among them. */
  readonly rows: readonly Row[];
  /** What the others are compared with. */
  readonly reference: Row;
  /** The row that is in all groups and through which rows of different groups are compared; else the reference. */
  readonly through?: TableRow;
  /** What counts as the same, e.g. 0.04. */
  readonly margin: number;
  /** Half-width at which rows stopped being measured; null where the number of rounds was fixed. */
  readonly target: number | null;
  /** Nothing is claimed: every finding is undecided and all rows share the first rank. */
  readonly withheld?: boolean;
}

export interface JudgedRow<Row> extends Omit<Judgement, 'finding'> {
  readonly row: Row;
  /** One more than the number of rows that beat it. Rows of the same rank don't beat each other. */
  readonly rank: number;
  /** The rows that beat it: compared with it directly, or beaten themselves by one that is beaten by them. */
  readonly beatenBy: readonly Row[];
  /** With the reference. */
  readonly comparison: Comparison;
  /** The rounds that the comparison is made of; none where it was made through another row in other rounds. */
  readonly rounds: readonly RoundLog[];
  readonly finding: Finding | 'baseline';
  /** Half the width of the interval of 95 %, which the target is held against: see `halfWidth`. */
  readonly width: number;
}

export interface JudgedTable<Row> {
  /** Fastest first, but none below a row that it beats. */
  readonly judged: readonly JudgedRow<Row>[];
  /** Rows that can't be compared with the reference, and why. */
  readonly apart: readonly { readonly row: Row; readonly reason: string }[];
}

/** The comparison of two rows; of the second with the first when turned. */
interface Pair {
  readonly rounds: readonly RoundLog[];
  readonly comparison: Comparison;
  readonly width: number;
}

/**
 * Judges a table. All pairs of rows are one family: a table of equal rows, whether in quick runs or full ones, has a row
 * that is called faster, slower or better than another in at most 5 % of runs (docs/METHODOLOGY has the rates).
 *
 * What beats what is beaten beats it too: that follows from the two claims and adds no error. Ties aren't handed on.
 */
export function judgeTable<Row extends TableRow>(table: Table<Row>): JudgedTable<Row> {
  const { rows, reference, margin, withheld = false } = table;
  const pairs = new Pairs(table);
  const index = rows.indexOf(reference);
  const judged = rows.flatMap((row, i): Omit<JudgedRow<Row>, 'rank' | 'beatenBy'>[] => {
    const pair = pairs.of(i, index);
    if (pair === null) return [];
    const { comparison, rounds, width } = pair;
    const pValue = i === index ? 1 : pairs.pValue(i, index);
    const finding = i === index ? 'baseline' : withheld ? 'undecided' : findingOf(comparison, pValue, margin);
    const preliminary = i !== index && wholeRounds(rounds) < SETTLED_ROUNDS;
    return [{ row, comparison, rounds, width, finding, preliminary, pValue }];
  });
  const present = new Map(judged.map(({ row }) => [rows.indexOf(row), row]));
  const beaten = withheld ? new Map<number, Set<number>>() : closure([...present.keys()], pairs);
  const ranked = judged.map((one): JudgedRow<Row> => {
    const by = [...(beaten.get(rows.indexOf(one.row)) ?? [])].map((other) => present.get(other)!);
    return { ...one, rank: by.length + 1, beatenBy: by };
  });
  const missing = rows.filter((_, i) => !present.has(i));
  return { judged: inOrder(ranked), apart: missing.map((row) => ({ row, reason: whyApart(row) })) };
}

function whyApart({ slices }: TableRow): string {
  return slices.length === 0
    ? 'it was not timed'
    : 'it has no block in common with the baseline, nor with a row that has';
}

/** Rounds cut short, with less than half of the usual blocks, aren't worth a round. */
function wholeRounds(rounds: readonly RoundLog[]): number {
  const most = Math.max(0, ...rounds.map(({ blocks }) => blocks));
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
function closure(rows: readonly number[], pairs: Pairs): Map<number, Set<number>> {
  const beats = new Map(rows.map((a) => [a, new Set(rows.filter((b) => pairs.beats(a, b)))]));
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

/** Each row compared with each. */
class Pairs {
  readonly #table: Table<TableRow>;
  readonly #pairs = new Map<string, Pair | null>();
  readonly #pValues = new Map<string, number>();

  constructor(table: Table<TableRow>) {
    this.#table = table;
    const { rows } = table;
    const through = (table.through ?? table.reference).slices;
    const logs = new Map<string, readonly RoundLog[]>();
    const keys: [number, number][] = [];
    for (let a = 0; a < rows.length; a++)
      for (let b = a + 1; b < rows.length; b++) {
        logs.set(`${a} ${b}`, roundsBetween(rows[a]!.slices, rows[b]!.slices, through));
        keys.push([a, b]);
      }
    const errors = tableErrors(rows.length, (a, b) => logs.get(`${a} ${b}`)!.map(({ log }) => log));
    for (const [a, b] of keys) {
      const rounds = logs.get(`${a} ${b}`)!;
      const comparison = compare(rounds, errors(a, b)) ?? this.#chained(a, b, through);
      this.#pairs.set(`${a} ${b}`, comparison && this.#shown(rounds, comparison));
    }
    const family = keys.filter(([a, b]) => this.#pairs.get(`${a} ${b}`) !== null);
    const adjusted = holm(family.map(([a, b]) => this.#pairs.get(`${a} ${b}`)!.comparison.pValue));
    for (const [i, [a, b]] of family.entries()) this.#pValues.set(`${a} ${b}`, adjusted[i]!);
  }

  /** Of rows without a common round, from what each has in common with a third: the variances add up. */
  #chained(a: number, b: number, through: readonly TimedSlice[]): Comparison | null {
    const [first, second] = [a, b].map((row) =>
      compare(roundLogRatios(this.#table.rows[row]!.slices, through)),
    );
    if (!first || !second) return null;
    const log = Math.log(first.ratio / second.ratio);
    const error = first.error && second.error && combinedError([first.error, second.error]);
    return {
      ratio: Math.exp(log),
      interval: error && exponentiated(errorInterval(log, error)),
      error,
      pValue: errorPValue(log, error),
      rounds: Math.min(first.rounds, second.rounds),
      spread: null,
    };
  }

  #shown(rounds: readonly RoundLog[], comparison: Comparison): Pair {
    const { target } = this.#table;
    const width = halfWidth(comparison.interval);
    const stopped = target !== null && width <= target && rounds.length >= SETTLED_ROUNDS;
    const shown = stopped ? compare(rounds, comparison.error, STOPPED_CONFIDENCE)! : comparison;
    return { rounds, comparison: shown, width };
  }

  /** @returns null where the two can't be compared */
  of(a: number, b: number): Pair | null {
    if (a < b) return this.#pairs.get(`${a} ${b}`)!;
    if (a > b) {
      const pair = this.#pairs.get(`${b} ${a}`)!;
      return pair && turned(pair);
    }
    const { slices } = this.#table.rows[a]!;
    const rounds = roundLogRatios(slices, slices);
    const comparison = compare(rounds);
    return comparison && { rounds, comparison, width: 0 };
  }

  /** Adjusted for all pairs; 1 where the two can't be compared. */
  pValue(a: number, b: number): number {
    return this.#pValues.get(`${Math.min(a, b)} ${Math.max(a, b)}`) ?? 1;
  }

  /** Whether a is faster than b, by the same rule as the findings. */
  beats(a: number, b: number): boolean {
    if (a === b || this.pValue(a, b) > 1 - CONFIDENCE) return false;
    return (this.of(a, b)?.comparison.interval?.high ?? 1) < 1;
  }
}

function turned({ rounds, comparison, width }: Pair): Pair {
  const { ratio, interval } = comparison;
  return {
    rounds: rounds.map(({ log, ...round }) => ({ ...round, log: -log })),
    comparison: {
      ...comparison,
      ratio: 1 / ratio,
      interval: interval && { ...interval, low: 1 / interval.high, high: 1 / interval.low },
    },
    width,
  };
}
