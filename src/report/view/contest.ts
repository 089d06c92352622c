/** Who takes part in a case's ranking, and how they did. */
import type { Verdict } from '../../plan/verdict.ts';
import { type Comparison, compare, estimateTime, halfWidth, roundLogRatios } from '../../stats/comparison.ts';
import { timeByRatio } from '../../stats/derived.ts';
import { sameMargin } from '../../stats/judgement.ts';
import { referenceRow } from '../../stats/reference.ts';
import { standardDeviation } from '../../stats/samples.ts';
import { launchSteadiness } from '../../stats/steady.ts';
import { type JudgedRow, judgeTable } from '../../stats/table.ts';
import type { MemoryFigures, RunCase, RunSettings, Sizes } from '../../store/record.ts';
import { CaseBounds } from './bounds.ts';
import { estimateOf, type Figures, figuresOf, type ViewSample } from './figures.ts';
import type { LimitRow, RankedRow, RowFacts } from './rows.ts';

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

export interface Contest {
  /** The row that the others are compared with; null when none can be ranked. */
  readonly reference: RecordedRow | null;
  /** Fastest first. */
  readonly ranked: readonly RankedRow[];
  readonly limits: readonly LimitRow[];
  /** Rows that were timed and can't be compared with the reference, and why. */
  readonly apart: readonly { readonly row: RecordedRow; readonly reason: string }[];
}

export interface ContestTerms extends Pick<RunCase, 'baseline' | 'batch'> {
  readonly settings: Pick<RunSettings, 'rounds' | 'target'>;
  /** Another row to compare with than the recorded baseline, by its index. */
  readonly reference?: number;
}

/** Compares all rows of a case that did the work with one of them, and ranks the serializers. */
export function holdContest(entries: readonly RecordedRow[], terms: ContestTerms): Contest {
  const { baseline, batch, settings } = terms;
  const ok = entries.filter(({ verdict }) => verdict?.verdict === 'ok');
  const serializers = ok.filter(({ facts }) => facts.limit === null);
  const timed = new Map(serializers.map(({ index, slices }) => [index, slices]));
  const recorded = ok.find(({ index }) => index === referenceRow(timed, baseline));
  const chosen = serializers.find(({ index, slices }) => index === terms.reference && slices.length > 0);
  const reference = chosen ?? recorded;
  if (!reference || !recorded) return { reference: null, ranked: [], limits: [], apart: [] };
  const table = {
    rows: serializers,
    through: recorded,
    margin: sameMargin(settings.target),
    target: settings.rounds.minimum < settings.rounds.maximum ? settings.target : null,
  };
  const { judged, apart } = judgeTable({ ...table, reference });
  // Times are no matter of what a reader compares with.
  const paced = reference === recorded ? judged : judgeTable({ ...table, reference: recorded }).judged;
  const pace = new Pace(recorded, batch, new Map(paced.map(({ row, comparison }) => [row, comparison])));
  const limits = ok.filter(({ facts }) => facts.limit !== null);
  const bounds = new CaseBounds(
    judged.map(({ row }) => row),
    limits,
    recorded.slices,
  );
  const sharing = new Map<number, number>();
  for (const { rank } of judged) sharing.set(rank, (sharing.get(rank) ?? 0) + 1);
  return {
    reference,
    ranked: judged.flatMap((one) => {
      const tied = sharing.get(one.rank)! > 1;
      return rankedRow(one, pace, { batch, target: settings.target, tied, bounds: bounds.of(one.row) });
    }),
    limits: limits.flatMap((one) => limitRow(one, pace, batch)),
    apart,
  };
}

/** Gives all rows the pace that the machine had over all rounds of the recorded baseline. */
class Pace {
  readonly #baseline: RecordedRow;
  readonly #batch: number;
  readonly #comparisons: ReadonlyMap<RecordedRow, Comparison>;

  /** @param comparisons of the table's rows with the baseline */
  constructor(baseline: RecordedRow, batch: number, comparisons: ReadonlyMap<RecordedRow, Comparison>) {
    this.#baseline = baseline;
    this.#batch = batch;
    this.#comparisons = comparisons;
  }

  /** A row's figures; null without a slice that was timed together with the baseline. */
  figures(row: RecordedRow): Figures | null {
    const { samples, slices } = row;
    const comparison = this.#comparisons.get(row) ?? compare(roundLogRatios(slices, this.#baseline.slices));
    const [own, baseline] = [slices, this.#baseline.slices].map((all) => estimateTime(all));
    if (!own || !baseline || !comparison) return null;
    return figuresOf(samples, slices, this.#batch, timeByRatio(own, baseline, comparison));
  }
}

function limitRow(entry: RecordedRow, pace: Pace, batch: number): LimitRow[] {
  const { limit } = entry.facts;
  const figures = pace.figures(entry);
  if (limit === null || !figures) return [];
  const { nsPerOp, rounds, samples } = figures;
  const steadiness = launchSteadiness(entry.samples, batch);
  return [{ ...entry.facts, kind: 'limit', verdict: 'ok', limit, nsPerOp, steadiness, rounds, samples }];
}

interface Place extends Pick<RankedRow, 'tied' | 'bounds'> {
  readonly batch: number;
  readonly target: number;
}

function rankedRow(judged: JudgedRow<RecordedRow>, pace: Pace, place: Place): RankedRow[] {
  const { row, rank, beatenBy, comparison, rounds, finding, preliminary, width } = judged;
  const figures = pace.figures(row);
  if (figures === null) return [];
  const half = halfWidth(comparison.interval);
  return [
    {
      ...row.facts,
      kind: 'ranked',
      verdict: 'ok',
      rank,
      tied: place.tied,
      beatenBy: beatenBy.map(({ facts }) => facts.name),
      ratio: estimateOf(comparison.ratio, comparison.interval),
      finding,
      preliminary,
      targetMissed: finding !== 'baseline' && width > place.target,
      halfWidth: Number.isFinite(half) ? half : null,
      steadiness: launchSteadiness(row.samples, place.batch),
      launchSpread: comparison.spread,
      ratioDeviation: standardDeviation(rounds.map(({ log }) => Math.exp(log))),
      bounds: place.bounds,
      ...figures,
      sizes: row.sizes,
      memory: row.memory,
    },
  ];
}
