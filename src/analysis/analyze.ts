import { documentsName } from '../define/names.ts';
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

export interface RecordedRun {
  readonly record: AnalyzedRecord;
  readonly samples: {
    of(number: number): readonly Sample[];
    readonly warnings: readonly string[];
  };
}

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
  /** Name of the baseline that was planned or chosen for the report. If it isn't ranked, `baseline` is another row or null. */
  readonly plannedBaseline: string;
  readonly ranked: readonly RankedRow[];
  readonly limits: readonly LimitRow[];
  readonly unranked: readonly (FailedRow | UnmeasuredRow)[];
  /**
   * True if the last result of each timed slice (series of operations) was compared with the expected document. Older versions of
   * wiremark didn't compare it.
   */
  readonly keeps: boolean;
  readonly rounds: number;
  readonly blocks: number;
  readonly isOver: boolean;
  /**
   * Names of rows that fail another task on the same documents. `answer` leaves them out, unless all libraries are among them.
   */
  readonly failElsewhere: readonly string[];
  readonly answer: CaseAnswer | null;
}

export function allRows({ ranked, limits, unranked }: AnalyzedCase): Row[] {
  return [...ranked, ...limits, ...unranked];
}

export function serializerRows(one: AnalyzedCase): Row[] {
  return allRows(one).filter(({ limit }) => limit === null);
}

export type AnalyzedRecord = Omit<RunRecord, 'request' | 'samples'> & Partial<Pick<RunRecord, 'request'>>;

export interface RunIndex {
  readonly record: AnalyzedRecord;
  /** Keys are indices in `record.cases` and `record.contenders`: `0 3`. */
  readonly outcomes: ReadonlyMap<string, RunOutcome>;
  readonly failing: ReadonlyMap<string, readonly RunOutcome[]>;
}

export function indexRun(record: AnalyzedRecord): RunIndex {
  const outcomes = new Map(record.outcomes.map((one) => [`${one.case} ${one.contender}`, one]));
  const failing = groupBy(
    [...outcomes.values()].filter(({ verdict }) => isFailure(verdict)),
    (one) => documentsName(record.cases[one.case]!),
  );
  return { record, outcomes, failing };
}
