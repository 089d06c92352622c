/** Puts the rows of one case of two runs together, and says of each what can be compared. */
import type { Task } from '../../define/types.ts';
import { isFailure } from '../../plan/verdict.ts';
import { compare } from '../../stats/comparison.ts';
import { type Change, changeBetween } from '../../stats/two-runs.ts';
import { estimateOf } from '../figures.ts';
import type { Estimate, RankedRow, Row } from '../rows.ts';
import type { BaselineRow, ComparedRow, CompareMode, Growth, MeasuredSide, OtherRow } from './rows.ts';
import { type CaseSide, factsOf, measuredSide, plainSide, type RunSide } from './sides.ts';

interface Sides<Side> {
  readonly before: Side;
  readonly after: Side;
}

/** A row with its change, before it is judged among all others. */
export type UnjudgedRow = Omit<ComparedRow, 'kind' | 'finding' | 'preliminary' | 'sure' | 'pValue'> & {
  readonly test: Change;
};

export interface CasePairing {
  readonly title: string;
  readonly dataset: string;
  readonly size: string;
  readonly task: Task;
  readonly baseline: BaselineRow | null;
  readonly unjudged: readonly UnjudgedRow[];
  readonly others: readonly OtherRow[];
  readonly obstacle: string | null;
}

/** What there is of a case: at least one side. */
type Found = Sides<CaseSide | undefined>;

interface Bench {
  readonly runs: Sides<RunSide>;
  readonly mode: CompareMode;
  /** Whether times of the two machines may be compared. */
  readonly sameMachine: boolean;
}

/** @param title of a case that at least one of the runs has */
export function pairCase(
  runs: Sides<RunSide>,
  title: string,
  mode: CompareMode,
  sameMachine: boolean,
): CasePairing {
  const bench: Bench = { runs, mode, sameMachine };
  const found: Found = { before: runs.before.cases.get(title), after: runs.after.cases.get(title) };
  const { dataset, size, task } = (found.after ?? found.before)!.view;
  const facts = { title, dataset, size, task };
  const { before, after } = found;
  if (!before || !after) {
    const others = othersOf(bench, found, new Set(), '');
    const obstacle = `only the run ${before ? 'before' : 'after'} has this case`;
    return { ...facts, baseline: null, unjudged: [], others, obstacle };
  }
  const both = { before, after };
  const reference = mode === 'relative' ? referenceOf(both) : null;
  const obstacle =
    differentWork(both) ?? (mode === 'relative' && reference === null ? noReference(both) : null);
  if (obstacle !== null)
    return {
      ...facts,
      baseline: null,
      unjudged: [],
      others: othersOf(bench, found, new Set(), ''),
      obstacle,
    };
  const baseline = reference && baselineRow(bench, reference);
  const unjudged = rankedPairs(both).flatMap((pair) => {
    const row = pair.after.name === baseline?.name ? null : unjudgedRow(bench, both, pair, reference);
    return row ? [row] : [];
  });
  const paired = new Set([...unjudged, ...(baseline ? [baseline] : [])].map(({ name }) => name));
  const apart = 'no block was timed together with the baseline';
  return { ...facts, baseline, unjudged, others: othersOf(bench, found, paired, apart), obstacle: null };
}

/** Why the two did not do the same work; null where they did. */
function differentWork({ before, after }: Sides<CaseSide>): string | null {
  if (before.digest !== after.digest)
    return `the documents differ (${digestText(before)}, then ${digestText(after)}): other work is not compared`;
  if (before.view.batch !== after.view.batch)
    return `batches differ (${before.view.batch} documents, then ${after.view.batch}): other work is not compared`;
  return null;
}

/** As people compare them; run.json has all. */
function digestText({ digest }: CaseSide): string {
  return digest === null ? 'no digest' : `${digest.slice(0, 19)}…`;
}

function rankedOf({ rows }: CaseSide, name: string | null): RankedRow | null {
  const row = name === null ? undefined : rows.get(name);
  return row?.kind === 'ranked' ? row : null;
}

function rankedPairs({ before, after }: Sides<CaseSide>): Sides<RankedRow>[] {
  return [...after.rows.keys()].flatMap((name) => {
    const pair = { before: rankedOf(before, name), after: rankedOf(after, name) };
    return pair.before && pair.after ? [{ before: pair.before, after: pair.after }] : [];
  });
}

/** The baseline that was planned for a run, if both runs ranked it: the later run's plan goes first. */
function referenceOf(both: Sides<CaseSide>): Sides<RankedRow> | null {
  for (const name of [both.after.view.plannedBaseline, both.before.view.plannedBaseline]) {
    const [before, after] = [rankedOf(both.before, name), rankedOf(both.after, name)];
    if (before && after) return { before, after };
  }
  return null;
}

