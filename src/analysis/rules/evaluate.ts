/**
 * Evaluates `--fail-if`. A rule about time fails only if a finding is established and its interval is beyond the limit. In a case
 * that other programs disturbed, a likely finding is enough, but its interval is widened first.
 */
import { meansRow } from '../../define/patterns.ts';
import { type AnalyzedCase, type AnalyzedRun, serializerRows } from '../analyze.ts';
import { DISTURBED_RATIO } from '../finding.ts';
import { type ComparedRuns, stateOf } from '../runs/compare.ts';
import { type ChangedRow, growthOf, isJudged, type JudgedChange } from '../runs/rows.ts';
import type { FailRule } from './rule.ts';

export type Outcome = 'passed' | 'failed' | 'unchecked';

export interface RuleOutcome {
  readonly rule: FailRule;
  readonly outcome: Outcome;
  readonly rows: readonly ChangedRow[];
  readonly matches: boolean;
  readonly judged: number;
  readonly broken: readonly ChangedRow[];
  readonly open: readonly JudgedChange[];
  /** Number of rows that couldn't be judged: other programs disturbed them, and their change is near the limit. */
  readonly disturbed: number;
  readonly isOneRun: boolean;
}

export interface CheckedComparison {
  readonly view: ComparedRuns;
  readonly outcomes: readonly RuleOutcome[];
}

export function evaluateComparison(view: ComparedRuns, rules: readonly FailRule[]): CheckedComparison {
  const rows = view.cases.flatMap((one) => one.rows);
  return { view, outcomes: rules.map((rule) => evaluate(rule, rows, false)) };
}

/**
 * Evaluates rules about the rows of one run, relative to its baseline. If the baseline is a version of a library, only other
 * versions of the library count.
 */
export function evaluateRun(run: AnalyzedRun, rules: readonly FailRule[]): RuleOutcome[] {
  const rows = rules.length === 0 ? [] : run.cases.flatMap(changedRows);
  return rules.map((rule) => evaluate(rule, rows, true));
}

function evaluate(rule: FailRule, rows: readonly ChangedRow[], isOneRun: boolean): RuleOutcome {
  const matching = rows.filter((row) => rule.pattern === null || meansRow(rule.pattern, row));
  const concerned = matching.filter((row) => concerns(rule, row));
  const broken = concerned.filter((row) => breaks(rule, row));
  const undecided = concerned.filter(isJudged).filter((row) => mayBreak(rule, row));
  const open = undecided.filter((row) => !row.disturbed);
  const disturbed = undecided.length - open.length;
  const judged = concerned.length - disturbed;
  const outcome = judged === 0 ? 'unchecked' : broken.length > 0 ? 'failed' : 'passed';
  const matches = matching.length > 0;
  return { rule, outcome, rows, matches, judged, broken, open, disturbed, isOneRun };
}

function concerns({ what }: FailRule, row: ChangedRow): boolean {
  if (what === 'missing') return row.before?.verdict === 'ok';
  // A row that is missing from the later run didn't fail: perhaps it wasn't requested.
  if (what === 'failed') return row.before?.verdict === 'ok' && row.after !== null;
  return what === 'bytes' || what === 'allocated' ? growthOf(what, row) !== null : isJudged(row);
}

function breaks(rule: FailRule, row: ChangedRow): boolean {
  const { what } = rule;
  if (what === 'failed') return row.state === 'failing';
  if (what === 'missing') return row.state === 'lost';
  const limit = limitOf(rule);
  if (what === 'bytes' || what === 'allocated') return (growthOf(what, row)?.low ?? 0) > limit;
  if (row.finding !== what || !(row.disturbed || row.grade === 'established')) return false;
  const { low, high } = reach(row as JudgedChange);
  return what === 'slower' ? low > limit : high < limit;
}

function mayBreak(rule: FailRule, row: JudgedChange): boolean {
  if (breaks(rule, row) || (row.grade === 'established' && row.finding === 'same')) return false;
  const { low, high } = reach(row);
  return rule.what === 'slower' ? high > limitOf(rule) : rule.what === 'faster' && low < limitOf(rule);
}

function reach({ change: { low, high }, disturbed }: JudgedChange) {
  const factor = disturbed ? DISTURBED_RATIO : 1;
  return { low: (low ?? 0) / factor, high: (high ?? Number.POSITIVE_INFINITY) * factor };
}

function limitOf({ what, threshold = 0 }: FailRule): number {
  return what === 'faster' ? 1 - threshold : 1 + threshold;
}

/** Treats each row of a case as a change: the baseline is `before`, the row is `after`. */
function changedRows(one: AnalyzedCase): ChangedRow[] {
  const rows = serializerRows(one);
  const baseline = rows.find(({ name }) => name === one.plannedBaseline);
  const [library, version] = one.plannedBaseline.split('@');
  const others = rows.filter(
    (row) => row !== baseline && (version === undefined || row.name.split('@')[0] === library),
  );
  return others.map((row) => ({
    ...row,
    state: stateOf(baseline, row, true),
    before: baseline ?? null,
    after: row,
    baseline: one.baseline,
    disturbed: one.disturbed,
    change: row.ratio,
    pValue: null,
    obstacle: null,
    test: null,
  }));
}
