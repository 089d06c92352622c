/** The one view model of a run: everything that a formatter may say, and nothing that it would have to compute. */
import { documentsName, rowName } from '../define/names.ts';
import type { Format } from '../define/types.ts';
import { isFailure } from '../plan/verdict.ts';
import { groupBy } from '../stats/group-by.ts';
import { type PartialReason, partialReason } from '../store/record/partial.ts';
import type {
  Interruption,
  RunCase,
  RunContender,
  RunOutcome,
  RunRecord,
  Sample,
} from '../store/record/record.ts';
import { type CaseAnswer, caseAnswer } from './answer.ts';
import { type BlockTimes, blockTimes } from './comparison.ts';
import { disturbancesOf, holdContest, type RecordedRow, referencesOf, unverifiedTime } from './contest.ts';
import { timedSlices } from './figures.ts';
import {
  type CaseFacts,
  type FailedRow,
  isStruck,
  type LimitRow,
  type RankedRow,
  type Row,
  type RowFacts,
  rowOf,
  type UnmeasuredRow,
} from './rows.ts';

export type AnalyzedRun = Omit<ViewRecord, 'cases' | 'interruptions'> & {
  readonly cases: readonly AnalyzedCase[];
  /** Times between being stopped and being resumed; empty for a run that was measured in one go. */
  readonly interruptions: readonly Interruption[];
  /** Null for a run that is whole. */
  readonly partialReason: PartialReason | null;
  /** What the reader of the files had to say, e.g. that the last sample was cut short. */
  readonly warnings: readonly string[];
};

/** What `readRun` of the store gives, as far as a report needs it. */
export interface RecordedRun {
  readonly record: ViewRecord;
  readonly samples: {
    /** Of a case; asked for once, case after case. */
    of(number: number): readonly Sample[];
    readonly warnings: readonly string[];
  };
}

/** @param relativeTo name of another row that ratios are relative to; where it isn't ranked, the case's own */
export function analyze({ record, samples }: RecordedRun, relativeTo?: string): AnalyzedRun {
  const index = indexRun(record);
  const cases = record.cases.map((_, number) => analyzeCase(index, number, samples.of(number), relativeTo));
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
  /** Whose objects rows were given; null for the plain ones of their language. */
  readonly objects: string | null;
  /** Others that suites of these rows' runtimes give them. */
  readonly otherObjects: NonNullable<RunRecord['otherObjects']>;
  /** Name of the row that was meant, by the plan or a reader; differs where that one isn't ranked. */
  readonly plannedBaseline: string;
  /** Fastest first. */
  readonly ranked: readonly RankedRow[];
  /** Bounds of each runtime, in the order of the record; those that failed are among the unranked. */
  readonly limits: readonly LimitRow[];
  readonly unranked: readonly (FailedRow | UnmeasuredRow)[];
  /** Mean bytes of a document by format, as the verified serializers wrote it; empty where none did. */
  readonly documentBytes: DocumentBytes;
  /** Whether the last result of each timed slice was compared, whole; not in older runs. */
  readonly keeps: boolean;
  /** Most that any row has; one that was under way when the run ended is none. */
  readonly rounds: number;
  /** In a whole round, for each row. (The baseline has as many in each group of rows that are measured together.) */
  readonly blocks: number;
  /** False where the run ended first: a memory pass, which comes last, wasn't made. */
  readonly isOver: boolean;
  /** Names of rows that fail another task on the same documents: no answer is of them, whatever they do here. */
  readonly failElsewhere: readonly string[];
  /** Of the rows that are here; null where no library is ranked. */
  readonly answer: CaseAnswer | null;
}

export type DocumentBytes = Readonly<Partial<Record<Format, number>>>;

/** Every row of a case: ranked ones first, then limits. */
export function allRows({ ranked, limits, unranked }: AnalyzedCase): Row[] {
  return [...ranked, ...limits, ...unranked];
}

/** What a view needs of a record; a page leaves the rest out. */
export type ViewRecord = Omit<RunRecord, 'request' | 'samples'> & Partial<Pick<RunRecord, 'request'>>;

const rowKey = (number: number, contender: number): string => `${number} ${contender}`;

/** What is found once for all cases of a run. */
interface RunIndex {
  readonly record: ViewRecord;
  /** By case and contender. */
  readonly outcomes: ReadonlyMap<string, RunOutcome>;
  /** Faults, by the documents that they were found on. */
  readonly failing: ReadonlyMap<string, readonly RunOutcome[]>;
  readonly documentBytes: ReadonlyMap<string, DocumentBytes>;
}

export function indexRun(record: ViewRecord): RunIndex {
  const outcomes = new Map(record.outcomes.map((one) => [rowKey(one.case, one.contender), one]));
  const failing = groupBy(
    [...outcomes.values()].filter(({ verdict }) => isFailure(verdict)),
    (one) => documentsName(record.cases[one.case]!),
  );
  return { record, outcomes, failing, documentBytes: documentBytes(record) };
}

