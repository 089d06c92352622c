import type { Outcome, RuleOutcome } from '../../analysis/rules/evaluate.ts';
import { type ChangedRow, isJudged } from '../../analysis/runs/rows.ts';
import { caseName } from '../../define/names.ts';
import { counted, interval } from '../numbers.ts';
import { changeText, growthText, lossText } from './wording.ts';

const WORDS: Readonly<Record<Outcome, string>> = {
  failed: 'FAILED',
  unchecked: 'NOT CHECKED',
  passed: 'passed',
};

const WORST_FIRST = ['failed', 'unchecked'] as const;

export function worstOf(outcomes: readonly RuleOutcome[]): Outcome {
  return WORST_FIRST.find((one) => outcomes.some(({ outcome }) => outcome === one)) ?? 'passed';
}

export function worstWord(outcomes: readonly RuleOutcome[]): string {
  return outcomes.length === 0 ? '' : `guard ${WORDS[worstOf(outcomes)]}: `;
}

const MOST_NAMED = 5;

export function ruleLine(outcome: RuleOutcome): string {
  const { rule, judged, broken, open } = outcome;
  const advice = ruleAdvice(outcome);
  const text = `${WORDS[outcome.outcome]} "${rule.text}":`;
  if (judged === 0) return `${text} ${advice}`;
  const named = broken.slice(0, MOST_NAMED).map((row) => breachText(outcome, row));
  const more = broken.length > MOST_NAMED ? [`and ${broken.length - MOST_NAMED} more`] : [];
  const found = [...named, ...more, `${broken.length || 'none'} of ${counted(judged, 'row')}`].join('; ');
  return `${text} ${found}${open.length > 0 ? `, ${open.length} unclear` : ''}${advice === null ? '' : `; ${advice}`}`;
}

function breachText({ rule: { what } }: RuleOutcome, row: ChangedRow): string {
  const where = `${row.name}, ${caseName(row)}`;
  if (what === 'failed' || what === 'missing') return `${where}: ${lossText(row)}`;
  if (what === 'bytes' || what === 'allocated') return `${where}: ${what} ${growthText(what, row)}`;
  return isJudged(row) ? `${where}: ${changeText(row.change)} ${interval(row.change)}` : where;
}

/** Says why the rule judged no row, or what may decide the rows that are still unclear; null if all are decided. */
export function ruleAdvice(outcome: RuleOutcome): string | null {
  const { judged, disturbed, open } = outcome;
  if (judged + disturbed === 0) return whyUnchecked(outcome);
  const quieter = `${counted(disturbed, 'row')} near the limit can't be decided on a busy or shared machine: retry on a quieter one`;
  const more = open.some(({ change }) => change.low === null)
    ? 'one round establishes no change: measure at least two (--rounds 2), ten for small changes'
    : 'more rounds may decide (--rounds)';
  const texts = [disturbed > 0 && quieter, open.length > 0 && more];
  return texts.filter(Boolean).join('; ') || null;
}

function whyUnchecked({ rule: { what, pattern }, matches, rows, isOneRun }: RuleOutcome): string {
  if (rows.length === 0) return 'there are no rows to compare';
  if (!matches) {
    const names = [...new Set(rows.map(({ name }) => name))].join(', ');
    return `no serializer matches "${pattern}"; there are: ${names}`;
  }
  if (what === 'failed' || what === 'missing')
    return isOneRun ? "the baseline isn't ok" : 'no row to compare was ok';
  const where = isOneRun ? 'in the run' : 'in both runs';
  if (what === 'allocated')
    return `no row has allocations ${where}; quick runs count them only with --memory`;
  return `no row has ${what === 'bytes' ? 'outputs' : 'times'} ${where} that can be compared`;
}
