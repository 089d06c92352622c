/** The tables that every style has: the ranking, and below it what isn't ranked. */

import { type Cell, type ColumnOf, cell, type Table, tableOf } from '../text/document.ts';
import { grouped, interval, percent, ratio, time, timeScale } from '../text/numbers.ts';
import type { Estimate, FailedRow, RankedRow, Row, UnmeasuredRow } from '../view/rows.ts';
import type { CaseView, RunView } from '../view/view.ts';
import { boundColumns } from './bounds.ts';

/** What stands behind the name of a row with declared deviations. */
export const DEVIATION_MARK = '†';

export function markedName({ name, deviations }: Pick<Row, 'name' | 'deviations'>): string {
  return deviations.length > 0 ? `${name} ${DEVIATION_MARK}` : name;
}

/** `2=` for a tie. */
function rankText({ rank, tied }: RankedRow): string {
  return tied ? `${rank}=` : `${rank}`;
}

/** Whether the rows of one table differ in something that each then has to say. */
export function isMixed(rows: readonly Row[], what: (row: Row) => unknown): boolean {
  return new Set(rows.map(what)).size > 1;
}

/**
 * The ranking of a case.
 *
 * @param settings of the run: what counts as the same
 */
export function rankingTable(view: CaseView, settings: RunView['settings']): Table {
  const scale = timeScale(view.ranked.map(({ nsPerOp }) => nsPerOp.estimate));
  const columns: ColumnOf<RankedRow>[] = [
    {
      head: '#',
      align: 'left',
      spare: 0,
      cell: (row) => cell(rankText(row), row.rank === 1 ? 'strong' : 'plain'),
    },
    { head: 'serializer', align: 'left', spare: 0, cell: nameCell },
  ];
  if (isMixed(view.ranked, ({ format }) => format))
    columns.push({
      head: 'format',
      align: 'left',
      spare: 1,
      cell: ({ format }) => cell(format),
    });
  if (isMixed(view.ranked, ({ outputKind }) => outputKind))
    columns.push({ head: 'output', align: 'left', spare: 0, cell: ({ outputKind }) => cell(outputKind) });
  columns.push(
    { head: 'time', align: 'right', spare: 0, cell: (row) => cell(time(row.nsPerOp.estimate, scale)) },
    { head: 'ratio', align: 'point', spare: 0, cell: (row) => cell(ratio(row.ratio), 'strong') },
    {
      head: intervalHead(view.ranked),
      align: 'left',
      spare: 0,
      cell: (row) => cell(rowInterval(row), 'dim'),
    },
    { head: 'finding', align: 'left', spare: 2, cell: (row) => findingCell(row, settings.target) },
    ...sizeColumns(view.ranked),
    ...boundColumns(view.ranked),
  );
  return tableOf(columns, view.ranked);
}

function nameCell(row: RankedRow): Cell {
  return cell(markedName(row), row.finding === 'baseline' ? 'strong' : 'plain');
}

/** The baseline's own interval says nothing. */
function rowInterval(row: RankedRow): string {
  return row.finding === 'baseline' ? '' : interval(row.ratio);
}

function intervalHead(rows: readonly RankedRow[]): string {
  const all = rows.every(({ ratio }) => ratio.confidence !== null && ratio.confidence >= 0.95);
  return all ? '95 % interval' : 'interval';
}

/** What the comparison with the baseline shows: `2.41x slower`, with `~` in front while it is preliminary. */
export function findingCell(row: RankedRow, margin: number): Cell {
  const about = row.preliminary ? '~' : '';
  switch (row.finding) {
    case 'baseline':
      return cell('baseline', 'dim');
    case 'slower':
      return cell(`${about}${timesText(row.ratio)} slower`, 'bad');
    case 'faster':
      return cell(`${about}${timesText(inverse(row.ratio))} faster`, 'good');
    case 'same':
      return cell(`${about}same ± ${percent(margin)}`);
    case 'undecided':
      return cell('undecided', 'dim');
  }
}

/** `2.41x`. */
export function timesText(value: Estimate): string {
  return `${ratio(value)}x`;
}

/** The same comparison the other way round: how many times faster. */
export function inverse({ estimate, low, high, confidence }: Estimate): Estimate {
  const over = (value: number | null) => (value === null ? null : 1 / value);
  return { estimate: 1 / estimate, low: over(high), high: over(low), confidence };
}

function sizeColumns(rows: readonly RankedRow[]): ColumnOf<RankedRow>[] {
  if (rows.every(({ sizes }) => sizes === null)) return [];
  const size = (head: string, key: 'raw' | 'gzip' | 'zstd', spare: number): ColumnOf<RankedRow> => ({
    head,
    align: 'right',
    spare,
    cell: ({ sizes }) => cell(sizes === null ? '' : grouped(sizes[key])),
  });
  return [size('bytes', 'raw', 0), size('gzip', 'gzip', 6), size('zstd', 'zstd', 5)];
}

/**
 * Rows that have no place in the order, each with why.
 *
 * @param reason how that is said
 */
export function unrankedTable(
  rows: readonly (FailedRow | UnmeasuredRow)[],
  reason: (row: FailedRow | UnmeasuredRow) => string = reasonText,
): Table {
  const columns: ColumnOf<FailedRow | UnmeasuredRow>[] = [
    { head: 'not ranked', align: 'left', spare: 0, cell: (row) => cell(markedName(row)) },
    { head: 'verdict', align: 'left', spare: 0, cell: verdictCell },
    { head: 'reason', align: 'left', spare: 0, prose: true, cell: (row) => cell(reason(row)) },
  ];
  return tableOf(columns, rows);
}

function verdictCell(row: FailedRow | UnmeasuredRow): Cell {
  if (row.kind === 'unmeasured') return cell('not measured', 'dim');
  const soft = row.verdict === 'unavailable' || row.verdict === 'unsupported';
  return cell(row.verdict, soft ? 'dim' : 'bad');
}

/** Why a row isn't ranked, and how to mend it where that is known. */
export function reasonText(row: FailedRow | UnmeasuredRow): string {
  return row.kind === 'failed' && row.cure !== null ? `${row.reason}; to mend it: ${row.cure}` : row.reason;
}
