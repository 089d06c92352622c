/**
 * Applies the rules of `--fail-if` to a comparison. Only what is established breaks a rule on times, or what is so far beyond
 * its limit that no other program can have made it so.
 */

import { type AnalyzedCase, type AnalyzedRun, allRows } from '../../analysis/analyze.ts';
import { DISTURBED_RATIO } from '../../analysis/finding.ts';
import { type FailRule, parseFailRule, RuleError } from '../../analysis/rules/rule.ts';
import { type ComparedRuns, stateOf } from '../../analysis/runs/compare.ts';
import { type ChangedRow, growthOf, isJudged, type JudgedRow } from '../../analysis/runs/rows.ts';
import { caseName } from '../../define/names.ts';
import { meansRow } from '../../define/patterns.ts';
import { counted, interval } from '../numbers.ts';
import { changeText, growthText, lossText } from './wording.ts';

/** How a rule came out: `unchecked` had nothing to judge. */
export type Outcome = 'passed' | 'failed' | 'unchecked';

export interface RuleOutcome {
  readonly rule: FailRule;
  readonly outcome: Outcome;
  /** How many rows the rule could judge. */
  readonly looked: number;
  readonly broken: readonly ChangedRow[];
  /** Of the rows that it judged, those that may break it or not: they don't. */
  readonly unclear: number;
  /** Why it had nothing to judge, or what would let it judge more; null where it judged all. */
  readonly advice: string | null;
}

/** A comparison, and how the rules of `--fail-if` came out; no outcomes without rules. */
export interface GuardedComparison {
  readonly view: ComparedRuns;
  readonly outcomes: readonly RuleOutcome[];
}

export function guard(view: ComparedRuns, rules: readonly FailRule[]): RuleOutcome[] {
  const rows = view.cases.flatMap((one) => one.rows);
  return guardRows(rows, rules, 'in both runs');
}

/** @param where rows are compared with each other */
function guardRows(rows: readonly ChangedRow[], rules: readonly FailRule[], where: string): RuleOutcome[] {
  return rules.map((rule) => {
    const matching = rows.filter((row) => rule.pattern === null || meansRow(rule.pattern, row));
    const concerned = matching.filter((row) => concerns(rule, row));
    const broken = concerned.filter((row) => breaks(rule, row));
    const open = concerned.filter(isJudged).filter((row) => mayBreak(rule, row));
    const [disturbed, unclear] = [true, false].map((is) => open.filter((row) => row.disturbed === is));
    const looked = concerned.length - disturbed!.length;
    return {
      rule,
      outcome: looked === 0 ? 'unchecked' : broken.length > 0 ? 'failed' : 'passed',
      looked,
      broken,
      unclear: unclear!.length,
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

function limitOf({ what, threshold = 0 }: FailRule): number {
  return what === 'faster' ? 1 - threshold : 1 + threshold;
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

/** Where the baseline is a version of a library, its other versions alone are judged: neighbors are there to compare. */
export function guardRun(view: AnalyzedRun, rules = recordedRules(view)): RuleOutcome[] {
  return guardRows(view.cases.flatMap(changedRows), rules, 'beside the baseline');
}

/** Those that it was asked to be judged by; what isn't a rule, in the file of somebody else, judges nothing. */
function recordedRules({ request }: AnalyzedRun): FailRule[] {
  return (request?.failIf ?? []).flatMap((text) => {
    try {
      return parseFailRule(text);
    } catch (error) {
      if (error instanceof RuleError) return [];
      throw error;
    }
  });
}

/** The rows as if the baseline were each one before. */
function changedRows(one: AnalyzedCase): ChangedRow[] {
  const rows = allRows(one).filter(({ limit }) => limit === null);
  const baseline = rows.find(({ name }) => name === one.plannedBaseline);
  const [library, version] = one.plannedBaseline.split('@');
  const others = rows.filter(
    (row) => row !== baseline && (version === undefined || row.name.split('@')[0] === library),
  );
  return others.map((row) => {
    const state = stateOf(baseline, row, true);
    return {
      ...row,
      state,
      before: baseline ?? null,
      after: row,
      baseline: one.baseline,
      disturbed: one.disturbed,
      change: row.ratio,
      pValue: null,
      obstacle: null,
      test: null,
    };
  });
}

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
  if (what === 'bytes' || what === 'allocated') return `${where}: ${what} ${growthText(what, row)}`;
  return isJudged(row) ? `${where}: ${changeText(row.change)} ${interval(row.change)}` : where;
}
