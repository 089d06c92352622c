import { type Estimate, excludesOne } from '../../analysis/figures.ts';
import type { Row } from '../../analysis/rows.ts';
import type { CaseComparison, ComparedRuns } from '../../analysis/runs/compare.ts';
import { type ChangedRow, growthOf, isJudged, onlyIn, type State, WITHIN } from '../../analysis/runs/rows.ts';
import { machineSentences } from '../machine.ts';
import { counted, grouped, interval, LIKELY_MEANING, ratio, saidRatio } from '../numbers.ts';
import { rowsNote, said } from '../tables/notes.ts';
import { type Cell, cell } from '../text/document.ts';

/** Describes a change of time: `16.6 % slower` for 16.6 % more time; from a factor of 2 on, `2.41× slower`. */
export function changeText(change: Estimate): string {
  const { estimate } = change;
  if (estimate >= 2 || estimate <= 0.5) return saidRatio(change);
  return `${percentChange(estimate)} ${estimate < 1 ? 'faster' : 'slower'}`;
}

function percentChange(ratio: number): string {
  const change = Math.abs(ratio - 1) * 100;
  return `${grouped(change, change < 0.05 ? 3 : 1)} %`;
}

export function growthText(what: 'bytes' | 'allocated', row: ChangedRow): string {
  const growth = growthOf(what, row);
  if (growth === null || !excludesOne(growth)) return '';
  const { before, after } = growth;
  const sign = after < before ? '−' : '+';
  const share = before === 0 ? '' : ` (${sign}${percentChange(after / before)})`;
  const decimals = Math.abs(after - before) < 1 ? 2 : 0;
  return `${grouped(before, decimals)} → ${grouped(after, decimals)}${share}`;
}

export const STATE_CELLS: Record<State, Cell> = {
  compared: cell(''),
  baseline: cell('baseline', 'dim'),
  failing: cell('NEWLY FAILING', 'bad'),
  lost: cell('lost', 'bad'),
  fixed: cell('fixed', 'good'),
  new: cell('new'),
  unranked: cell('not ranked', 'dim'),
  incomparable: cell('not comparable', 'dim'),
};

export function noteText(row: ChangedRow): string {
  const { before, after, obstacle } = row;
  const growths = (['bytes', 'allocated'] as const).map((what) => [what, growthText(what, row)] as const);
  const [was, is] = [before?.version, after?.version];
  const notes = [
    obstacle ?? (reasonText(after) || (reasonText(before) && `was ${reasonText(before)}`)),
    ...growths.map(([what, text]) => text && `${what} ${text}`),
    was && is && was !== is && `${was} → ${is}`,
    hasOtherCode(row) && 'code changed',
  ];
  return notes.filter(Boolean).join('; ');
}

export function ownTimeText(change: Estimate): string {
  const { low, high } = change;
  const isSame = low !== null && high !== null && low >= 1 / (1 + WITHIN) && high <= 1 + WITHIN;
  if (isSame && !excludesOne(change)) return 'the same time';
  const text = `${ratio(change)}× as long ${interval(change)}`.trim();
  return excludesOne(change) ? text : `${text}, which may be chance`;
}

function hasOtherCode({ before, after }: ChangedRow): boolean {
  return before !== null && after !== null && before.code !== after.code;
}

export function lossText({ after }: ChangedRow): string {
  return `was ok, now ${after === null ? 'not in the run' : reasonText(after)}`;
}

function reasonText(row: Row | null): string {
  if (!row?.reason) return '';
  return `${row.kind === 'failed' ? row.verdict : 'not measured'}: ${row.reason.split('\n')[0]}`;
}

export function legend({ cases }: ComparedRuns): string[] {
  const all = cases.flatMap(({ rows }) => rows);
  const rows = all.filter(isJudged);
  return [
    ...said(CHANGE, rows.length > 0),
    ...said(
      LIKELY_MEANING,
      rows.some(({ grade }) => grade === 'likely'),
    ),
    ...said(
      UNCLEAR,
      rows.some(({ finding }) => finding === 'unclear'),
    ),
    ...said(CODE_CHANGED, all.some(hasOtherCode)),
  ];
}

const CHANGE =
  'Change: time after over time before, each relative to the baseline of its run; above 1 is slower. x % slower takes x % more time, x % faster x % less.';
const UNCLEAR =
  'Unclear: the change may be chance. More rounds, or both versions in one run (bench --versions), may decide.';
const CODE_CHANGED =
  "Code changed: the kit, the serializer's file, its packages or its build options differ between the runs.";

export function cautions({ before, after }: ComparedRuns): string[] {
  const isQuick = before.settings.quick !== after.settings.quick;
  return [
    ...said("A quick run is compared with a full one: the quick one's warm-ups are shorter.", isQuick),
    ...[before, after].flatMap(({ label, partialReason, warnings }) => [
      ...(partialReason ? [`${label}: partial: ${partialReason.text}.`] : []),
      ...warnings.map((text) => `${label}: ${text}`),
    ]),
  ];
}

export function compareFacts({ before, after, cases, machines }: ComparedRuns): string[] {
  const rows = cases.flatMap((one) => one.rows.filter(isJudged));
  return [
    ...Object.entries({ Before: before, After: after }).map(
      ([which, { id, label, tool, startedAt }]) =>
        `${which}: ${label} (${id}), wiremark ${tool}, ${startedAt}`,
    ),
    ...(machines.comparable ? machineSentences(machines) : []),
    ...said(
      `Welch's test, including run-to-run variation; Holm's adjustment for ${counted(rows.length, 'row')}; intervals of 95 %`,
      rows.length > 0,
    ),
  ];
}

/**
 * Returns the rows for a case's table: those that both runs have and at least one ranks. If the case can't be compared, rows that
 * both rank are left out, too.
 */
export function shownRows({ obstacle, rows }: CaseComparison): readonly ChangedRow[] {
  const hidden: readonly State[] = obstacle === null ? ['unranked'] : ['unranked', 'incomparable'];
  return rows.filter((row) => onlyIn(row) === null && !hidden.includes(row.state));
}

export function hiddenText({ rows }: CaseComparison): string[] {
  if (rows.every(({ before, after }) => before === null || after === null)) return [];
  const unranked = rows.filter(({ state }) => state === 'unranked');
  const only = (side: 'before' | 'after') => rows.filter((row) => onlyIn(row) === side);
  return [
    ...rowsNote('Ranked in neither run', unranked),
    ...rowsNote('Only in the run before', only('before')),
    ...rowsNote('Only in the run after', only('after')),
  ];
}
