/** The rows of a case's ranking, and their results. */
import { runtimeName } from '../define/names.ts';
import { isTimeable, type Verdict } from '../plan/verdict.ts';
import { standardDeviation } from '../stats/samples.ts';
import type { MemoryFigures, RunSettings, Sample, Sizes } from '../store/record/record.ts';
import type { AnalyzedCase } from './analyze.ts';
import { type Baselines, referenceRow } from './baseline.ts';
import {
  type BlockTimes,
  blockTimes,
  compare,
  estimateTime,
  halfWidth,
  multiplied,
  roundLogs,
  roundsBetween,
  withRatio,
} from './comparison.ts';
import { type DerivedTime, timeByRatio } from './derived.ts';
import { comparedPairs, type Pairs, tellsWait, tooDisturbed, waitedShare } from './disturbance.ts';
import type { Estimate } from './figures.ts';
import { estimateOf, type Figures, figuresOf } from './figures.ts';
import { sameMargin } from './finding.ts';
import { type JudgedRow, judgeTable } from './judge.ts';
import type { Rank } from './ranks.ts';
import { type CaseFacts, type LimitRow, type RankedRow, type RowFacts, rowOf } from './rows.ts';

export interface RecordedRow {
  /** Into the record's contenders. */
  readonly index: number;
  readonly facts: RowFacts;
  readonly verdict: Verdict | null;
  readonly sizes: Sizes | null;
  readonly memory: MemoryFigures | null;
  /** Of every phase, in the order in which they were taken. */
  readonly samples: readonly Sample[];
  /** Those of them that count. */
  readonly slices: readonly Sample[];
}

function isOk({ verdict }: RecordedRow): boolean {
  return verdict?.verdict === 'ok';
}

/** Others are bounds: what a kit does, and a library whose objects are filled before the clock starts. */
function isRanked({ facts }: RecordedRow): boolean {
  return facts.limit === null && facts.bound !== 'prefilled';
}

/** The rows that others are compared with: the recorded baseline, and the one that ratios are relative to. */
interface References {
  readonly recorded: RecordedRow;
  readonly reference: RecordedRow;
}

/**
 * Null where no row can be ranked.
 *
 * @param planned by the record
 * @param picked by a reader, by its name
 */
export function referencesOf(
  entries: readonly RecordedRow[],
  planned: Baselines,
  picked: string | undefined,
): References | null {
  const ok = entries.filter(isOk);
  const serializers = ok.filter(isRanked);
  const timed = new Map(serializers.map(({ index, slices }) => [index, slices]));
  const recorded = ok.find(({ index }) => index === referenceRow(timed, planned));
  const chosen = serializers.find(({ facts, slices }) => facts.name === picked && slices.length > 0);
  // The case's own baseline, or what is used where that isn't ranked, is in all groups; a reader may pick another.
  return recorded ? { recorded, reference: chosen ?? recorded } : null;
}

/**
 * Compares all rows of a case that did the work with one of them, and ranks the serializers.
 *
 * @returns the ranked rows, by rank, and the limits
 */
export function holdContest(
  entries: readonly RecordedRow[],
  { recorded, reference }: References,
  settings: Pick<RunSettings, 'rounds' | 'target'>,
  documentBytes: AnalyzedCase['documentBytes'],
  ofCase: CaseFacts,
) {
  const ok = entries.filter(isOk);
  const serializers = ok.filter(isRanked);
  const times = new Map(ok.map((row) => [row, blockTimes(row.slices)]));
  const timesOf = (row: RecordedRow) => times.get(row)!;
  const judged = judgeTable({
    rows: serializers,
    through: recorded,
    reference,
    timesOf,
    margin: sameMargin(settings.target),
    target: settings.rounds.minimum < settings.rounds.maximum ? settings.target : null,
    disturbed: ofCase.disturbed,
  });
  // Times are no matter of what a reader compares with.
  const pace = paceOf(recorded, timesOf);
  const limits = ok.filter((row) => !isRanked(row));
  const rows = judged.map(({ row }) => row);
  const bounds = caseBounds(rows, limits, pace);
  const figures = (row: RecordedRow): Figures | null => {
    const time = pace.timeOf(row);
    return time && figuresOf(row.samples, row.slices, ofCase.batchSize, time);
  };
  const ranked = judged.flatMap((one): RankedRow[] => {
    const found = figures(one.row);
    if (!found) return [];
    const { facts, sizes, memory } = one.row;
    const bytes = sizes?.raw ?? documentBytes[facts.format];
    const own = {
      ...placeOf(one, settings.target),
      ...found,
      bounds: bounds(one.row),
      sizes,
      memory,
      verdict: 'ok' as const,
      megabytesPerSecond: bytes === undefined ? null : (bytes / found.nsPerOp.estimate) * 1000,
    };
    return [rowOf('ranked', { ...facts, ...ofCase }, own)];
  });
  return { ranked, limits: limits.flatMap((row) => limitRow(row, ofCase, figures(row))) };
}

