/** Puts the rows of one case of two runs together, and says of each what can be compared. */
import { isFailure } from '../../../plan/verdict.ts';
import type { Comparison } from '../../../stats/comparison.ts';
import { type Change, changeBetween, sideOfTimes } from '../../../stats/two-runs.ts';
import { estimateOf } from '../../view/figures.ts';
import type { RankedRow, Row } from '../../view/rows.ts';
import {
  type CaseComparison,
  type ChangedRow,
  type CompareMode,
  isRanked,
  type Sides,
  STATES,
  type State,
} from './rows.ts';
import type { CaseSide, RunSide } from './sides.ts';

/** What there is of a case: at least one side. */
type Found = Sides<CaseSide>;
type Ratios = ReadonlyMap<string, Comparison>;

/**
 * @param title of a case that at least one of the runs has
 * @param unchanged rows that may take the place of a baseline that changed, the best first
 * @param sameMachine whether times of the two machines may be compared
 */
export function pairCase(
  runs: Sides<RunSide>,
  title: string,
  mode: CompareMode,
  unchanged: readonly string[],
  sameMachine: boolean,
): CaseComparison {
  const found: Found = { before: runs.before.cases.get(title), after: runs.after.cases.get(title) };
  const { dataset, size, task } = (found.after ?? found.before)!.view;
  const planned = mode === 'relative' ? plannedReferences(found) : [];
  const reference = referenceOf(found, planned, unchanged);
  const obstacle = obstacleOf(found, mode, reference);
  const baseline = obstacle === null ? reference : null;
  const replaced = baseline === null || planned.includes(baseline) ? null : planned[0]!;
  const ratiosOf = (side: CaseSide): Ratios => (baseline && side?.ratios(baseline)) || new Map();
  const ratios = { before: ratiosOf(found.before), after: ratiosOf(found.after) };
  const changeOf = (before: RankedRow, after: RankedRow): Change | null => {
    const { name } = after;
    if (obstacle !== null || (name === baseline && !sameMachine)) return null;
    const own = baseline === null || name === baseline;
    const first = own ? sideOfTimes(before.roundTimes) : ratios.before.get(name);
    const second = own ? sideOfTimes(after.roundTimes) : ratios.after.get(name);
    return first && second ? changeBetween(first, second) : null;
  };
  const names = new Set([...(found.after?.rows.keys() ?? []), ...(found.before?.rows.keys() ?? [])]);
  const rows = [...names].map((name): ChangedRow => {
    const before = found.before?.rows.get(name);
    const after = found.after?.rows.get(name);
    const test = isRanked(before) && isRanked(after) ? changeOf(before, after) : null;
    const state = name === baseline ? 'baseline' : stateOf(before, after, test !== null);
    const apart = obstacle ?? 'no block was timed together with the baseline';
    return {
      ...(after ?? before)!,
      state,
      before: relativeTo(before, baseline, ratios.before),
      after: relativeTo(after, baseline, ratios.after),
      baseline,
      disturbed: [found.before, found.after].some((side) => side?.view.disturbed),
      change: test && estimateOf(test.ratio, test.interval),
      finding: state === 'baseline' ? state : null,
      ...{ grade: null, preliminary: null, pValue: null },
      obstacle: state === 'incomparable' ? apart : null,
      test: state === 'compared' ? test : null,
    };
  });
  return { title, dataset, size, task, baseline, replaced, rows: inOrder(rows), obstacle };
}

/** As a reader needs them; of rows that are compared the most slowed down first. */
function inOrder(rows: readonly ChangedRow[]): ChangedRow[] {
  const slowed = ({ change }: ChangedRow) => change?.estimate ?? 0;
  return [...rows].sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || slowed(b) - slowed(a));
}

/** A row with its ratio to the baseline that both runs share; as it is where it has none. */
function relativeTo(row: Row | undefined, baseline: string | null, ratios: Ratios): Row | null {
  const found = row && (row.name === baseline ? ITSELF : ratios.get(row.name));
  if (!isRanked(row) || baseline === null || !found) return row ?? null;
  return { ...row, baseline, ratio: estimateOf(found.ratio, found.interval) };
}

const ITSELF = { ratio: 1, interval: null };

/** @param compared whether both ranked it and have a change */
export function stateOf(before: Row | undefined, after: Row | undefined, compared: boolean): State {
  if (isRanked(before) && isRanked(after)) return compared ? 'compared' : 'incomparable';
  if (before?.verdict === 'ok' && after && fails(after)) return 'failing';
  if (isRanked(before)) return 'lost';
  if (isRanked(after)) return before && fails(before) ? 'fixed' : 'new';
  return before ? 'unranked' : 'new';
}

function fails(row: Row): boolean {
  return row.kind === 'failed' && isFailure({ verdict: row.verdict, reason: row.reason });
}

const isRankedIn = ({ before, after }: Found, name: string): boolean =>
  [before, after].every((side) => isRanked(side?.rows.get(name)));

/** The baselines that were planned for the runs, if both runs ranked them: the later run's plan goes first. */
function plannedReferences(found: Found): string[] {
  const planned = [found.after, found.before].flatMap((side) => side?.view.plannedBaseline ?? []);
  return planned.filter((name) => isRankedIn(found, name));
}

/** One that changed itself would hide its change in all others: another takes its place, if any is as it was. */
function referenceOf(found: Found, planned: readonly string[], unchanged: readonly string[]): string | null {
  const [first = null] = planned;
  if (first === null) return null;
  const steady = planned.find((name) => unchanged.includes(name));
  return steady ?? unchanged.find((name) => isRankedIn(found, name)) ?? first;
}

/** Why nothing of the two runs can be compared here; null where something can. */
function obstacleOf({ before, after }: Found, mode: CompareMode, reference: string | null): string | null {
  if (!before || !after) return `only the run ${before ? 'before' : 'after'} has this case`;
  if (before.digest !== after.digest) return "the documents differ, so the work isn't the same";
  const [first, then] = [before.view, after.view];
  if (first.batch !== then.batch)
    return `batches differ (${first.batch} documents, then ${then.batch}), so the work isn't the same`;
  if (mode === 'absolute' || reference !== null) return null;
  if (!first.ranked.some(({ name }) => isRanked(after.rows.get(name))))
    return 'no row is ranked in both runs';
  const baselines = [...new Set([first.plannedBaseline, then.plannedBaseline])].join(' or ');
  return `no baseline is ranked in both runs, ${baselines}: their ratios have nothing in common; --absolute compares times`;
}
