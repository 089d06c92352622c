/** The one view model of a run: everything that a formatter may say, and nothing that it would have to compute. */
import type { Deviation, Format, Task } from '../define/types.ts';
import type { Verdict } from '../plan/verdict.ts';
import { halfWidth, roundLogRatios } from '../stats/comparison.ts';
import { judge } from '../stats/judgement.ts';
import { rankByRatio } from '../stats/ranking.ts';
import { referenceRow } from '../stats/reference.ts';
import { launchSteadiness } from '../stats/steady.ts';
import type {
  Interruption,
  MemoryFigures,
  RunCase,
  RunContender,
  RunRecord,
  Sample,
  Sizes,
} from '../store/record.ts';
import { boundsOf, type Timed } from './bounds.ts';
import { estimateOf, type Figures, figuresOf, timedSlices } from './figures.ts';
import type { FailedRow, LimitRow, RankedRow, Row, RowFacts, UnmeasuredRow } from './rows.ts';

export interface CaseView {
  readonly dataset: string;
  readonly size: string;
  readonly task: Task;
  /** Documents in a batch; 1 where the suite doesn't speak of batches. */
  readonly batch: number;
  /** Name of the row that the ratios are relative to; null when none is ranked. */
  readonly baseline: string | null;
  /** Name of the row that the plan meant; differs where that one isn't ranked. */
  readonly plannedBaseline: string;
  /** Fastest first. */
  readonly ranked: readonly RankedRow[];
  /** Bounds of each runtime, in the order of the record; those that failed are among the unranked. */
  readonly limits: readonly LimitRow[];
  /** In the order of the record. */
  readonly unranked: readonly (FailedRow | UnmeasuredRow)[];
  /** Mean bytes of a document by format, as the verified serializers wrote it; empty where none did. */
  readonly documentBytes: ReadonlyMap<Format, number>;
  /** Most rounds that any row has. */
  readonly rounds: number;
  /** In a round, for each row. (The baseline has as many in each group of rows that are measured together.) */
  readonly blocks: number;
  readonly disturbances: Disturbances;
}

/** How often something else took the core from what was timed. */
export interface Disturbances {
  /** Blocks that were timed again, and the blocks that count, over all rounds and groups. */
  readonly redone: number;
  readonly counted: number;
  /** Names of rows for which the system doesn't tell; their blocks can't be redone for it. */
  readonly untold: readonly string[];
}

export type RunView = Pick<
  RunRecord,
  | 'id'
  | 'tool'
  | 'startedAt'
  | 'finishedAt'
  | 'partial'
  | 'suite'
  | 'machine'
  | 'runtimes'
  | 'settings'
  | 'datasets'
> & {
  readonly cases: readonly CaseView[];
  /** Times between being stopped and being resumed; empty for a run that was measured in one go. */
  readonly interruptions: readonly Interruption[];
  /** What the reader of the files had to say, e.g. that the last sample was cut short. */
  readonly warnings: readonly string[];
};

/** What `readRun` of the store gives, as far as a report needs it. */
export interface RunData {
  readonly record: RunRecord;
  readonly samples: readonly Sample[];
  readonly warnings?: readonly string[];
}

export function buildView({ record, samples, warnings = [] }: RunData): RunView {
  const { id, tool, startedAt, finishedAt, partial, suite, machine, runtimes, settings, datasets } = record;
  const run = { id, tool, startedAt, finishedAt, partial, suite, machine, runtimes, settings, datasets };
  const byRow = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = rowKey(sample.case, sample.contender);
    const row = byRow.get(key);
    if (row) row.push(sample);
    else byRow.set(key, [sample]);
  }
  const cases = record.cases.map((planned, number) => buildCase(record, planned, number, byRow));
  return { ...run, cases, interruptions: record.interruptions ?? [], warnings };
}

const rowKey = (number: number, contender: number): string => `${number} ${contender}`;