function limitRow({ facts }: RecordedRow, ofCase: CaseFacts, figures: Figures | null): LimitRow[] {
  if (!figures) return [];
  const { nsPerOp, steadiness, rounds, samples } = figures;
  return [rowOf('limit', { ...facts, ...ofCase }, { verdict: 'ok', nsPerOp, steadiness, rounds, samples })];
}

export interface Place extends Rank, Pick<JudgedRow<unknown>, 'finding' | 'grade' | 'preliminary'> {
  readonly beatenBy: readonly string[];
  readonly probablyBeatenBy: readonly string[];
  /** Time relative to the baseline's: above 1 is slower. */
  readonly ratio: Estimate;
  /** The ratio isn't known as well as the run's target asks. */
  readonly targetMissed: boolean;
  /** Half the width of the ratio's interval on the logarithmic scale, 0.02 for ± 2 %. */
  readonly halfWidth: number | null;
  /** Standard deviation of ln(ratio) from launch to launch; null for one launch. */
  readonly launchSpread: number | null;
  /** Of the ratio from round to round; null for one round. */
  readonly ratioDeviation: number | null;
}

function placeOf(judged: JudgedRow<RecordedRow>, target: number): Place {
  const { rank, rankLast, rankLikely, beatenBy, probablyBeatenBy } = judged;
  const { comparison, rounds, finding, grade, preliminary, width } = judged;
  const half = halfWidth(comparison.interval);
  return {
    rank,
    rankLast,
    rankLikely,
    finding,
    grade,
    preliminary,
    beatenBy: beatenBy.map(({ facts }) => facts.name),
    probablyBeatenBy: probablyBeatenBy.map(({ facts }) => facts.name),
    ratio: estimateOf(comparison.ratio, comparison.interval),
    targetMissed: finding !== 'baseline' && width > target,
    halfWidth: Number.isFinite(half) ? half : null,
    launchSpread: comparison.spread,
    ratioDeviation: standardDeviation(rounds.map(({ log }) => Math.exp(log))),
  };
}

/** How far a row is from the bounds of its own runtime, measured in the same case; null where a bound isn't there. */
export interface Bounds {
  /** Time as a multiple of a walk over the objects. */
  readonly timesWalk: Estimate | null;
  /** The time of `handWritten` as a percentage of this row's, so that less is slower. */
  readonly percentOfHandWritten: Estimate | null;
  /** Name of the best hand-written row of the same format. */
  readonly handWritten: string | null;
}

/**
 * By runtime as it was started: a variant has bounds of its own. What takes another format is no bound.
 *
 * @param ranked all ranked rows of the case
 * @param limits all limits of the case
 * @returns how far a ranked row is from its bounds
 */
function caseBounds(ranked: readonly RecordedRow[], limits: readonly RecordedRow[], pace: Pace) {
  const isOfRuntime = (one: RecordedRow, row: RecordedRow) =>
    runtimeName(one.facts) === runtimeName(row.facts);
  const time = (row: RecordedRow) => pace.timeOf(row)!.centre;
  const byHand = ranked
    .filter(({ facts }) => facts.bound === 'hand-written')
    .sort((a, b) => time(a) - time(b));
  return (row: RecordedRow): Bounds => {
    const walk = limits.find((one) => one.facts.limit === 'walk' && isOfRuntime(one, row));
    const hand = byHand.find((one) => one.facts.format === row.facts.format && isOfRuntime(one, row));
    return {
      timesWalk: walk === undefined ? null : pace.quotient(row, walk),
      percentOfHandWritten: hand === undefined ? null : pace.quotient(hand, row, 100),
      handWritten: hand?.facts.name ?? null,
    };
  };
}

