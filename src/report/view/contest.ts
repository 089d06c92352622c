/** Who takes part in a case's ranking, and how they did. */
import type { Verdict } from '../../plan/verdict.ts';
import { halfWidth, roundLogRatios } from '../../stats/comparison.ts';
import { judge } from '../../stats/judgement.ts';
import { rankByRatio } from '../../stats/ranking.ts';
import { referenceRow } from '../../stats/reference.ts';
import { standardDeviation } from '../../stats/samples.ts';
import { launchSteadiness } from '../../stats/steady.ts';
import type { MemoryFigures, RunCase, Sizes } from '../../store/record.ts';
import { CaseBounds, type Timed } from './bounds.ts';
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

interface Contestant extends Timed {
  readonly facts: RowFacts;
  readonly entry: RecordedRow;
  readonly figures: Figures;
}

export interface Contest {
  /** The row that the others are compared with; null when none can be ranked. */
  readonly reference: RecordedRow | null;
  /** Fastest first. */
  readonly ranked: readonly RankedRow[];
  readonly limits: readonly LimitRow[];
}

/**
 * Compares all rows of a case that did the work with one of them, and ranks the serializers.
 *
 * @param target half-width at which a comparison is settled: what counts as the same
 */
export function holdContest(
  entries: readonly RecordedRow[],
  { baseline, batch }: Pick<RunCase, 'baseline' | 'batch'>,
  target: number,
): Contest {
  const ok = entries.filter(({ verdict }) => verdict?.verdict === 'ok');
  const serializers = ok.filter(({ facts }) => facts.limit === null);
  const index = referenceRow(new Map(serializers.map(({ index, slices }) => [index, slices])), baseline);
  const reference = ok.find((entry) => entry.index === index);
  if (!reference) return { reference: null, ranked: [], limits: [] };
  const contestants = ok.flatMap((entry): Contestant[] => {
    const { facts, samples, slices } = entry;
    const figures = figuresOf(samples, slices, batch);
    const rounds = roundLogRatios(slices, reference.slices);
    return figures && rounds.length > 0 ? [{ facts, entry, figures, slices, rounds }] : [];
  });
  const [rows, bounds] = [true, false].map((ranks) =>
    contestants.filter(({ facts }) => (facts.limit === null) === ranks),
  );
  return {
    reference,
    ranked: rankRows(rows!, bounds!, reference, { target, batch }),
    limits: bounds!.flatMap((one) => limitRow(one, batch)),
  };
}

function limitRow({ entry, figures }: Contestant, batch: number): LimitRow[] {
  const { limit } = entry.facts;
  const { nsPerOp, rounds, samples } = figures;
  const steadiness = launchSteadiness(entry.samples, batch);
  return limit === null
    ? []
    : [{ ...entry.facts, kind: 'limit', verdict: 'ok', limit, nsPerOp, steadiness, rounds, samples }];
}

function rankRows(
  contestants: readonly Contestant[],
  limits: readonly Contestant[],
  reference: RecordedRow,
  { target, batch }: { target: number; batch: number },
): RankedRow[] {
  const ranking = rankByRatio(contestants);
  const others = ranking.filter(({ row }) => row.entry !== reference);
  const judged = judge(
    others.map(({ comparison }) => comparison),
    target,
  );
  const judgements = new Map(others.map(({ row }, i) => [row, judged[i]!]));
  const sharing = new Map<number, number>();
  for (const { rank } of ranking) sharing.set(rank, (sharing.get(rank) ?? 0) + 1);
  const bounds = new CaseBounds(
    ranking.map(({ row }) => row),
    limits,
  );
  return ranking.map(({ row, rank, comparison }): RankedRow => {
    const judgement = judgements.get(row);
    const width = halfWidth(comparison.interval);
    return {
      ...row.facts,
      kind: 'ranked',
      verdict: 'ok',
      rank,
      tied: sharing.get(rank)! > 1,
      beatenBy: ranking.filter((other) => other.rank < rank).map(({ row }) => row.facts.name),
      ratio: estimateOf(comparison.ratio, comparison.interval),
      finding: judgement?.finding ?? 'baseline',
      preliminary: judgement?.preliminary ?? false,
      targetMissed: judgement !== undefined && width > target,
      halfWidth: Number.isFinite(width) ? width : null,
      steadiness: launchSteadiness(row.entry.samples, batch),
      launchSpread: comparison.spread,
      ratioDeviation: standardDeviation(row.rounds.map(({ log }) => Math.exp(log))),
      bounds: bounds.of(row),
      ...row.figures,
      sizes: row.entry.sizes,
      memory: row.entry.memory,
    };
  });
}
