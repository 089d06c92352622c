import { type Adjusted, adjusted } from '../stats/adjusted.ts';
import {
  combinedError,
  errorInterval,
  errorPValue,
  SETTLED_ROUNDS,
  type StandardError,
} from '../stats/centre.ts';
import { hodgesLehmann } from '../stats/signed-rank.ts';
import { tableErrors } from '../stats/spread.ts';
import {
  acrossRuns,
  type BlockTimes,
  type Comparison,
  compare,
  exponentiated,
  halfWidth,
  type RoundLog,
  roundLogs,
  roundsBetween,
  withRatio,
} from './comparison.ts';
import { type Finding, type Grade, type Graded, graded, type Judgement } from './finding.ts';

/** Confidence of intervals in tables. With 95 %, one ratio in eight lay outside of another run's interval (docs/EVIDENCE.md). */
const SHOWN_CONFIDENCE = 0.98;

export interface Table<Row> {
  readonly rows: readonly Row[];
  readonly reference: Row;
  /** The case's baseline. All groups of rows (see src/run/case.ts) contain it, so any two rows can be compared through it. */
  readonly through: Row;
  timesOf(row: Row): BlockTimes;
  readonly margin: number;
  readonly disturbed: boolean;
  haveOf?(row: Row): Row;
}

interface Gain<Row> {
  readonly over: Row;
  readonly comparison: Comparison;
  readonly finding: Finding | 'baseline';
  readonly grade: Grade;
}

export interface JudgedRow<Row> extends Omit<Judgement, 'finding'>, Rank {
  readonly row: Row;
  /** Rows that are established to be faster than this one, directly or through a chain of comparisons. */
  readonly beatenBy: readonly Row[];
  readonly probablyBeatenBy: readonly Row[];
  readonly comparison: Comparison;
  /**
   * Rounds that compare this row with the reference, directly or through `Table.through`. If there are none, the interval and
   * p-value come from the two rows' ratios to `through`.
   */
  readonly rounds: readonly RoundLog[];
  readonly finding: Finding | 'baseline';
  readonly gain: Gain<Row> | null;
  /**
   * Half-width of the ratio's 95 % interval on the logarithmic scale, without variation between runs. A row has
   * enough rounds if this is at most the run's target.
   */
  readonly width: number;
}

interface Pair {
  readonly rounds: readonly RoundLog[];
  readonly comparison: Comparison;
  /** Computed only on request, because most pairs are only graded. */
  width(): number;
}

/**
 * Compares all pairs of rows. P-values are adjusted for the number of pairs: if the rows are in fact equal, a difference is
 * established in at most 5 % of tables.
 * @returns rows, fastest first, without those that have no block in common with `through`
 */
export function judgeTable<Row>(table: Table<Row>): JudgedRow<Row>[] {
  const { rows, reference, disturbed, haveOf } = table;
  const pairs = new Pairs(table);
  const index = rows.indexOf(reference);
  const places = [...rows.keys()].filter((place) => pairs.of(place, index) !== null);
  const beats = closure(rows.length, (a, b) => pairs.beats(a, b));
  const foundBetween = (place: number, other: number) =>
    place === other ? ({ finding: 'baseline', grade: 'established' } as const) : pairs.graded(place, other);
  const gainOver = (place: number, other: number) => {
    const comparison = pairs.of(place, other)?.comparison;
    return comparison ? { over: rows[other]!, comparison, ...foundBetween(place, other) } : null;
  };
  const judged = places.map((place): JudgedRow<Row> => {
    const pair = pairs.of(place, index)!;
    const { comparison, rounds } = pair;
    const found = foundBetween(place, index);
    const preliminary = place !== index && wholeRounds(rounds) < SETTLED_ROUNDS;
    const rank = rankAmong(place, places, beats);
    const beatenAs = (grade: Grade) =>
      places.filter((other) => beats(other, place) === grade).map((other) => rows[other]!);
    return {
      row: rows[place]!,
      comparison,
      rounds,
      width: pair.width(),
      ...found,
      gain: haveOf ? gainOver(place, rows.indexOf(haveOf(rows[place]!))) : null,
      preliminary,
      ...rank,
      rankLikely: disturbed || rank.rankLikely,
      pValue: pairs.pValues(place, index).family,
      beatenBy: beatenAs('established'),
      probablyBeatenBy: beatenAs('likely'),
    };
  });
  return judged.sort((a, b) => a.comparison.ratio - b.comparison.ratio);
}

export function compareWithReference<Row>(table: Table<Row>): Map<Row, Comparison> {
  const pairs = new Pairs(table);
  const index = table.rows.indexOf(table.reference);
  return new Map(
    table.rows.flatMap((row, place): [Row, Comparison][] => {
      const pair = pairs.of(place, index);
      return pair ? [[row, pair.comparison]] : [];
    }),
  );
}

function wholeRounds(rounds: readonly RoundLog[]): number {
  const most = rounds.reduce((found, { blocks }) => Math.max(found, blocks), 0);
  return rounds.filter(({ blocks }) => 2 * blocks >= most).length;
}

const GRADES: readonly Grade[] = ['unclear', 'likely', 'established'];

/**
 * Returns a function that grades "a is faster than b", directly or through a chain of rows. A chain has the grade of its weakest
 * comparison.
 */
function closure(size: number, direct: (a: number, b: number) => Grade): (a: number, b: number) => Grade {
  const rows = [...Array(size).keys()];
  const sure = rows.map((a) => rows.map((b) => GRADES.indexOf(direct(a, b))));
  for (const through of rows)
    for (const from of rows)
      for (const to of rows) {
        const chain = Math.min(sure[from]![through]!, sure[through]![to]!);
        sure[from]![to] = Math.max(sure[from]![to]!, chain);
      }
  return (a, b) => GRADES[sure[a]![b]!]!;
}

