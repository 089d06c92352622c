import { documentsName } from '../define/names.ts';
import type { Format } from '../define/types.ts';
import { isFailure } from '../plan/verdict.ts';
import { groupBy } from '../stats/group-by.ts';
import { type PartialReason, partialReason } from '../store/record/partial.ts';
import type { Interruption, RunCase, RunOutcome, RunRecord, Sample, Sizes } from '../store/record/record.ts';
import type { CaseAnswer } from './answer.ts';
import { analyzeCase } from './case.ts';
import type { CaseFacts, FailedRow, LimitRow, RankedRow, Row, UnmeasuredRow } from './rows.ts';

export type AnalyzedRun = Omit<AnalyzedRecord, 'cases' | 'interruptions'> & {
  readonly cases: readonly AnalyzedCase[];
  readonly interruptions: readonly Interruption[];
  readonly partialReason: PartialReason | null;
  readonly warnings: readonly string[];
};

export interface RecordedRun {
  readonly record: AnalyzedRecord;
  readonly samples: {
    of(number: number): readonly Sample[];
    readonly warnings: readonly string[];
  };
}

/** @param relativeTo row that replaces the baseline in ratios, in cases that rank it */
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
  readonly objects: string | null;
  /** Chosen by suite or user; `baseline` is another row if this one isn't ranked. */
  readonly plannedBaseline: string;
  /** Fastest first. */
  readonly ranked: readonly RankedRow[];
  /** Limits that failed are in `unranked`. */
  readonly limits: readonly LimitRow[];
  readonly unranked: readonly (FailedRow | UnmeasuredRow)[];
  readonly documentSizes: DocumentSizes;
  /** The last result of each timed slice was compared; false in older runs. */
  readonly keeps: boolean;
  /** Complete rounds of the ranked row that has most. */
  readonly rounds: number;
  readonly blocks: number;
  /** The case has ended, and so has its memory pass. */
  readonly isOver: boolean;
  /** Rows that fail another task on the same documents. Answers leave them out, unless all libraries fail. */
  readonly failElsewhere: readonly string[];
  readonly answer: CaseAnswer | null;
}

export type DocumentSizes = Readonly<Partial<Record<Format, Sizes>>>;

export function allRows({ ranked, limits, unranked }: AnalyzedCase): Row[] {
  return [...ranked, ...limits, ...unranked];
}

/** Pages contain only this part of the record. */
export type AnalyzedRecord = Omit<RunRecord, 'request' | 'samples'> & Partial<Pick<RunRecord, 'request'>>;

export interface RunIndex {
  readonly record: AnalyzedRecord;
  /** By numbers of case and contender: `0 3`. */
  readonly outcomes: ReadonlyMap<string, RunOutcome>;
  /** Failures by `dataset/size`. */
  readonly failing: ReadonlyMap<string, readonly RunOutcome[]>;
  readonly documentSizes: ReadonlyMap<string, DocumentSizes>;
}

export function indexRun(record: AnalyzedRecord): RunIndex {
  const outcomes = new Map(record.outcomes.map((one) => [`${one.case} ${one.contender}`, one]));
  const failing = groupBy(
    [...outcomes.values()].filter(({ verdict }) => isFailure(verdict)),
    (one) => documentsName(record.cases[one.case]!),
  );
  return { record, outcomes, failing, documentSizes: documentSizes(record) };
}

/** By `dataset/size`. Only `serialize` records sizes; tasks that read the same documents use them, too. */
function documentSizes(record: AnalyzedRecord): Map<string, DocumentSizes> {
  const found = new Map<string, Partial<Record<Format, Sizes>>>();
  for (const { case: number, contender, verdict, sizes } of record.outcomes) {
    const planned = record.cases[number]!;
    if (planned.task !== 'serialize' || verdict.verdict !== 'ok' || sizes === null) continue;
    const documents = documentsName(planned);
    const ofFormats = found.get(documents) ?? {};
    found.set(documents, ofFormats);
    ofFormats[record.contenders[contender]!.format] ??= sizes;
  }
  return found;
}