function noReference(both: Sides<CaseSide>): string {
  if (rankedPairs(both).length === 0) return 'no row is ranked in both runs';
  const [before, after] = [both.before.view.plannedBaseline, both.after.view.plannedBaseline];
  const baselines =
    before === after ? `the baseline ${after} is not` : `neither ${before} nor ${after}, their baselines, is`;
  return `${baselines} ranked in both runs: their ratios have nothing in common; --absolute compares times`;
}

function baselineRow({ runs, sameMachine }: Bench, { before, after }: Sides<RankedRow>): BaselineRow {
  const own: Estimate = { estimate: 1, low: null, high: null, confidence: null };
  const sides = {
    before: measuredSide(runs.before, before, own),
    after: measuredSide(runs.after, after, own),
  };
  const change = sameMachine ? timeChange({ before, after }) : null;
  return {
    ...factsOf(after),
    kind: 'baseline',
    ...sides,
    ...growthOf(sides),
    change: change && estimateOf(change.ratio, change.interval),
  };
}

/** @returns null where a run has no round to compare */
function unjudgedRow(
  { runs }: Bench,
  both: Sides<CaseSide>,
  pair: Sides<RankedRow>,
  reference: Sides<RankedRow> | null,
): UnjudgedRow | null {
  const logs = reference && {
    before: both.before.ratios(pair.before, reference.before),
    after: both.after.ratios(pair.after, reference.after),
  };
  const test = logs
    ? changeBetween(
        logs.before.map(({ log }) => log),
        logs.after.map(({ log }) => log),
      )
    : timeChange(pair);
  if (test === null) return null;
  const ratio = (which: keyof Sides<RankedRow>) => {
    const comparison = logs && compare(logs[which]);
    return comparison && estimateOf(comparison.ratio, comparison.interval);
  };
  const sides = {
    before: measuredSide(runs.before, pair.before, ratio('before')),
    after: measuredSide(runs.after, pair.after, ratio('after')),
  };
  return {
    ...factsOf(pair.after),
    ...sides,
    ...growthOf(sides),
    change: estimateOf(test.ratio, test.interval),
    test,
  };
}

function timeChange({ before, after }: Sides<RankedRow>): Change | null {
  const logs = ({ roundTimes }: RankedRow) => roundTimes.map(Math.log);
  return changeBetween(logs(before), logs(after));
}

function growthOf({ before, after }: Sides<MeasuredSide>) {
  const exact = (value: number | null) => value !== null && { value, error: 0 };
  return {
    bytes: growth(exact(before.bytes), exact(after.bytes)),
    allocated: growth(before.allocated, after.allocated),
  };
}

type Known = { readonly value: number; readonly error: number } | false | null;

function growth(before: Known, after: Known): Growth | null {
  if (!before || !after) return null;
  // From nothing to nothing is no growth; from nothing to something it has no measure.
  const over = (a: number, b: number) => (a === b ? 1 : a / b);
  return {
    before: before.value,
    after: after.value,
    low: over(after.value * (1 - after.error), before.value * (1 + before.error)),
    high: over(after.value * (1 + after.error), before.value * (1 - before.error)),
  };
}

/** What a reader has to see first. */
const URGENCY: readonly OtherRow['kind'][] = ['failing', 'lost', 'mended', 'new', 'unranked', 'incomparable'];

/** Rows that aren't compared. @param why of those that both runs ranked */
function othersOf({ runs }: Bench, found: Found, paired: ReadonlySet<string>, why: string): OtherRow[] {
  const names = new Set([...(found.after?.rows.keys() ?? []), ...(found.before?.rows.keys() ?? [])]);
  const rows = [...names].flatMap((name): OtherRow[] => {
    if (paired.has(name)) return [];
    const before = found.before?.rows.get(name);
    const after = found.after?.rows.get(name);
    const sides = {
      before: before ? plainSide(runs.before, before) : null,
      after: after ? plainSide(runs.after, after) : null,
    };
    const kind = kindOf(before, after);
    const was = sides.before?.reason ? `was: ${sides.before.reason}` : '';
    const told = sides.after?.reason ?? was;
    return [{ ...factsOf((after ?? before)!), kind, ...sides, reason: kind === 'incomparable' ? why : told }];
  });
  return rows.sort((a, b) => URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind));
}

function kindOf(before: Row | undefined, after: Row | undefined): OtherRow['kind'] {
  const ranked = { before: before?.kind === 'ranked', after: after?.kind === 'ranked' };
  if (ranked.before && ranked.after) return 'incomparable';
  if (before?.verdict === 'ok' && after && fails(after)) return 'failing';
  if (ranked.before) return 'lost';
  if (ranked.after) return before && fails(before) ? 'mended' : 'new';
  return before ? 'unranked' : 'new';
}

function fails(row: Row): boolean {
  return row.kind === 'failed' && isFailure({ verdict: row.verdict, reason: row.reason });
}
