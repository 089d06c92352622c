/** What the rules of `--fail-if` found, in words. */
import { caseName } from '../../../define/names.ts';
import { counted, interval } from '../../text/numbers.ts';
import { growthOf } from '../pairs/growth.ts';
import { type ChangedRow, isJudged } from '../pairs/rows.ts';
import { changeText, growthText, lossText } from '../wording.ts';
import { type Outcome, type RuleOutcome, worstOf } from './guard.ts';

/** As many rows that break a rule are named; all of them are in the tables. */
const MOST_NAMED = 5;

const WORDS: Readonly<Record<Outcome, string>> = {
  failed: 'FAILED',
  unchecked: 'NOT CHECKED',
  passed: 'passed',
};

/** How all came out, in front of a title; empty without rules. */
export function guardWord(outcomes: readonly RuleOutcome[]): string {
  return outcomes.length === 0 ? '' : `guard ${WORDS[worstOf(outcomes)]}: `;
}

/** How a rule came out, which rows break it, and what would let it say more: one line. */
export function ruleLine(outcome: RuleOutcome): string {
  const { rule, looked, broken, unclear, advice } = outcome;
  const text = `${WORDS[outcome.outcome]} "${rule.text}":`;
  const then = advice === null ? '' : `; ${advice}`;
  if (looked === 0) return `${text} ${advice}`;
  const open = unclear > 0 ? `, ${unclear} unclear` : '';
  if (broken.length === 0) return `${text} none of ${counted(looked, 'row')}${open}${then}`;
  const named = broken.slice(0, MOST_NAMED).map((row) => whatBroke(outcome, row));
  const more = broken.length > named.length ? `; and ${broken.length - named.length} more` : '';
  return `${text} ${named.join('; ')}${more}; ${broken.length} of ${counted(looked, 'row')}${open}${then}`;
}

function whatBroke({ rule: { what } }: RuleOutcome, row: ChangedRow): string {
  const where = `${row.name}, ${caseName(row)}`;
  if (what === 'failed' || what === 'missing') return `${where}: ${lossText(row)}`;
  if (what === 'bytes' || what === 'allocated') return `${where}: ${what} ${growthText(growthOf(what, row))}`;
  return isJudged(row) ? `${where}: ${changeText(row.change)} ${interval(row.change)}` : where;
}
