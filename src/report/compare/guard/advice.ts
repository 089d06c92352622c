/** What would let a rule on times judge more: so many more rounds, or a quieter machine. */
import { counted } from '../../text/numbers.ts';
import type { JudgedRow } from '../pairs/rows.ts';
import type { FailRule } from './fail-if.ts';

/** Nobody measures more rounds to decide a rule. */
const MOST_ROUNDS = 1000;

/**
 * Null where nothing is open.
 *
 * @param disturbed how many rows aren't judged because other programs disturbed them near the limit
 * @param open others that may break the rule or not
 */
export function adviceOn(rule: FailRule, disturbed: number, open: readonly JudgedRow[]): string | null {
  const quieter = `other programs disturbed ${counted(disturbed, 'row')} near the limit: retry on a quieter machine`;
  const texts = [disturbed > 0 && quieter, open.length > 0 && roundsAdvice(rule, open)];
  return texts.filter(Boolean).join('; ') || null;
}

function roundsAdvice(rule: FailRule, open: readonly JudgedRow[]): string {
  if (open.some(({ change }) => change.low === null))
    return 'one round shows no change, however large: measure at least two (--rounds 2), and ten for small changes';
  const needed = open.map((row) => [roundsNeeded(row, limitOf(rule)), roundsOf(row)] as const);
  const within = needed.filter(([rounds]) => rounds <= MOST_ROUNDS);
  if (within.length === 0)
    return open.some(({ test }) => test !== null)
      ? 'too near to the limit for two runs, however long: measure both versions in one run (bench --versions)'
      : 'too near to the limit for any number of rounds: choose another limit';
  const most = Math.max(...within.map(([rounds]) => rounds));
  const more = Math.max(...within.map(([rounds, had]) => rounds - had));
  return `about ${counted(more, 'more round')} would decide (--rounds ${most})`;
}

/** The ratio at which a rule on what is measured begins to be broken. */
export function limitOf(rule: FailRule): number {
  if (!('threshold' in rule)) return 1;
  return rule.what === 'faster' ? 1 - rule.threshold : 1 + rule.threshold;
}

function roundsOf({ before, after }: JudgedRow): number {
  return Math.min(before.rounds, after.rounds);
}

/**
 * An interval narrows with the square root of the rounds, but for what moves between two runs: as many until it no longer
 * holds the limit, at least one more.
 */
export function roundsNeeded(row: JudgedRow, limit: number): number {
  const { change, test } = row;
  const { estimate, low, high } = change;
  const half = Math.log(high! / low!) / 2;
  const distance = Math.abs(Math.log(estimate / limit));
  const apart = test?.error ? half * (test.apart / test.error.error) : 0;
  if (distance <= apart) return Number.POSITIVE_INFINITY;
  const rounds = roundsOf(row);
  return Math.max(rounds + 1, Math.ceil((rounds * (half ** 2 - apart ** 2)) / (distance ** 2 - apart ** 2)));
}
