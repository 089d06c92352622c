/** Evaluates `--fail-if`. A change of time must be established, or too large for other programs to cause. */
import { meansRow } from '../../define/patterns.ts';
import { type AnalyzedCase, type AnalyzedRun, allRows } from '../analyze.ts';
import { DISTURBED_RATIO } from '../finding.ts';
import { type ComparedRuns, stateOf } from '../runs/compare.ts';
import { type ChangedRow, growthOf, isJudged, type JudgedChange } from '../runs/rows.ts';
import type { FailRule } from './rule.ts';

/** `unchecked`: there was no row that the rule could judge. */
export type Outcome = 'passed' | 'failed' | 'unchecked';

export interface RuleOutcome {
  readonly rule: FailRule;
  readonly outcome: Outcome;
  /** All rows, including those that the rule isn't about. */
  readonly rows: readonly ChangedRow[];
  readonly matches: boolean;
  readonly judged: number;
  readonly broken: readonly ChangedRow[];
  readonly open: readonly JudgedChange[];
  /** Rows near the limit that weren't judged, because other programs disturbed them. */
  readonly disturbed: number;
  /** Rows are compared with the baseline of the same run. */
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

/** If the run's baseline is a version of a library, only the library's other versions count. */
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

const WORST_FIRST = ['failed', 'unchecked'] as const;

export function worstOf(outcomes: readonly RuleOutcome[]): Outcome {
  return WORST_FIRST.find((one) => outcomes.some(({ outcome }) => outcome === one)) ?? 'passed';
}

function concerns({ what }: FailRule, row: ChangedRow): boolean {
  if (what === 'missing') return row.before?.verdict === 'ok';
  // A row missing from the later run didn't fail: the run may not have been asked for it.
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

/** Returns the change's interval: wider if other programs disturbed the measurement, unlimited after a single round. */
function reach({ change: { low, high }, disturbed }: JudgedChange) {
  const factor = disturbed ? DISTURBED_RATIO : 1;
  return { low: (low ?? 0) / factor, high: (high ?? Number.POSITIVE_INFINITY) * factor };
}

/** Ratio that the rule allows: 1.05 for `slower > 5%`. */
function limitOf({ what, threshold = 0 }: FailRule): number {
  return what === 'faster' ? 1 - threshold : 1 + threshold;
}

/** Turns the rows of a case into changes from the baseline (`before`) to each row (`after`). */
function changedRows(one: AnalyzedCase): ChangedRow[] {
  const rows = allRows(one).filter(({ limit }) => limit === null);
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
