/** A row of a comparison in words. */
import { type Estimate, grouped, interval, marked, markOf, percent, ratio, saidRatio } from '../numbers.ts';
import type { Row } from '../view/rows.ts';
import { type ChangedRow, type Growth, growthOf, hasMoved, type JudgedRow } from './pairs/rows.ts';

/** From here on people say "twice as slow", not "100 % slower". */
const TIMES_FROM = 2;

/** `16.6 % slower`: it takes so much more time. `5.2 % faster`: so much less. */
export function changeText(change: Estimate): string {
  const { estimate } = change;
  if (estimate >= TIMES_FROM || estimate <= 1 / TIMES_FROM) return saidRatio(change);
  return `${percentChange(estimate)} ${estimate < 1 ? 'faster' : 'slower'}`;
}

/** `16.6 %`, whatever the direction. */
function percentChange(ratio: number): string {
  const change = Math.abs(ratio - 1) * 100;
  return `${grouped(change, change < 0.05 ? 3 : 1)} %`;
}

/** What a row's comparison shows, with `~` in front where that is likely. */
export function findingText({ finding, grade, change }: JudgedRow, within: number): string {
  if (finding === 'unclear') return 'unclear';
  return markOf(grade) + (finding === 'same' ? `same ± ${percent(within)}` : changeText(change));
}

/** The same where no figure stands beside it: `4.7 % faster?` where it can't be told. */
export function figureText(row: JudgedRow, within: number): string {
  return row.finding === 'unclear' ? marked(changeText(row.change), row.grade) : findingText(row, within);
}

/** `498 → 512 (+2.8 %)`; empty where nothing is known to have changed. */
export function growthText(growth: Growth | null): string {
  if (growth === null || !hasMoved(growth)) return '';
  const { before, after } = growth;
  const sign = after < before ? '−' : '+';
  const share = before === 0 ? '' : ` (${sign}${percentChange(after / before)})`;
  // Means of many documents may differ by less than a byte.
  const decimals = Math.abs(after - before) < 1 ? 2 : 0;
  return `${grouped(before, decimals)} → ${grouped(after, decimals)}${share}`;
}

/** Why it isn't compared, and what changed beside the time: sizes, allocations, version, code; empty where nothing did. */
export function noteText(row: ChangedRow): string {
  const { before, after, obstacle } = row;
  const [bytes, allocated] = [growthText(growthOf('bytes', row)), growthText(growthOf('allocated', row))];
  const [was, is] = [before?.version, after?.version];
  return [
    obstacle ?? (reasonText(after) || (reasonText(before) && `was ${reasonText(before)}`)),
    bytes && `bytes ${bytes}`,
    allocated && `allocated ${allocated}`,
    was && is && was !== is ? `${was} → ${is}` : '',
    hasOtherCode(row) ? 'code changed' : '',
  ]
    .filter((text) => text !== '')
    .join('; ');
}

/** `1.07× as long [1.02, 1.14]` of a baseline: its time after over before; empty where times can't be compared. */
export function ownTimeText({ change }: ChangedRow): string {
  return change === null ? '' : `${ratio(change)}× as long ${interval(change)}`.trim();
}

/** Whether its own code differs between the runs. */
export function hasOtherCode({ before, after }: ChangedRow): boolean {
  return before !== null && after !== null && before.code !== after.code;
}

/** `was ok, now mismatch: …` of a row that got lost or fails. */
export function lossText({ after }: ChangedRow): string {
  return `was ok, now ${after === null ? 'not in the run' : reasonText(after)}`;
}

/** `mismatch: …`, with the first line of what may be a page of stack trace; empty where nothing is wrong. */
function reasonText(row: Row | null): string {
  if (!row?.reason) return '';
  return `${row.verdict ?? 'not measured'}: ${row.reason.split('\n')[0]}`;
}
