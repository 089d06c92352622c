/** Turns a recorded run into judged rows, which reports, pages and queries show. */
import { documentsName } from '../define/names.ts';
import type { Format } from '../define/types.ts';
import { isFailure } from '../plan/verdict.ts';
import { groupBy } from '../stats/group-by.ts';
import { type PartialReason, partialReason } from '../store/record/partial.ts';
import type { Interruption, RunCase, RunOutcome, RunRecord, Sample } from '../store/record/record.ts';
import type { CaseAnswer } from './answer.ts';
import { analyzeCase } from './case.ts';
import type { CaseFacts, FailedRow, LimitRow, RankedRow, Row, UnmeasuredRow } from './rows.ts';

export type AnalyzedRun = Omit<AnalyzedRecord, 'cases' | 'interruptions'> & {
  readonly cases: readonly AnalyzedCase[];
  readonly interruptions: readonly Interruption[];
  readonly partialReason: PartialReason | null;
  readonly warnings: readonly string[];
};

/** The part of the store's `readRun` that an analysis needs. */
export interface RecordedRun {
  readonly record: AnalyzedRecord;
  readonly samples: {
    /** Samples of a case. */
    of(number: number): readonly Sample[];
    readonly warnings: readonly string[];
  };
}

/** @param relativeTo name of another row that ratios are relative to; cases in which it isn't ranked keep their baseline */
export function analyze({ record, samples }: RecordedRun, relativeTo?: string): AnalyzedRun {
  const index = indexRun(record);
  const cases = record.cases.map(
    (_, number) => analyzeCase(index, number, samples.of(number), relativeTo).analyzed,
  );
  return {
    ...record,
    cases,
    interruptions: record.interruptions ?? [],
    partialReason: partialReason(record),
    warnings: samples.warnings,
  };
}

export function runRows({ cases }: Pick<AnalyzedRun, 'cases'>): Row[] {
  return cases.flatMap(allRows);
}

export interface AnalyzedCase
  extends Pick<RunCase, 'dataset' | 'size' | 'task' | 'batch'>,
    Omit<CaseFacts, 'batchSize'> {
  /** Framework whose objects rows receive; null for plain objects. */
  readonly objects: string | null;
  /** Suites that give rows of these runtimes other objects. */
  readonly otherObjects: NonNullable<RunRecord['otherObjects']>;
  /** The chosen baseline; `baseline` differs where that row isn't ranked. */
  readonly plannedBaseline: string;
  /** Fastest first. */
  readonly ranked: readonly RankedRow[];
  /** Limits that failed are among the unranked rows. */
  readonly limits: readonly LimitRow[];
  readonly unranked: readonly (FailedRow | UnmeasuredRow)[];
  /** Mean bytes of a document by format, as verified serializers wrote it. */
  readonly documentBytes: DocumentBytes;
  /** The last result of each timed slice was compared; false in older runs. */
  readonly keeps: boolean;
  /** Complete rounds of the row with the most. */
  readonly rounds: number;
  readonly blocks: number;
  /** The case and its memory pass ended. */
  readonly isOver: boolean;
  /** Rows that fail another task on the same documents: the answer leaves them out. */
  readonly failElsewhere: readonly string[];
  /** Null where no library is ranked. */
  readonly answer: CaseAnswer | null;
}

export type DocumentBytes = Readonly<Partial<Record<Format, number>>>;

export function allRows({ ranked, limits, unranked }: AnalyzedCase): Row[] {
  return [...ranked, ...limits, ...unranked];
}

/** The part of a record that is analyzed; pages leave the rest out. */
export type AnalyzedRecord = Omit<RunRecord, 'request' | 'samples'> & Partial<Pick<RunRecord, 'request'>>;

/** Facts found once for all cases of a run. */
export interface RunIndex {
  readonly record: AnalyzedRecord;
  /** By `case contender`. */
  readonly outcomes: ReadonlyMap<string, RunOutcome>;
  /** Failures by `dataset/size`. */
  readonly failing: ReadonlyMap<string, readonly RunOutcome[]>;
  readonly documentBytes: ReadonlyMap<string, DocumentBytes>;
}

export function indexRun(record: AnalyzedRecord): RunIndex {
  const outcomes = new Map(record.outcomes.map((one) => [`${one.case} ${one.contender}`, one]));
  const failing = groupBy(
    [...outcomes.values()].filter(({ verdict }) => isFailure(verdict)),
    (one) => documentsName(record.cases[one.case]!),
  );
  return { record, outcomes, failing, documentBytes: documentBytes(record) };
}

/** Sizes are recorded for tasks that write; tasks that read the same documents share them. */
function documentBytes(record: AnalyzedRecord): Map<string, DocumentBytes> {
  const found = new Map<string, Partial<Record<Format, number>>>();
  for (const { case: number, contender, verdict, sizes } of record.outcomes) {
    const planned = record.cases[number]!;
    if (planned.task !== 'serialize' || verdict.verdict !== 'ok' || sizes === null) continue;
    const documents = documentsName(planned);
    const bytes = found.get(documents) ?? {};
    found.set(documents, bytes);
    bytes[record.contenders[contender]!.format] ??= sizes.raw;
  }
  return found;
}
