/** One case of the view: its rows, ranked or not, and how it was measured. */
import { documentsName, rowName } from '../../define/names.ts';
import type { Deviation, Format, Task } from '../../define/types.ts';
import type { RunCase, RunContender, RunOutcome, RunRecord } from '../../store/record.ts';
import { holdContest, type RecordedRow } from './contest.ts';
import { timedSlices, type ViewSample } from './figures.ts';
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

/** Every row of a case: ranked ones first, then limits. */
export function allRows({ ranked, limits, unranked }: CaseView): Row[] {
  return [...ranked, ...limits, ...unranked];
}

/** What the cases of a run look things up in. */
export interface RunIndex {
  readonly record: RunRecord;
  /** By case, then by contender. */
  readonly samples: readonly ReadonlyMap<number, readonly ViewSample[]>[];
  /** By `rowKey`; a later outcome takes the place of an earlier one. */
  readonly outcomes: ReadonlyMap<string, RunOutcome>;
  /** Of each `dataset/size`, by format. */
  readonly documentBytes: ReadonlyMap<string, ReadonlyMap<Format, number>>;
}

const rowKey = (number: number, contender: number): string => `${number} ${contender}`;

export function indexRun(record: RunRecord, samples: readonly ViewSample[]): RunIndex {
  const cases = record.cases.map(() => new Map<number, ViewSample[]>());
  for (const sample of samples) {
    const rows = cases[sample.case]!;
    const row = rows.get(sample.contender);
    if (row) row.push(sample);
    else rows.set(sample.contender, [sample]);
  }
  const outcomes = new Map(record.outcomes.map((one) => [rowKey(one.case, one.contender), one]));
  return { record, samples: cases, outcomes, documentBytes: documentBytes(record) };
}

/** Sizes belong to the documents, so that a case that reads knows them from the one that wrote. */
function documentBytes(record: RunRecord): Map<string, Map<Format, number>> {
  const found = new Map<string, Map<Format, number>>();
  for (const { case: number, contender, verdict, sizes } of record.outcomes) {
    const planned = record.cases[number]!;
    if (planned.task !== 'serialize' || verdict.verdict !== 'ok' || sizes === null) continue;
    const documents = documentsName(planned);
    const bytes = found.get(documents) ?? new Map<Format, number>();
    found.set(documents, bytes);
    const { format } = record.contenders[contender]!;
    if (!bytes.has(format)) bytes.set(format, sizes.raw);
  }
  return found;
}

/** @param number of the case in the record */
export function buildCase({ record, samples, outcomes, documentBytes }: RunIndex, number: number): CaseView {
  const planned = record.cases[number]!;
  const entries = planned.contenders.map((index): RecordedRow => {
    const outcome = outcomes.get(rowKey(number, index));
    const own = samples[number]!.get(index) ?? [];
    return {
      index,
      facts: factsOf(record.contenders[index]!, planned, outcome?.deviations ?? []),
      verdict: outcome?.verdict ?? null,
      sizes: outcome?.sizes ?? null,
      memory: outcome?.memory ?? null,
      samples: own,
      slices: timedSlices(own),
    };
  });
  const { reference, ranked, limits, apart } = holdContest(entries, { ...planned, settings: record.settings });
  const reasons = new Map(apart.map(({ row, reason }) => [row, reason]));
  const placed = new Set([...ranked, ...limits].map(({ name }) => name));
  const timed = entries.filter(({ facts }) => placed.has(facts.name));
  const { dataset, size, task, batch } = planned;
  return {
    ...{ dataset, size, task, batch },
    baseline: reference?.facts.name ?? null,
    plannedBaseline: factsOf(record.contenders[planned.baseline]!, planned, []).name,
    ranked,
    limits,
    unranked: entries.filter(({ facts }) => !placed.has(facts.name)).map((entry) => unranked(entry, reasons.get(entry))),
    documentBytes: documentBytes.get(documentsName(planned)) ?? new Map(),
    rounds: Math.max(0, ...ranked.map(({ rounds }) => rounds)),
    blocks: timed.length === 0 ? 0 : Math.min(...timed.map(({ slices }) => mostBlocks(slices))),
    disturbances: disturbancesOf(entries),
  };
}

function factsOf(
  contender: RunContender,
  { dataset, size, task }: RunCase,
  deviations: readonly Deviation[],
): RowFacts {
  const { runtime, variant, serializer, title, version, code } = contender;
  const { format, output: outputKind, limit, bound = null } = contender;
  return {
    ...{ runtime, variant, serializer, name: rowName(contender), title, version, code, format, outputKind },
    ...{ deviations, limit, bound, dataset, size, task },
  };
}

/** @param apart why it can't be compared, where it was timed */
function unranked({ facts, verdict, samples }: RecordedRow, apart = 'it was not timed'): FailedRow | UnmeasuredRow {
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
  return { ...facts, kind, verdict: 'ok', reason: `the run ended early: ${apart}` };
}

/** In the round that has most. */
function mostBlocks(slices: readonly ViewSample[]): number {
  const counts = new Map<number, number>();
  for (const { round } of slices) counts.set(round, (counts.get(round) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** A block is one, however many rows have a slice of it. */
function disturbancesOf(entries: readonly RecordedRow[]): Disturbances {
  const blocks = { disturbed: new Map<number, Set<number>>(), block: new Map<number, Set<number>>() };
  for (const { samples } of entries)
    for (const { phase, round, block } of samples) {
      if (phase !== 'block' && phase !== 'disturbed') continue;
      const own = blocks[phase].get(round);
      if (own) own.add(block);
      else blocks[phase].set(round, new Set([block]));
    }
  const count = (rounds: ReadonlyMap<number, ReadonlySet<number>>) =>
    [...rounds.values()].reduce((sum, { size }) => sum + size, 0);
  const untold = entries.filter(({ slices }) => slices.some(({ waitNs }) => waitNs === null));
  return {
    redone: count(blocks.disturbed),
    counted: count(blocks.block),
    untold: untold.map(({ facts }) => facts.name),
  };
}
