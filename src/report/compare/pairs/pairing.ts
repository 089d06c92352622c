/** Puts the rows of one case of two runs together, and says of each what can be compared. */
import type { Comparison } from '../../../stats/comparison.ts';
import { type Change, changeBetween, sideOfTimes } from '../../../stats/two-runs.ts';
import { estimateOf } from '../../view/figures.ts';
import type { RankedRow } from '../../view/rows.ts';
import { growthOf } from './growth.ts';
import { type Found, othersOf } from './others.ts';
import type { CaseComparison, ComparedRow, CompareMode } from './rows.ts';
import { type CaseSide, factsOf, measuredSide, type RunSide, type Sides } from './sides.ts';

/** A row with its change, before it is judged among all others. */
export type UnjudgedRow = Omit<ComparedRow, 'kind' | 'finding' | 'preliminary' | 'sure' | 'pValue'> & {
  readonly test: Change;
};

/** Rows that both runs ranked, by name. */
type Pairs = ReadonlyMap<string, Sides<RankedRow>>;

/**
 * @param title of a case that at least one of the runs has
 * @param sameMachine whether times of the two machines may be compared
 */
export function pairCase(
  runs: Sides<RunSide>,
  title: string,
  mode: CompareMode,
  sameMachine: boolean,
): CaseComparison<UnjudgedRow> {
  const found: Found = { before: runs.before.cases.get(title), after: runs.after.cases.get(title) };
  const { dataset, size, task } = (found.after ?? found.before)!.view;
  const facts = { title, dataset, size, task };
  const pairs = rankedPairs(found);
  const obstacle = obstacleOf(found, pairs, mode);
  if (obstacle !== null)
    return { ...facts, baseline: null, compared: [], others: othersOf(runs, found, new Set(), ''), obstacle };
  const reference = mode === 'relative' ? referenceOf(found, pairs) : undefined;
  const ratios = reference && {
    before: found.before!.ratios(reference.before),
    after: found.after!.ratios(reference.after),
  };
  const baseline = reference
    ? {
        ...measuredPair(runs, reference, { before: ITSELF, after: ITSELF }),
        kind: 'baseline' as const,
        change: sameMachine ? estimate(timeChange(reference)) : null,
      }
    : null;
  const compared = [...pairs].flatMap(([name, pair]) => {
    if (pair === reference) return [];
    const ratio = ratios && { before: ratios.before.get(name), after: ratios.after.get(name) };
    const test = ratio
      ? ratio.before && ratio.after && changeBetween(ratio.before, ratio.after)
      : timeChange(pair);
    return test
      ? [{ ...measuredPair(runs, pair, ratio), change: estimateOf(test.ratio, test.interval), test }]
      : [];
  });
  const paired = new Set([...compared, ...(baseline ? [baseline] : [])].map(({ name }) => name));
  const apart = 'no block was timed together with the baseline';
  return { ...facts, baseline, compared, others: othersOf(runs, found, paired, apart), obstacle };
}

/** Why the two runs can't be held against each other here; null where they can. */
function obstacleOf({ before, after }: Found, pairs: Pairs, mode: CompareMode): string | null {
  if (!before || !after) return `only the run ${before ? 'before' : 'after'} has this case`;
  if (before.digest !== after.digest)
    return `the documents differ (${digestText(before)}, then ${digestText(after)}): other work is not compared`;
  const [first, then] = [before.view, after.view];
  if (first.batch !== then.batch)
    return `batches differ (${first.batch} documents, then ${then.batch}): other work is not compared`;
  const disturbed = [...(first.disturbed ? ['before'] : []), ...(then.disturbed ? ['after'] : [])];
  if (disturbed.length > 0)
    return `something else took the core in more than half of what was compared in the run ${disturbed.join(' and in the run ')}`;
  if (mode === 'absolute' || referenceOf({ before, after }, pairs)) return null;
  if (pairs.size === 0) return 'no row is ranked in both runs';
  const [one, other] = [first.plannedBaseline, then.plannedBaseline];
  const baselines =
    one === other ? `the baseline ${one} is not` : `neither ${one} nor ${other}, their baselines, is`;
  return `${baselines} ranked in both runs: their ratios have nothing in common; --absolute compares times`;
}

/** As people compare them; run.json has all. */
function digestText({ digest }: CaseSide): string {
  return digest === null ? 'no digest' : `${digest.slice(0, 19)}…`;
}

function rankedPairs({ before, after }: Found): Pairs {
  const pairs = [...(after?.rows ?? [])].flatMap(([name, row]) => {
    const was = before?.rows.get(name);
    return was?.kind === 'ranked' && row.kind === 'ranked'
      ? [[name, { before: was, after: row }] as const]
      : [];
  });
  return new Map(pairs);
}

/** The baseline that was planned for a run, if both runs ranked it: the later run's plan goes first. */
function referenceOf({ before, after }: Found, pairs: Pairs): Sides<RankedRow> | undefined {
  return pairs.get(after!.view.plannedBaseline) ?? pairs.get(before!.view.plannedBaseline);
}

type Ratio = Pick<Comparison, 'ratio' | 'interval'>;

/** The baseline's own ratio. */
const ITSELF: Ratio = { ratio: 1, interval: null };

/** @param ratios to the baseline that both runs share; absent where they share none */
function measuredPair(
  runs: Sides<RunSide>,
  { before, after }: Sides<RankedRow>,
  ratios: Sides<Ratio | undefined> | undefined,
) {
  const sides = {
    before: measuredSide(runs.before, before, estimate(ratios?.before)),
    after: measuredSide(runs.after, after, estimate(ratios?.after)),
  };
  return { ...factsOf(after), ...sides, ...growthOf(sides) };
}

function estimate(ratio: Ratio | null | undefined) {
  return ratio ? estimateOf(ratio.ratio, ratio.interval) : null;
}

function timeChange({ before, after }: Sides<RankedRow>): Change | null {
  const [first, second] = [sideOfTimes(before.roundTimes), sideOfTimes(after.roundTimes)];
  return first && second && changeBetween(first, second);
}
