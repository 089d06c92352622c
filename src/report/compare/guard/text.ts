/** What the rules of `--fail-if` found, in words. */
import { caseName } from '../../../define/names.ts';
import { type Block, heading } from '../../text/document.ts';
import { grouped, interval } from '../../text/numbers.ts';
import { type CompareRow, isFigured, type OtherRow } from '../pairs/rows.ts';
import { changeText, firstLine, growthText } from '../wording.ts';
import type { RuleOutcome } from './guard.ts';

/** @param items see `ruleLines`. Nothing without rules. */
export function guardBlocks(items: readonly string[]): Block[] {
  return items.length === 0 ? [] : [heading(2, 'Guard'), { kind: 'list', items }];
}

/** A line that says how a rule came out, then one for each row that breaks it, then what to be aware of. */
export function ruleLines(outcome: RuleOutcome): string[] {
  const { rule, looked, broken, undecided, warning, idle } = outcome;
  const text = `"${rule.text}"`;
  if (idle) return [`NOT CHECKED ${text}: ${warning}`];
  const rows = looked === 1 ? '1 row' : `${grouped(looked)} rows`;
  const open = undecided > 0 ? `, ${grouped(undecided)} undecided` : '';
  return [
    broken.length > 0
      ? `FAILED ${text}: ${grouped(broken.length)} of ${rows}${open}`
      : `passed ${text}: none of ${rows}${open}`,
    ...broken.map((row) => `FAILED ${text}: ${whatBroke(outcome, row)}`),
    ...(warning === null ? [] : [`BEWARE ${text}: ${warning}`]),
  ];
}

export function whatBroke({ rule }: RuleOutcome, row: CompareRow): string {
  const where = `${row.name}, ${caseName(row)}`;
  if (row.kind === 'failing') return `${where}: was ok, now ${row.after?.verdict}: ${firstLine(row.reason)}`;
  if (row.kind === 'lost') return `${where}: was ok, now ${lostText(row)}`;
  if (rule.what === 'bytes' || rule.what === 'allocated') {
    return `${where}: ${rule.what} ${growthText(isFigured(row) ? row[rule.what] : null)}`;
  }
  return row.kind === 'compared' ? `${where}: ${changeText(row.change)} ${interval(row.change)}` : where;
}

function lostText({ after, reason }: OtherRow): string {
  if (after === null) return 'not in the run';
  return `${after.verdict ?? 'not measured'}: ${firstLine(reason)}`;
}
