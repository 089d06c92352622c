/** Applies the rules of `--fail-if` to a comparison. Only what is established breaks a rule on times. */
import { meansRow } from '../../../define/patterns.ts';
import { growthOf } from '../pairs/growth.ts';
import { type ChangedRow, isJudged, type JudgedRow } from '../pairs/rows.ts';
import type { CompareView } from '../pairs/view.ts';
import { adviceOn, limitOf } from './advice.ts';
import type { FailRule } from './fail-if.ts';

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
    const looked = concerned.filter((row) => !isTimed(rule) || !row.disturbed);
    const open = looked.filter(isJudged).filter((row) => mayBreak(rule, row));
    const idle = looked.length === 0;
    return {
      rule,
      // How many rows the rule could judge, and those of them that break it.
      looked: looked.length,
      broken: looked.filter((row) => breaks(rule, row)),
      // Of the rows that it judged, those that may break it or not: they don't.
      unclear: open.length,
      // Why it had nothing to judge, or what would let it judge more; null where it judged all.
      advice:
        idle && concerned.length === 0
          ? whyIdle(rule, matching.length > 0, rows, where)
          : adviceOn(rule, concerned.length - looked.length, open),
      idle,
    };
  });
}

function isTimed({ what }: FailRule): boolean {
  return what === 'slower' || what === 'faster';
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
  if (row.grade !== 'established' || row.finding !== what) return false;
  const { low, high } = row.change!;
  return what === 'slower' ? low! > limit : high! < limit;
}

/** It doesn't break a rule on times, and the interval doesn't exclude that it should. */
function mayBreak(rule: FailRule, row: JudgedRow): boolean {
  if (breaks(rule, row) || (row.grade === 'established' && row.finding === 'same')) return false;
  const { low, high } = row.change;
  if (rule.what === 'slower') return high === null || high > limitOf(rule);
  return rule.what === 'faster' && (low === null || low < limitOf(rule));
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