/**
 * Times of a case on one scale: every row has the pace that the machine had over all rounds of the recorded baseline. A
 * row's time, rate and all of its ratios follow from its one place on it.
 */
interface Pace {
  /** Null for a row without a slice that was timed together with the baseline. */
  timeOf(row: RecordedRow): DerivedTime | null;
  /** So many times the quotient of two rows' times; its interval holds what the rounds tell that both have. */
  quotient(a: RecordedRow, b: RecordedRow, factor?: number): Estimate | null;
}

/** @param recorded the recorded baseline, which is in all groups */
function paceOf(recorded: RecordedRow, timesOf: (row: RecordedRow) => BlockTimes): Pace {
  const baseline = estimateTime(timesOf(recorded));
  const timeOf = (row: RecordedRow) => {
    const own = estimateTime(timesOf(row));
    const ratio = compare(roundLogs(timesOf(row), timesOf(recorded)));
    return own && baseline && ratio && timeByRatio(own, baseline, ratio);
  };
  return {
    timeOf,
    quotient(a, b, factor = 1) {
      const comparison = compare(roundsBetween(timesOf(a), timesOf(b), timesOf(recorded)));
      const [first, second] = [timeOf(a), timeOf(b)];
      if (!comparison || !first || !second) return null;
      const { ratio, interval } = withRatio(first.centre / second.centre, comparison);
      return estimateOf(ratio * factor, multiplied(interval, factor));
    },
  };
}

/**
 * What was timed on request of a row that failed verification. It is the time of work that was not done: struck out
 * wherever it is shown, never ranked, compared or summed up.
 */
export interface UnverifiedTime extends Pick<Figures, 'rounds' | 'samples'> {
  readonly nsPerOp: Estimate;
  /** Relative to the reference's; null where they have no round in common. */
  readonly ratio: Estimate | null;
}

/**
 * @param references the rows that others are compared with; null where none is ranked
 * @returns null for a row that never came to be timed
 */
export function unverifiedTime(row: RecordedRow, references: References | null): UnverifiedTime | null {
  // Of other verdicts there is no time, or none that can be true.
  if (row.verdict === null || !isTimeable(row.verdict)) return null;
  const timesOf = ({ slices }: RecordedRow) => blockTimes(slices);
  const own = estimateTime(timesOf(row));
  if (own === null) return null;
  const pace = references && paceOf(references.recorded, timesOf);
  const { centre, interval } = pace?.timeOf(row) ?? own;
  return {
    nsPerOp: estimateOf(centre, interval),
    ratio: references && pace!.quotient(row, references.reference),
    rounds: own.rounds,
    samples: own.slices,
  };
}

export interface Disturbances extends Pairs {
  /** Share of the slices' time; null where the system never told. */
  readonly waited: number | null;
  /** Names of rows for which the system never told. */
  readonly untold: readonly string[];
}

export function disturbancesOf(
  entries: readonly RecordedRow[],
): Pick<CaseFacts, 'disturbances' | 'disturbed'> {
  const timed = entries.filter((row) => isOk(row) && row.slices.length > 0);
  const told = timed.filter(({ slices }) => slices.some(tellsWait));
  const disturbances = {
    ...comparedPairs(told.map(({ slices }) => slices)),
    waited: waitedShare(told.flatMap(({ slices }) => slices)),
    untold: timed.filter((row) => !told.includes(row)).map(({ facts }) => facts.name),
  };
  // A row alone is compared with none.
  const isAlone = timed.filter(({ facts }) => facts.limit === null).length < 2;
  return { disturbances, disturbed: !isAlone && tooDisturbed(disturbances) };
}
