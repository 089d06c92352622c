import { documentsName, rowName } from '../define/names.ts';
import { isFailure, isTimeable } from '../plan/verdict.ts';
import { groupBy } from '../stats/group-by.ts';
import { standardDeviation } from '../stats/samples.ts';
import type { RunCase, RunContender, RunOutcome, Sample } from '../store/record/record.ts';
import type { AnalyzedCase, RunIndex } from './analyze.ts';
import { caseAnswer } from './answer.ts';
import { blockTimes, type Comparison, estimateTime } from './comparison.ts';
import { estimateOf, type Figures, figuresOf, timedSlices } from './figures.ts';
import { disturbancesOf, type JudgedCase, judgeCase } from './judge.ts';
import type { JudgedRow } from './pairs.ts';
import {
  type CaseFacts,
  type FailedRow,
  isStruck,
  type LimitRow,
  type RankedRow,
  type RowFacts,
  rowOf,
  type UnmeasuredRow,
  type UnverifiedTime,
} from './rows.ts';
import { boundsOf, type CaseTimes, caseTimes } from './times.ts';

interface RecordedRow {
  readonly facts: RowFacts;
  readonly outcome: RunOutcome | undefined;
  readonly samples: readonly Sample[];
  readonly slices: readonly Sample[];
}

/** @returns the analyzed case, and a function that compares its rows with the row of a given name */
export function analyzeCase(
  index: RunIndex,
  number: number,
  samples: readonly Sample[],
  relativeTo?: string,
) {
  const { record, failing } = index;
  const planned = record.cases[number]!;
  const rows = recordedRows(index, number, samples);
  const recorded = new Map(rows.map((row) => [row.facts, row]));
  const ok = rows.filter(({ outcome }) => outcome?.verdict.verdict === 'ok').map(({ facts }) => facts);
  const limits = ok.filter((row) => !canBeRanked(row));
  const rowAt = (contender: number | undefined) => rows[planned.contenders.indexOf(contender ?? -1)]?.facts;
  const slicesOf = (row: RowFacts) => recorded.get(row)!.slices;
  const elsewhere = (failing.get(documentsName(planned)) ?? []).filter((one) => one.case !== number);
  const failElsewhere = elsewhere.map(({ contender }) => rowName(record.contenders[contender]!));
  const judged = judgeCase({
    rows: ok.filter(canBeRanked),
    limits,
    slicesOf,
    baselines: [rowAt(planned.baseline), rowAt(planned.standIn)],
    relativeTo: rows.find(({ facts }) => facts.name === relativeTo)?.facts,
    haveOf: haveOf(failElsewhere),
    settings: record.settings,
    shared: record.machine.shared !== undefined,
  });
  const disturbances = judged?.disturbances ?? disturbancesOf(limits, slicesOf);
  const shared = {
    baseline: judged?.reference.name ?? null,
    disturbances: { ...disturbances, untold: disturbances.untold.map(({ name }) => name) },
    disturbed: judged?.disturbed ?? false,
  };
  const ofCase = { ...shared, batchSize: planned.batch };
  const times =
    judged && caseTimes(judged.baseline, (row) => judged.times.get(row) ?? blockTimes(slicesOf(row)));
  const figures = (row: RowFacts): Figures | null => {
    const time = times?.timeOf(row);
    return time ? figuresOf(recorded.get(row)!.samples, slicesOf(row), planned.batch, time) : null;
  };
  const judgedRows = (judged?.rows ?? []).map(({ row }) => row);
  const bounds = times && boundsOf(judgedRows, limits, times);
  const ranked = (judged?.rows ?? []).flatMap((one): RankedRow[] => {
    const own = figures(one.row);
    if (own === null) return [];
    const { sizes, memory, conversion = null } = recorded.get(one.row)!.outcome!;
    const megabytesPerSecond = sizes && (sizes.raw / own.nsPerOp.estimate) * 1000;
    const place = placeOf(one, record.settings.target);
    const others = { verdict: 'ok' as const, bounds: bounds!(one.row), sizes, memory, conversion };
    return [rowOf('ranked', { ...one.row, ...ofCase }, { ...place, ...own, ...others, megabytesPerSecond })];
  });
  const limitRows = limits.flatMap((row): LimitRow[] => {
    const own = figures(row);
    if (own === null) return [];
    const { nsPerOp, steadiness, rounds, samples } = own;
    return [rowOf('limit', { ...row, ...ofCase }, { verdict: 'ok', nsPerOp, steadiness, rounds, samples })];
  });
  const placed = new Set([...ranked, ...limitRows].map(({ name }) => name));
  const unverified = (row: RecordedRow) =>
    record.request?.timeUnverified ? unverifiedTime(row, times, judged?.reference) : null;
  const { dataset, size, task, batch, objects = null, keeps = false } = planned;
  const analyzed = answered({
    ...{ dataset, size, task, batch, ...shared, objects, keeps },
    plannedBaseline: relativeTo ?? rowName(record.contenders[planned.baseline]!),
    ranked,
    limits: limitRows,
    unranked: rows
      .filter(({ facts }) => !placed.has(facts.name))
      .map((row) => unrankedRow(row, ofCase, unverified(row)))
      .sort((a, b) => Number(isStruck(b)) - Number(isStruck(a))),
    rounds: Math.max(0, ...ranked.map(({ rounds }) => rounds)),
    blocks: blocksOf(rows.filter(({ facts }) => placed.has(facts.name))),
    isOver: planned.ended !== undefined,
    failElsewhere,
  });
  return { analyzed, ratiosTo: ratiosByName(judged) };
}