interface PairEstimate {
  readonly rounds: readonly RoundLog[];
  /** ln(first row's time / second row's time), computed from the rows' positions on a common scale (see `Pairs`). */
  readonly estimate: number;
  readonly error: StandardError | null;
  /** P-value of "no difference", computed from common rounds if there are any; 1 if they contradict the sign of `estimate`. */
  readonly pValue: number;
}

/**
 * Each row has a position on a common scale: its time relative to that of `through`. The ratio of two rows is the quotient of
 * their positions, so that ratios never contradict each other. A finding must also agree with the rounds that both rows have in
 * common.
 */
class Pairs<Row> {
  readonly #table: Table<Row>;
  readonly #estimates: ReadonlyMap<string, PairEstimate>;
  readonly #pValues: ReadonlyMap<string, Adjusted>;

  constructor(table: Table<Row>) {
    this.#table = table;
    this.#estimates = estimatePairs(table);
    const found = [...this.#estimates];
    const pValues = adjusted(found.map(([, { pValue }]) => pValue));
    this.#pValues = new Map(found.map(([key], i) => [key, pValues[i]!]));
  }

  of(a: number, b: number): Pair | null {
    if (a === b) return this.#itself(a);
    const found = this.#estimates.get(keyOf(a, b));
    if (!found) return null;
    const { rounds, estimate, error } = a < b ? found : reversed(found);
    const ratio = Math.exp(estimate);
    if (rounds.length === 0) {
      const at = (confidence?: number) => error && exponentiated(errorInterval(estimate, error, confidence));
      const figures = { ratio, error, pValue: found.pValue, rounds: 0, spread: null };
      const comparison = acrossRuns({ ...figures, interval: at(SHOWN_CONFIDENCE) });
      return { rounds, comparison, width: () => halfWidth(at()) };
    }
    const at = (confidence?: number) => withRatio(ratio, compare(rounds, error, confidence)!);
    return { rounds, comparison: acrossRuns(at(SHOWN_CONFIDENCE)), width: () => halfWidth(at().interval) };
  }

  #itself(row: number): Pair | null {
    const times = this.#table.timesOf(this.#table.rows[row]!);
    const rounds = roundLogs(times, times);
    const comparison = compare(rounds, undefined, SHOWN_CONFIDENCE);
    return comparison && { rounds, comparison, width: () => 0 };
  }

  pValues(a: number, b: number): Adjusted {
    return this.#pValues.get(keyOf(a, b)) ?? { family: 1, discovery: 1 };
  }

  graded(a: number, b: number): Graded {
    const { margin, disturbed } = this.#table;
    return graded(this.of(a, b)!.comparison, this.pValues(a, b), margin, disturbed);
  }

  beats(a: number, b: number): Grade {
    const found = this.#estimates.get(keyOf(a, b));
    if (found === undefined || Math.sign(found.estimate) !== Math.sign(a - b)) return 'unclear';
    const { finding, grade } = this.graded(a, b);
    return finding === 'faster' ? grade : 'unclear';
  }
}

const keyOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;

/**
 * Estimates all pairs that can be compared. Without a common round, the error of a pair comes from the two rows' ratios to
 * `through`: their variances add up.
 */
function estimatePairs<Row>({ rows, through, timesOf }: Table<Row>): Map<string, PairEstimate> {
  const positions = rows.flatMap((_, a) => rows.slice(a + 1).map((_, i) => [a, a + 1 + i] as const));
  const times = rows.map(timesOf);
  const throughTimes = timesOf(through);
  const places = times.map((own) => compare(roundLogs(own, throughTimes)));
  const rounds = new Map(
    positions.map(([a, b]) => [keyOf(a, b), roundsBetween(times[a]!, times[b]!, throughTimes)]),
  );
  const errors = tableErrors(rows.length, (a, b) => rounds.get(keyOf(a, b))!.map(({ log }) => log));
  return new Map(
    positions.flatMap(([a, b]): [string, PairEstimate][] => {
      const [first, second] = [places[a], places[b]];
      if (!first || !second) return [];
      const common = rounds.get(keyOf(a, b))!;
      const estimate = Math.log(first.ratio / second.ratio);
      const apart = first.error && second.error && combinedError([first.error, second.error]);
      const [own, error] =
        common.length > 0 ? [hodgesLehmann(common.map(({ log }) => log)), errors(a, b)] : [estimate, apart];
      const pValue = Math.sign(own) === Math.sign(estimate) ? errorPValue(own, error) : 1;
      return [[keyOf(a, b), { rounds: common, estimate, error, pValue }]];
    }),
  );
}

function reversed({ rounds, estimate, ...found }: PairEstimate): PairEstimate {
  return {
    ...found,
    rounds: rounds.map(({ log, ...round }) => ({ ...round, log: -log })),
    estimate: -estimate,
  };
}

export interface Rank {
  /** 1 + the number of rows that are faster than this one (established or likely). */
  readonly rank: number;
  /** The last rank that the row may have: only rows that are slower (established or likely) come after it. */
  readonly rankLast: number;
  /** True if a finding that determines `rank` or `rankLast` is only likely, or if the case was disturbed. */
  readonly rankLikely: boolean;
}

export function rankAmong<Row>(own: Row, rows: readonly Row[], beats: (a: Row, b: Row) => Grade): Rank {
  const above = rows.map((other) => beats(other, own)).filter((grade) => grade !== 'unclear');
  const below = rows.map((other) => beats(own, other)).filter((grade) => grade !== 'unclear');
  return {
    rank: 1 + above.length,
    rankLast: rows.length - below.length,
    rankLikely: [...above, ...below].includes('likely'),
  };
}
