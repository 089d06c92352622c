/** Holds the rules of `--fail-if` against one run: each row against the baseline of its case, in the same blocks. */
import type { RankedRow, Row } from '../../view/rows.ts';
import { allRows, type CaseView, type RunView } from '../../view/view.ts';
import { growthOf } from '../pairs/growth.ts';
import { kindOf } from '../pairs/others.ts';
import type { CompareRow } from '../pairs/rows.ts';
import { factsOf, measuredSide, plainSide } from '../pairs/sides.ts';
import type { FailRule } from './fail-if.ts';
import { guardRows, type RuleOutcome } from './guard.ts';
import { ruleLines, whatBroke } from './text.ts';

export interface GuardedRun {
  readonly outcomes: readonly RuleOutcome[];
  /** What isn't well, and what would let a rule decide. */
  readonly lines: readonly string[];
}

/** Where the baseline is a version of a library, its other versions alone are judged: neighbors are there to compare. */
export function guardRun(view: RunView, rules: readonly FailRule[]): GuardedRun {
  const rows = view.cases.flatMap((one) => heldRows(view, one));
  const outcomes = guardRows(rows, rules, 'beside the baseline');
  const rounds = Math.max(...view.cases.map((one) => one.rounds));
  const disturbed = view.cases.some(({ disturbed }) => disturbed);
  const why =
    'no speed conclusions: other programs disturbed more than half of the comparisons; retry when the machine is idle';
  return {
    outcomes,
    lines: [
      ...outcomes.flatMap((one) => linesOf(one, rounds)),
      ...(disturbed && rules.length > 0 ? [why] : []),
    ],
  };
}

function heldRows(view: RunView, one: CaseView): CompareRow[] {
  const rows = allRows(one).filter(({ limit }) => limit === null);
  const baseline = rows.find(({ name }) => name === one.plannedBaseline);
  const [library, version] = one.plannedBaseline.split('@');
  const others = rows.filter(
    (row) => row !== baseline && (version === undefined || row.name.split('@')[0] === library),
  );
  return others.map((row) => heldRow(view, one, baseline, row));
}

/** A row as if the baseline were the row before. */
function heldRow(view: RunView, one: CaseView, baseline: Row | undefined, row: Row): CompareRow {
  if (baseline?.kind === 'ranked' && row.kind === 'ranked') return compared(view, one, baseline, row);
  const before = baseline ? plainSide({ view }, baseline) : null;
  const after = plainSide({ view }, row);
  return { ...factsOf(row), kind: kindOf(baseline, row), before, after, reason: after.reason ?? '' };
}

function compared(view: RunView, { disturbed }: CaseView, baseline: RankedRow, row: RankedRow): CompareRow {
  const { ratio: change, finding, preliminary } = row;
  const sides = {
    before: measuredSide({ view }, baseline, baseline.ratio),
    after: measuredSide({ view }, row, change),
  };
  const facts = { ...factsOf(row), ...sides, ...growthOf(sides), change };
  // No speed conclusions, like a baseline: its outputs and allocations are what they are.
  if (disturbed || finding === 'baseline') return { ...facts, kind: 'baseline' };
  const sure = finding === 'slower' || finding === 'faster';
  return { ...facts, kind: 'compared', finding, preliminary, sure, pValue: sure ? 0 : 1 };
}

/** @param rounds of the run: four times as many halve an interval */
function linesOf(outcome: RuleOutcome, rounds: number): string[] {
  const { rule, looked, broken, undecided, idle, warning } = outcome;
  if (idle) return ruleLines(outcome);
  const open = `undecided "${rule.text}": ${undecided} of ${looked}; --rounds ${4 * rounds} halves the interval`;
  return [
    ...broken.map((row) => `FAILED "${rule.text}": ${whatBroke(outcome, row)}`),
    ...(undecided > 0 ? [open] : []),
    ...(warning === null ? [] : [`BEWARE "${rule.text}": ${warning}`]),
  ];
}