/** Sizes belong to the documents, so that a case that reads knows them from the one that wrote. */
function documentBytes(record: ViewRecord): Map<string, DocumentBytes> {
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

export function analyzeCase(
  { record, outcomes, failing, documentBytes }: RunIndex,
  number: number,
  samples: readonly Sample[],
  relativeTo?: string,
): AnalyzedCase {
  const planned = record.cases[number]!;
  const byContender = groupBy(samples, ({ contender }) => contender);
  const entries = planned.contenders.map((index): RecordedRow => {
    const outcome = outcomes.get(rowKey(number, index));
    const own = byContender.get(index) ?? [];
    return {
      index,
      facts: factsOf(record.contenders[index]!, planned, outcome),
      verdict: outcome?.verdict ?? null,
      sizes: outcome?.sizes ?? null,
      memory: outcome?.memory ?? null,
      samples: own,
      slices: timedSlices(own, planned.rounds),
    };
  });
  const references = referencesOf(entries, planned, relativeTo);
  const baseline = references?.reference.facts.name ?? null;
  const found = { baseline, ...disturbancesOf(entries) };
  const ofCase = { ...found, batchSize: planned.batch };
  const bytes = documentBytes.get(documentsName(planned)) ?? {};
  const { ranked, limits } = references
    ? holdContest(entries, references, record.settings, bytes, ofCase)
    : { ranked: [], limits: [] };
  const placed = new Set([...ranked, ...limits].map(({ name }) => name));
  const { dataset, size, task, batch, objects = null, keeps = false } = planned;
  const elsewhere = (failing.get(documentsName(planned)) ?? []).filter((one) => one.case !== number);
  const unverified = (entry: RecordedRow) =>
    record.request?.timeUnverified ? unverifiedTime(entry, references) : null;
  return answered({
    dataset,
    size,
    task,
    batch,
    ...found,
    objects,
    keeps,
    otherObjects: (record.otherObjects ?? []).filter(
      (other) => other.objects !== objects && ranked.some(({ runtime }) => runtime === other.runtime),
    ),
    plannedBaseline: relativeTo ?? rowName(record.contenders[planned.baseline]!),
    ranked,
    limits,
    unranked: entries
      .filter(({ facts }) => !placed.has(facts.name))
      .map((entry) => unranked(entry, ofCase, unverified(entry)))
      .sort((a, b) => Number(isStruck(b)) - Number(isStruck(a))),
    documentBytes: bytes,
    rounds: Math.max(0, ...ranked.map(({ rounds }) => rounds)),
    blocks: blocksOf(entries.filter(({ facts }) => placed.has(facts.name))),
    isOver: planned.ended !== undefined,
    failElsewhere: elsewhere.map(({ contender }) => rowName(record.contenders[contender]!)),
  });
}

/** @param all its ranked rows, of which a reader may have chosen some */
export function answered(one: Omit<AnalyzedCase, 'answer'>, all = one.ranked): AnalyzedCase {
  return { ...one, answer: caseAnswer(one, all) };
}

function factsOf(
  contender: RunContender,
  { dataset, size, task }: RunCase,
  outcome: RunOutcome | undefined,
): RowFacts {
  const { output: outputKind, varies = false, reuses = false, bound = null, ...recorded } = contender;
  return {
    ...recorded,
    name: rowName(contender),
    outputKind,
    dataset,
    size,
    task,
    deviations: outcome?.deviations ?? [],
    beyond: outcome?.beyond ?? null,
    varies,
    reuses,
    bound,
  };
}

function unranked(
  entry: RecordedRow,
  ofCase: CaseFacts,
  unverified: FailedRow['unverified'],
): FailedRow | UnmeasuredRow {
  const { verdict, samples } = entry;
  const facts = { ...entry.facts, ...ofCase };
  if (verdict !== null && verdict.verdict !== 'ok')
    return rowOf('failed', facts, {
      verdict: verdict.verdict,
      reason: verdict.reason,
      isFailure: isFailure(verdict, entry.facts.added),
      fix: verdict.verdict === 'unavailable' ? (verdict.fix ?? null) : null,
      difference: verdict.verdict === 'mismatch' ? (verdict.difference ?? null) : null,
      unverified,
    });
  if (verdict !== null) {
    const apart = 'the run ended early: it was not timed together with the baseline';
    const reason = entry.slices.length === 0 ? 'no round of it is whole' : apart;
    return rowOf('unmeasured', facts, { verdict: 'ok', reason });
  }
  const reason =
    samples.length === 0
      ? 'the run has not reached this row'
      : 'its outputs have not been verified again after timing';
  return rowOf('unmeasured', facts, { reason });
}

/** In the round that has most, of the row that has fewest. */
function blocksOf(rows: readonly RecordedRow[]): number {
  const most = rows.map(({ slices }) => {
    const rounds = [...groupBy(slices, ({ round }) => round).values()];
    return rounds.reduce((most, { length }) => Math.max(most, length), 0);
  });
  return most.length === 0 ? 0 : Math.min(...most);
}

/** Of the rows of a case, by name. */
export function timesByRow(
  { contenders, cases }: Pick<ViewRecord, 'contenders' | 'cases'>,
  samples: readonly Sample[],
  number: number,
): ReadonlyMap<string, BlockTimes> {
  const rows = groupBy(timedSlices(samples, cases[number]!.rounds), ({ contender }) => contender);
  return new Map([...rows].map(([contender, own]) => [rowName(contenders[contender]!), blockTimes(own)]));
}
