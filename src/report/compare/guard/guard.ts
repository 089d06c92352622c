/** Holds the rules of `--fail-if` against a comparison. Only what is sure breaks a rule. */
import { meansRow } from '../../../define/patterns.ts';
import { type ComparedRow, type CompareRow, type Growth, isFigured } from '../pairs/rows.ts';
import { type CompareView, rowsOf } from '../pairs/view.ts';
import type { FailRule } from './fail-if.ts';

export interface RuleOutcome {
  readonly rule: FailRule;
  /** Rows that the rule could be held against. */
  readonly looked: number;
  /** Rows that break it. */
  readonly broken: readonly CompareRow[];
  /** Of the rows that it looked at, those that are neither surely changed nor the same: they break no rule. */
  readonly undecided: number;
  /** Why it says less than it seems to; null where it doesn't. */
  readonly warning: string | null;
  /** It had nothing to be held against: whether it holds can't be said. */
  readonly idle: boolean;
}

/** A comparison, and how the rules of `--fail-if` came out; no outcomes without rules. */
export interface GuardedComparison {
  readonly view: CompareView;
  readonly outcomes: readonly RuleOutcome[];
}

/** In the order of the rules. */
export function guard(view: CompareView, rules: readonly FailRule[]): RuleOutcome[] {
  return guardRows(view.cases.flatMap(rowsOf), rules);
}

/** @param where rows are held against each other */
export function guardRows(
  rows: readonly CompareRow[],
  rules: readonly FailRule[],
  where = 'in both runs',
): RuleOutcome[] {
  return rules.map((rule) => {
    const matching = rows.filter((row) => rule.pattern === null || meansRow(rule.pattern, row));
    const looked = matching.filter((row) => concerns(rule, row));
    const idle = looked.length === 0;
    return {
      rule,
      looked: looked.length,
      broken: looked.filter((row) => breaks(rule, row)),
      undecided: isTimed(rule) ? looked.filter((row) => isCompared(row) && isUndecided(row)).length : 0,
      warning: idle ? whyIdle(rule, { matching, rows, where }) : whyBlind(rule, looked.filter(isCompared)),
      idle,
    };
  });
}

function isCompared(row: CompareRow): row is ComparedRow {
  return row.kind === 'compared';
}

function isTimed({ what }: FailRule): boolean {
  return what === 'slower' || what === 'faster';
}

/** Neither sure to have changed nor sure to be the same. */
function isUndecided({ finding, sure }: ComparedRow): boolean {
  return finding !== 'same' && !sure;
}

/** Whether the rule can say anything of a row. */
function concerns({ what }: FailRule, row: CompareRow): boolean {
  switch (what) {
    case 'slower':
    case 'faster':
      return row.kind === 'compared';
    case 'bytes':
    case 'allocated':
      return growthOf(what, row) !== null;
    case 'failed':
    case 'missing':
      return row.before?.verdict === 'ok';
  }
}

function growthOf(what: 'bytes' | 'allocated', row: CompareRow): Growth | null {
  return isFigured(row) ? row[what] : null;
}

function breaks(rule: FailRule, row: CompareRow): boolean {
  switch (rule.what) {
    case 'failed':
      return row.kind === 'failing';
    case 'missing':
      return row.kind === 'lost';
    case 'bytes':
    case 'allocated':
      return (growthOf(rule.what, row)?.low ?? 0) > 1 + rule.threshold;
    case 'slower':
      return movedBeyond(row, 'slower') && (row.change.low ?? 0) > 1 + rule.threshold;
    case 'faster':
      return movedBeyond(row, 'faster') && (row.change.high ?? 1) < 1 - rule.threshold;
  }
}

function movedBeyond(row: CompareRow, finding: ComparedRow['finding']): row is ComparedRow {
  return row.kind === 'compared' && row.sure && row.finding === finding;
}

interface Idle {
  readonly matching: readonly CompareRow[];
  readonly rows: readonly CompareRow[];
  readonly where: string;
}

function whyIdle({ what, pattern }: FailRule, { matching, rows, where }: Idle): string {
  if (rows.length === 0) return `there is no row ${where}`;
  if (matching.length === 0) {
    const names = [...new Set(rows.map(({ name }) => name))].join(', ');
    return `no serializer matches "${pattern}"; there are: ${names}`;
  }
  switch (what) {
    case 'allocated':
      return `no row has its allocations counted ${where}; quick runs leave that out unless --memory asks for it`;
    case 'bytes':
      return `no row has an output ${where}: only tasks that write have one`;
    case 'failed':
    case 'missing':
      return 'no row was ok before';
    default:
      return `no row has times ${where} that can be compared`;
  }
}

/** A rule on times that no change could break, however large: one round tells nothing of how far rounds scatter. */
function whyBlind(rule: FailRule, looked: readonly ComparedRow[]): string | null {
  if (!isTimed(rule)) return null;
  const blind = looked.filter(({ change }) => change.low === null);
  if (blind.length === 0) return null;
  const which =
    blind.length === looked.length
      ? 'no row can break it'
      : `${blind.length} of ${looked.length} rows can't break it`;
  return `${which}: after one round no change, however large, is sure; it takes two in each run, and ten for small ones`;
}
