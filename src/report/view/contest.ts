/** The rows of a case's ranking, and their results. */
import type { Verdict } from '../../plan/verdict.ts';
import { blockTimes, halfWidth } from '../../stats/comparison.ts';
import { sameMargin } from '../../stats/judgement.ts';
import { type Baselines, referenceRow } from '../../stats/reference.ts';
import { standardDeviation } from '../../stats/samples.ts';
import { type JudgedRow, judgeTable } from '../../stats/table.ts';
import type { MemoryFigures, RunSettings, Sizes } from '../../store/record.ts';
import { caseBounds } from './bounds.ts';
import type { CaseView } from './case.ts';
import { estimateOf, type Figures, figuresOf, type ViewSample } from './figures.ts';
import { paceOf } from './pace.ts';
import { type CaseFacts, type LimitRow, type RankedRow, type RowFacts, rowOf } from './rows.ts';

/** A row of the record with what belongs to it. */
export interface RecordedRow {
  /** Into the record's contenders. */
  readonly index: number;
  readonly facts: RowFacts;
  readonly verdict: Verdict | null;
  readonly sizes: Sizes | null;
  readonly memory: MemoryFigures | null;
  /** Of every phase, in the order in which they were taken. */
  readonly samples: readonly ViewSample[];
  /** Those of them that count. */
  readonly slices: readonly ViewSample[];
}

/** Others are bounds: what a kit does, and a library whose objects are filled before the clock starts. */
function isRanked({ facts }: RecordedRow): boolean {
  return facts.limit === null && facts.bound !== 'prefilled';
}

/**
 * The rows that others are compared with; null where no row can be ranked.
 *
 * @param planned by the record
 * @param picked by a reader, by its name
 */
export function referencesOf(
  entries: readonly RecordedRow[],
  planned: Baselines,
  picked: string | undefined,
) {
  const ok = entries.filter(({ verdict }) => verdict?.verdict === 'ok');
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
  { recorded, reference }: NonNullable<ReturnType<typeof referencesOf>>,
  settings: Pick<RunSettings, 'rounds' | 'target'>,
  documentBytes: CaseView['documentBytes'],
  ofCase: CaseFacts,
) {
  const ok = entries.filter(({ verdict }) => verdict?.verdict === 'ok');
  const serializers = ok.filter(isRanked);
  const times = new Map(ok.map((row) => [row, blockTimes(row.slices)]));
  const timesOf = (row: RecordedRow) => times.get(row)!;
  const { judged } = judgeTable({
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
  const bounds = caseBounds(
    judged.map(({ row }) => row),
    limits,
    pace,
  );
  const figures = (row: RecordedRow): Figures | null => {
    const time = pace.timeOf(row);
    return time && figuresOf(row.samples, row.slices, ofCase.batchSize, time);
  };
  const ranked = judged.flatMap((one): RankedRow[] => {
    const found = figures(one.row);
    if (!found) return [];
    const { facts, sizes, memory } = one.row;
    const bytes = sizes?.raw ?? documentBytes.get(facts.format);
    const own = {
      ...{ ...placeOf(one, settings.target), ...found, bounds: bounds(one.row), sizes, memory },
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

export type Place = ReturnType<typeof placeOf>;

function placeOf(judged: JudgedRow<RecordedRow>, target: number) {
  const { rank, rankLast, rankLikely, beatenBy, probablyBeatenBy } = judged;
  const { comparison, rounds, finding, grade, preliminary, width } = judged;
  const half = halfWidth(comparison.interval);
  return {
    // The places that it may have, and whether one of the two is only likely.
    ...{ rank, rankLast, rankLikely },
    beatenBy: beatenBy.map(({ facts }) => facts.name),
    // Those that beat it among them.
    probablyBeatenBy: probablyBeatenBy.map(({ facts }) => facts.name),
    // Time relative to the baseline's: above 1 is slower.
    ratio: estimateOf(comparison.ratio, comparison.interval),
    finding,
    grade,
    // Fewer than ten whole rounds.
    preliminary,
    // The ratio isn't known as well as the run's target asks.
    targetMissed: finding !== 'baseline' && width > target,
    // Half the width of the ratio's interval on the logarithmic scale, 0.02 for ± 2 %.
    halfWidth: Number.isFinite(half) ? half : null,
    // Standard deviation of ln(ratio) from launch to launch; null for one launch.
    launchSpread: comparison.spread,
    // Of the ratio from round to round; null for one round.
    ratioDeviation: standardDeviation(rounds.map(({ log }) => Math.exp(log))),
  };
}