/** A row of the record with what belongs to it. */
interface Entry {
  readonly index: number;
  readonly facts: RowFacts;
  readonly verdict: Verdict | null;
  readonly sizes: Sizes | null;
  readonly memory: MemoryFigures | null;
  readonly samples: readonly Sample[];
}

function buildCase(
  record: RunRecord,
  planned: RunCase,
  number: number,
  samples: ReadonlyMap<string, readonly Sample[]>,
): CaseView {
  const entries = planned.contenders.map((index): Entry => {
    const outcome = record.outcomes.findLast((one) => one.case === number && one.contender === index);
    return {
      index,
      facts: factsOf(record.contenders[index]!, planned, outcome?.deviations ?? []),
      verdict: outcome?.verdict ?? null,
      sizes: outcome?.sizes ?? null,
      memory: outcome?.memory ?? null,
      samples: samples.get(rowKey(number, index)) ?? [],
    };
  });
  const { reference, ranked, limits } = rank(entries, planned, record.settings.target);
  const placed = new Set([...ranked, ...limits].map(({ name }) => name));
  const timed = entries.filter(({ facts }) => placed.has(facts.name));
  return {
    dataset: planned.dataset,
    size: planned.size,
    task: planned.task,
    batch: planned.batch,
    baseline: reference?.facts.name ?? null,
    plannedBaseline: factsOf(record.contenders[planned.baseline]!, planned, []).name,
    ranked,
    limits,
    unranked: entries.filter(({ facts }) => !placed.has(facts.name)).map(unranked),
    documentBytes: documentBytes(record, planned),
    rounds: Math.max(0, ...ranked.map(({ rounds }) => rounds)),
    blocks: timed.length === 0 ? 0 : Math.min(...timed.map(({ samples }) => mostBlocks(samples))),
    disturbances: disturbancesOf(entries),
  };
}

function factsOf(
  contender: RunContender,
  { dataset, size, task }: RunCase,
  deviations: readonly Deviation[],
): RowFacts {
  const { runtime, serializer, title, version, format, output, limit } = contender;
  const name = `${runtime}/${serializer}`;
  return {
    runtime,
    serializer,
    name,
    title,
    version,
    format,
    outputKind: output,
    deviations,
    limit,
    dataset,
    size,
    task,
  };
}

interface Contestant extends Timed {
  readonly entry: Entry;
  readonly figures: Figures;
}

function rank(
  entries: readonly Entry[],
  planned: RunCase,
  target: number,
): { reference: Entry | null; ranked: RankedRow[]; limits: LimitRow[] } {
  const ok = entries.filter(({ verdict }) => verdict?.verdict === 'ok');
  const slices = new Map(ok.map(({ index, samples }) => [index, timedSlices(samples)]));
  const serializers = ok.filter(({ facts }) => facts.limit === null);
  const index = referenceRow(
    new Map(serializers.map(({ index }) => [index, slices.get(index)!])),
    planned.baseline,
  );
  const reference = ok.find((entry) => entry.index === index);
  if (!reference) return { reference: null, ranked: [], limits: [] };
  const contestants = ok.flatMap((entry): Contestant[] => {
    const figures = figuresOf(entry.samples, planned.batch);
    const own = slices.get(entry.index)!;
    const rounds = roundLogRatios(own, slices.get(reference.index)!);
    const { runtime, serializer, name } = entry.facts;
    return figures && rounds.length > 0
      ? [{ runtime, serializer, name, entry, figures, slices: own, rounds }]
      : [];
  });
  const [rows, bounds] = [true, false].map((ranks) =>
    contestants.filter(({ entry }) => (entry.facts.limit === null) === ranks),
  );
  return {
    reference,
    ranked: rankContestants(rows!, bounds!, reference, { target, batch: planned.batch }),
    limits: bounds!.flatMap(limitRow),
  };
}

function limitRow({ entry, figures }: Contestant): LimitRow[] {
  const { limit } = entry.facts;
  const { nsPerOp, rounds, samples } = figures;
  return limit === null
    ? []
    : [{ ...entry.facts, kind: 'limit', verdict: 'ok', limit, nsPerOp, rounds, samples }];
}

