/** Holds the rules of `--fail-if` against one run: each row against the baseline of its case, in the same blocks. */
import { FULL_ROUNDS } from '../../../stats/judgement.ts';
import { percent } from '../../text/numbers.ts';
import type { RankedRow, Row } from '../../view/rows.ts';
import { allRows, type CaseView, type RunView } from '../../view/view.ts';
import { growthOf } from '../pairs/growth.ts';
import { kindOf } from '../pairs/others.ts';
import type { ComparedRow, CompareRow } from '../pairs/rows.ts';
import { factsOf, measuredSide, plainSide } from '../pairs/sides.ts';
import { WITHIN } from '../within.ts';
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
  const disturbed = view.cases.some(({ withheld }) => withheld);
  const why =
    'no speed conclusions: other programs disturbed more than half of the comparisons; retry when the machine is idle';
  return {
    outcomes,
    lines: [
      ...outcomes.flatMap((one) => linesOf(one, rows)),
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

function compared(view: RunView, { withheld }: CaseView, baseline: RankedRow, row: RankedRow): CompareRow {
  const { ratio: change, finding, preliminary } = row;
  const sides = {
    before: measuredSide({ view }, baseline, baseline.ratio),
    after: measuredSide({ view }, row, change),
  };
  const facts = { ...factsOf(row), ...sides, ...growthOf(sides), change };
  // Nothing is claimed of its time, like a baseline's: its outputs and allocations are what they are.
  if (withheld || finding === 'baseline') return { ...facts, kind: 'baseline' };
  const sure = finding === 'slower' || finding === 'faster';
  return { ...facts, kind: 'compared', finding, preliminary, sure, pValue: sure ? 0 : 1 };
}

function linesOf(outcome: RuleOutcome, rows: readonly CompareRow[]): string[] {
  const { rule, broken, undecided, idle, warning } = outcome;
  if (idle) return ruleLines(outcome);
  return [
    ...broken.map((row) => `FAILED "${rule.text}": ${whatBroke(outcome, row)}`),
    ...(undecided > 0 ? [`undecided "${rule.text}": ${undecidedText(outcome, rows)}`] : []),
    ...(warning === null ? [] : [`BEWARE "${rule.text}": ${warning}`]),
  ];
}

/** Rounds beyond which a quieter machine helps more. */
const MOST_ROUNDS = 100;

/** `1 of 2 rows; 24 rounds would narrow the ratio to ± 2.5 %: --rounds 24`. */
function undecidedText({ rule, undecided, looked }: RuleOutcome, rows: readonly CompareRow[]): string {
  const threshold = 'threshold' in rule && rule.threshold > 0 ? rule.threshold : WITHIN;
  const target = threshold / 2;
  const open = rows.filter((row) => row.kind === 'compared' && row.finding === 'undecided') as ComparedRow[];
  const needed = open.map(({ change: { low, high }, after }) =>
    low === null || high === null
      ? FULL_ROUNDS.minimum
      : after.rounds * (Math.log(high / low) / 2 / target) ** 2,
  );
  const rounds = Math.ceil(Math.max(FULL_ROUNDS.minimum, ...needed));
  const cure =
    rounds > MOST_ROUNDS
      ? `the rounds scatter too much for ± ${percent(target)}: retry when the machine is idle, or ask for more`
      : `about ${rounds} rounds narrow the ratio to ± ${percent(target)}: --rounds ${rounds}`;
  return `${undecided} of ${looked} ${looked === 1 ? 'row' : 'rows'}; ${cure}`;
}
