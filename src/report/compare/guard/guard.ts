/**
 * Applies the rules of `--fail-if` to a comparison. Only what is established breaks a rule on times, or what is so far beyond
 * its limit that no other program can have made it so.
 */
import { meansRow } from '../../../define/patterns.ts';
import { DISTURBED_RATIO } from '../../../stats/judgement.ts';
import { growthOf } from '../pairs/growth.ts';
import { type ChangedRow, isJudged, type JudgedRow } from '../pairs/rows.ts';
import type { CompareView } from '../pairs/view.ts';
import { adviceOn, limitOf } from './advice.ts';
import type { FailRule } from './fail-if.ts';

/** How a rule came out: `unchecked` had nothing to judge. */
export type Outcome = 'passed' | 'failed' | 'unchecked';

export type RuleOutcome = ReturnType<typeof guardRows>[number];

/** A comparison, and how the rules of `--fail-if` came out; no outcomes without rules. */
export interface GuardedComparison {
  readonly view: CompareView;
  readonly outcomes: readonly RuleOutcome[];
}

/** In the order of the rules. */
export function guard(view: CompareView, rules: readonly FailRule[]): RuleOutcome[] {
  const rows = view.cases.flatMap((one) => one.rows);
  return guardRows(rows, rules, 'in both runs');
}

/** @param where rows are compared with each other */
export function guardRows(rows: readonly ChangedRow[], rules: readonly FailRule[], where: string) {
  return rules.map((rule) => {
    const matching = rows.filter((row) => rule.pattern === null || meansRow(rule.pattern, row));
    const concerned = matching.filter((row) => concerns(rule, row));
    const broken = concerned.filter((row) => breaks(rule, row));
    const open = concerned.filter(isJudged).filter((row) => mayBreak(rule, row));
    const [disturbed, unclear] = [true, false].map((is) => open.filter((row) => row.disturbed === is));
    const looked = concerned.length - disturbed!.length;
    const outcome: Outcome = looked === 0 ? 'unchecked' : broken.length > 0 ? 'failed' : 'passed';
    return {
      ...{ rule, outcome },
      // How many rows the rule could judge, and those of them that break it.
      ...{ looked, broken },
      // Of the rows that it judged, those that may break it or not: they don't.
      unclear: unclear!.length,
      // Why it had nothing to judge, or what would let it judge more; null where it judged all.
      advice:
        concerned.length === 0
          ? whyIdle(rule, matching.length > 0, rows, where)
          : adviceOn(rule, disturbed!.length, unclear!),
    };
  });
}

/** The worst of all; a rule that had nothing to judge outweighs those that passed. */
export function worstOf(outcomes: readonly RuleOutcome[]): Outcome {
  const came = (one: Outcome) => outcomes.some(({ outcome }) => outcome === one);
  return came('failed') ? 'failed' : came('unchecked') ? 'unchecked' : 'passed';
}

/** Whether the rule can say anything of a row. */
function concerns({ what }: FailRule, row: ChangedRow): boolean {
  if (what === 'missing') return row.before?.verdict === 'ok';
  // Of a row that the later run wasn't asked for nothing is known.
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
  const { low, high } = reach(row as JudgedRow);
  return what === 'slower' ? low > limit : high < limit;
}

/** It doesn't break a rule on times, and what it may be doesn't exclude that it should. */
function mayBreak(rule: FailRule, row: JudgedRow): boolean {
  if (breaks(rule, row) || (row.grade === 'established' && row.finding === 'same')) return false;
  const { low, high } = reach(row);
  return rule.what === 'slower' ? high > limitOf(rule) : rule.what === 'faster' && low < limitOf(rule);
}

/** What a change may be: its interval, wider where other programs disturbed it; anything after one round. */
function reach({ change: { low, high }, disturbed }: JudgedRow) {
  const off = disturbed ? DISTURBED_RATIO : 1;
  return { low: (low ?? 0) / off, high: (high ?? Number.POSITIVE_INFINITY) * off };
}

function whyIdle({ what, pattern }: FailRule, matches: boolean, rows: readonly ChangedRow[], where: string) {
  if (rows.length === 0) return `there is no row ${where}`;
  if (!matches) {
    const names = [...new Set(rows.map(({ name }) => name))].join(', ');
    return `no serializer matches "${pattern}"; there are: ${names}`;
  }
  if (what === 'allocated')
    return `no row has its allocations counted ${where}; quick runs leave that out unless --memory asks for it`;
  if (what === 'bytes') return `no row has an output ${where}: only tasks that write have one`;
  if (what === 'failed') return `no row ${where} was ok before`;
  if (what === 'missing') return 'no row was ok before';
  return `no row has times ${where} that can be compared`;
}
