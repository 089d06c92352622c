/** Puts the rows of one case of two runs together, and says of each what can be compared. */
import type { Task } from '../../../define/types.ts';
import type { Comparison } from '../../../stats/comparison.ts';
import { type Change, changeBetween, sideOfTimes } from '../../../stats/two-runs.ts';
import { estimateOf } from '../../view/figures.ts';
import type { Estimate, RankedRow } from '../../view/rows.ts';
import { growthOf } from './growth.ts';
import { type Found, othersOf } from './others.ts';
import type { BaselineRow, ComparedRow, CompareMode, OtherRow } from './rows.ts';
import { type CaseSide, factsOf, measuredSide, type RunSide, type Sides } from './sides.ts';

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

interface Terms {
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
  const terms: Terms = { runs, mode, sameMachine };
  const found: Found = { before: runs.before.cases.get(title), after: runs.after.cases.get(title) };
  const { dataset, size, task } = (found.after ?? found.before)!.view;
  const facts = { title, dataset, size, task };
  const { before, after } = found;
  const both = before && after ? { before, after } : null;
  const reference = both && mode === 'relative' ? referenceOf(both) : null;
  const obstacle =
    both === null
      ? `only the run ${before ? 'before' : 'after'} has this case`
      : (differentWork(both) ??
        tooDisturbed(both) ??
        (mode === 'relative' && reference === null ? noReference(both) : null));
  if (both === null || obstacle !== null) {
    const others = othersOf(runs, found, new Set(), '');
    return { ...facts, baseline: null, unjudged: [], others, obstacle };
  }
  const baseline = reference && baselineRow(terms, reference);
  const ratios = reference && {
    before: both.before.ratios(reference.before),
    after: both.after.ratios(reference.after),
  };
  const unjudged = rankedPairs(both).flatMap((pair) => {
    const row = pair.after.name === baseline?.name ? null : unjudgedRow(terms, pair, ratios);
    return row ? [row] : [];
  });
  const paired = new Set([...unjudged, ...(baseline ? [baseline] : [])].map(({ name }) => name));
  const apart = 'no block was timed together with the baseline';
  return { ...facts, baseline, unjudged, others: othersOf(runs, found, paired, apart), obstacle: null };
}

/** Why the two did not do the same work; null where they did. */
function differentWork({ before, after }: Sides<CaseSide>): string | null {
  if (before.digest !== after.digest)
    return `the documents differ (${digestText(before)}, then ${digestText(after)}): other work is not compared`;
  if (before.view.batch !== after.view.batch)
    return `batches differ (${before.view.batch} documents, then ${after.view.batch}): other work is not compared`;
  return null;
}

/** In which run so much was disturbed that it claims nothing itself; null where in neither. */
function tooDisturbed({ before, after }: Sides<CaseSide>): string | null {
  const which = [before.view.withheld ? ['before'] : [], after.view.withheld ? ['after'] : []].flat();
  if (which.length === 0) return null;
  return `something else took the core in more than half of what was compared in the run ${which.join(' and in the run ')}`;
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

function baselineRow({ runs, sameMachine }: Terms, { before, after }: Sides<RankedRow>): BaselineRow {
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

/**
 * @param ratios of each run's rows by name; null where times are compared
 * @returns null where a run has no round to compare
 */
function unjudgedRow(
  { runs }: Terms,
  pair: Sides<RankedRow>,
  ratios: Sides<ReadonlyMap<string, Comparison>> | null,
): UnjudgedRow | null {
  const before = ratios?.before.get(pair.before.name) ?? null;
  const after = ratios?.after.get(pair.after.name) ?? null;
  const test = ratios === null ? timeChange(pair) : before && after && changeBetween(before, after);
  if (test === null) return null;
  const ratio = (which: keyof Sides<RankedRow>) => {
    const comparison = { before, after }[which];
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
  const [first, second] = [sideOfTimes(before.roundTimes), sideOfTimes(after.roundTimes)];
  return first && second && changeBetween(first, second);
}