function rankContestants(
  contestants: readonly Contestant[],
  limits: readonly Contestant[],
  reference: Entry,
  { target, batch }: { target: number; batch: number },
): RankedRow[] {
  const ranking = rankByRatio(contestants);
  const others = ranking.filter(({ row }) => row.entry !== reference);
  const judgements = judge(
    others.map(({ comparison }) => comparison),
    target,
  );
  const rows = ranking.map(({ row }) => row);
  return ranking.map(({ row, rank, comparison }): RankedRow => {
    const walk = limits.find(({ runtime, entry }) => runtime === row.runtime && entry.facts.limit === 'walk');
    const judgement = judgements[others.findIndex((other) => other.row === row)];
    const width = halfWidth(comparison.interval);
    return {
      ...row.entry.facts,
      kind: 'ranked',
      verdict: 'ok',
      rank,
      tied: ranking.filter((other) => other.rank === rank).length > 1,
      ratio: estimateOf(comparison.ratio, comparison.interval),
      finding: judgement?.finding ?? 'baseline',
      preliminary: judgement?.preliminary ?? false,
      targetMissed: judgement !== undefined && width > target,
      halfWidth: Number.isFinite(width) ? width : null,
      steadiness: launchSteadiness(row.entry.samples, batch),
      launchSpread: comparison.spread,
      bounds: boundsOf(row, rows, walk ?? null),
      ...row.figures,
      sizes: row.entry.sizes,
      memory: row.entry.memory,
    };
  });
}

function unranked({ facts, verdict, samples }: Entry): FailedRow | UnmeasuredRow {
  if (verdict !== null && verdict.verdict !== 'ok')
    return {
      ...facts,
      kind: 'failed',
      verdict: verdict.verdict,
      reason: verdict.reason,
      cure: verdict.verdict === 'unavailable' ? (verdict.cure ?? null) : null,
      difference: verdict.verdict === 'mismatch' ? (verdict.difference ?? null) : null,
    };
  const kind = 'unmeasured';
  if (verdict === null) {
    const reason =
      samples.length === 0
        ? 'the run ended before this row began'
        : 'the run ended before the outputs were verified again after timing';
    return { ...facts, kind, verdict: null, reason };
  }
  return {
    ...facts,
    kind,
    verdict: 'ok',
    reason: 'the run ended before a block was timed together with the baseline',
  };
}

/** In the round that has most. */
function mostBlocks(samples: readonly Sample[]): number {
  const counts = new Map<number, number>();
  for (const { round } of timedSlices(samples)) counts.set(round, (counts.get(round) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

function disturbancesOf(entries: readonly Entry[]): Disturbances {
  const samples = entries.flatMap((entry) => entry.samples);
  const blocks = (phase: Sample['phase']) =>
    new Set(samples.filter((one) => one.phase === phase).map(({ round, block }) => `${round} ${block}`)).size;
  const untold = entries.filter((entry) => timedSlices(entry.samples).some(({ waitNs }) => waitNs === null));
  return {
    redone: blocks('disturbed'),
    counted: blocks('block'),
    untold: untold.map(({ facts }) => facts.name),
  };
}

/** Sizes belong to the documents, so that a case that reads knows them from the one that wrote. */
function documentBytes(record: RunRecord, { dataset, size }: RunCase): Map<Format, number> {
  const bytes = new Map<Format, number>();
  for (const { case: number, contender, verdict, sizes } of record.outcomes) {
    const wrote = record.cases[number]!;
    const { format } = record.contenders[contender]!;
    const counts = wrote.dataset === dataset && wrote.size === size && wrote.task === 'serialize';
    if (counts && verdict.verdict === 'ok' && sizes && !bytes.has(format)) bytes.set(format, sizes.raw);
  }
  return bytes;
}

/** Every row of a case: ranked ones first, then limits. */
export function allRows({ ranked, limits, unranked }: CaseView): Row[] {
  return [...ranked, ...limits, ...unranked];
}