/** Defined outside of `analyzeCase`, so that the returned function doesn't keep all samples in memory. */
function ratiosByName(judged: JudgedCase<RowFacts> | null) {
  const rows = judged?.rows.map(({ row }) => row);
  return (name: string): ReadonlyMap<string, Comparison> => {
    const compared = judged!.comparedWith(rows!.find((row) => row.name === name)!);
    return new Map([...compared].map(([row, comparison]) => [row.name, comparison]));
  };
}

export function answered(one: Omit<AnalyzedCase, 'answer'>, all = one.ranked): AnalyzedCase {
  return { ...one, answer: caseAnswer(one, all) };
}

/** Limits (operations such as `copy`) and `prefilled` rows, whose objects are filled before timing, aren't ranked. */
function canBeRanked({ limit, bound }: RowFacts): boolean {
  return limit === null && bound !== 'prefilled';
}

/**
 * Returns a function that finds the row that users of a language probably use today: the baseline if it is in this language, else
 * in the manifest's order the first JSON library, else the first library, else the first row.
 * @param failElsewhere names of rows that fail another task; they are found only if the language has no other rows
 */
function haveOf(failElsewhere: readonly string[]) {
  return (row: RowFacts, rows: readonly RowFacts[], reference: RowFacts): RowFacts => {
    const language = rows.filter(({ runtime }) => runtime === row.runtime);
    const complete = language.filter(({ name }) => !failElsewhere.includes(name));
    const own = complete.length > 0 ? complete : language;
    if (own.includes(reference)) return reference;
    const libraries = own.filter(({ bound }) => bound === null);
    return libraries.find(({ format }) => format === 'json') ?? libraries[0] ?? own[0]!;
  };
}

function recordedRows(
  { record, outcomes }: RunIndex,
  number: number,
  samples: readonly Sample[],
): RecordedRow[] {
  const planned = record.cases[number]!;
  const byContender = groupBy(samples, ({ contender }) => contender);
  return planned.contenders.map((contender) => {
    const outcome = outcomes.get(`${number} ${contender}`);
    const own = byContender.get(contender) ?? [];
    return {
      facts: factsOf(record.contenders[contender]!, planned, outcome),
      outcome,
      samples: own,
      slices: timedSlices(own, planned.rounds),
    };
  });
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

function placeOf(judged: JudgedRow<RowFacts>, target: number) {
  const { rank, rankLast, rankLikely, beatenBy, probablyBeatenBy } = judged;
  const { comparison, rounds, finding, grade, gain, preliminary, width } = judged;
  const estimated = ({ ratio, interval }: Comparison) => estimateOf(ratio, interval);
  return {
    ...{ rank, rankLast, rankLikely, finding, grade, preliminary },
    gain: gain && {
      ...{ over: gain.over.name, finding: gain.finding, grade: gain.grade },
      ratio: estimated(gain.comparison),
    },
    beatenBy: beatenBy.map(({ name }) => name),
    probablyBeatenBy: probablyBeatenBy.map(({ name }) => name),
    ratio: estimated(comparison),
    targetMissed: finding !== 'baseline' && width > target,
    halfWidth: Number.isFinite(width) ? width : null,
    launchSpread: comparison.spread,
    ratioDeviation: standardDeviation(rounds.map(({ log }) => Math.exp(log))),
  };
}

function unrankedRow(
  { facts, outcome, samples, slices }: RecordedRow,
  ofCase: CaseFacts,
  unverified: UnverifiedTime | null,
): FailedRow | UnmeasuredRow {
  const all = { ...facts, ...ofCase };
  const verdict = outcome?.verdict;
  if (verdict !== undefined && verdict.verdict !== 'ok')
    return rowOf('failed', all, {
      verdict: verdict.verdict,
      reason: verdict.reason,
      isFailure: isFailure(verdict, facts.added),
      fix: verdict.verdict === 'unavailable' ? (verdict.fix ?? null) : null,
      difference: verdict.verdict === 'mismatch' ? (verdict.difference ?? null) : null,
      unverified,
    });
  if (verdict !== undefined) {
    const apart = 'it was not timed together with a baseline';
    const reason = slices.length === 0 ? 'the run was stopped before its first round finished' : apart;
    return rowOf('unmeasured', all, { verdict: 'ok', reason });
  }
  const reason =
    samples.length === 0
      ? 'the run has not reached this row'
      : 'stopped before its results could be verified';
  return rowOf('unmeasured', all, { reason });
}

function unverifiedTime(
  { facts, outcome, slices }: RecordedRow,
  times: CaseTimes<RowFacts> | null,
  reference: RowFacts | undefined,
): UnverifiedTime | null {
  if (outcome === undefined || !isTimeable(outcome.verdict)) return null;
  const own = estimateTime(blockTimes(slices));
  if (own === null) return null;
  const { centre, interval } = times?.timeOf(facts) ?? own;
  return {
    nsPerOp: estimateOf(centre, interval),
    ratio: times?.quotient(facts, reference!) ?? null,
    rounds: own.rounds,
    samples: own.slices,
  };
}

/** Counts the slices (one per block) of each row's longest round. Returns the minimum over all rows. */
function blocksOf(rows: readonly RecordedRow[]): number {
  const most = rows.map(({ slices }) => {
    const rounds = groupBy(slices, ({ round }) => round);
    return [...rounds.values()].reduce((longest, { length }) => Math.max(longest, length), 0);
  });
  return most.length === 0 ? 0 : Math.min(...most);
}
