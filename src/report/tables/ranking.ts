/** The tables that every style has: the ranking, and below it what isn't ranked. */

import { sameMargin } from '../../stats/judgement.ts';
import {
  type Cell,
  type ColumnOf,
  cell,
  figureColumn,
  filled,
  numberColumn,
  pointColumn,
  proseColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { grouped, interval, percent, ratio, time, timeScale } from '../text/numbers.ts';
import { resultColumn, type ShownId } from '../view/columns.ts';
import type { Estimate, FailedRow, RankedRow, Row, UnmeasuredRow, UnverifiedTime } from '../view/rows.ts';
import { isStruck } from '../view/unverified.ts';
import type { CaseView, RunView } from '../view/view.ts';
import { BOUND_COLUMNS } from './bounds.ts';
import { chosenColumns, plainColumn, type WantedColumn } from './chosen.ts';
import { markedName } from './columns.ts';

/** `2=` for a tie. */
function rankText({ rank, tied }: RankedRow): string {
  return tied ? `${rank}=` : `${rank}`;
}

/** Whether the rows of one table differ in something that each then has to say. */
export function isMixed<R extends Row>(rows: readonly R[], what: (row: R) => unknown): boolean {
  return new Set(rows.map(what)).size > 1;
}

/**
 * The ranking of a case.
 *
 * @param settings of the run: by them goes what counts as the same
 * @param wanted columns that a reader has asked for; the usual ones for none
 * @param rows that are shown; columns and units are those of all, so that they stay when a reader shows fewer
 */
export function rankingTable(
  view: CaseView,
  settings: RunView['settings'],
  rows: readonly RankedRow[] = view.ranked,
  wanted: readonly WantedColumn[] = [],
): Table {
  const { ranked } = view;
  const scale = timeScale(ranked.map(({ nsPerOp }) => nsPerOp.estimate));
  const margin = sameMargin(settings.target);
  const columns: ColumnOf<RankedRow>[] = [
    wordColumn(resultColumn('rank'), (row) => cell(rankText(row), row.rank === 1 ? 'strong' : 'plain')),
    wordColumn(resultColumn('name'), nameCell),
    ...(isMixed(ranked, ({ format }) => format)
      ? [wordColumn(resultColumn('format'), ({ format }: RankedRow) => format, 3)]
      : []),
    ...(isMixed(ranked, ({ outputKind }) => outputKind)
      ? [wordColumn(resultColumn('output_kind'), ({ outputKind }: RankedRow) => outputKind)]
      : []),
    figureColumn(resultColumn('ns_per_op'), (row) => time(row.nsPerOp.estimate, scale)),
    pointColumn(resultColumn('ratio'), (row) => cell(ratio(row.ratio), 'strong')),
    wordColumn({ id: 'interval', head: intervalHead(ranked) }, (row) => cell(rowInterval(row), 'dim'), 4),
    wordColumn({ id: COMPARED, head: 'finding' }, (row) => findingCell(row, margin), 1),
    ...(isMixed(ranked, ({ rounds }) => rounds)
      ? [figureColumn(resultColumn('rounds'), ({ rounds }: RankedRow) => `${rounds}`, 5)]
      : []),
    ...filled([...SIZE_COLUMNS, ...BOUND_COLUMNS], ranked),
    ...(view.prices ? [plainColumn('cost', view)] : []),
  ];
  return tableOf(chosenColumns(columns, wanted, view), rows);
}

/** Of the column that says how a row compares with the baseline: its finding with its figure. */
export const COMPARED = 'compared' satisfies ShownId;

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

const SIZE_COLUMNS: readonly ColumnOf<RankedRow>[] = [
  numberColumn(resultColumn('bytes'), ({ sizes }) => sizes?.raw, grouped, 2),
  numberColumn(resultColumn('gzip'), ({ sizes }) => sizes?.gzip, grouped, 9),
  numberColumn(resultColumn('zstd'), ({ sizes }) => sizes?.zstd, grouped, 8),
];

/** Rows that have no place in the order, each with why; what was timed all the same is struck out. */
export function unrankedTable(rows: readonly UnrankedRow[]): Table {
  return tableOf(
    [
      wordColumn<UnrankedRow>('not ranked', (row) =>
        cell(markedName(row), isStruck(row) ? 'struck' : 'plain'),
      ),
      wordColumn('verdict', verdictCell),
      ...struckColumns(rows),
      proseColumn('reason', reasonText),
    ],
    rows,
  );
}

/** The same in short. Stack traces, and cures that speak of this machine's folders, are for the whole report. */
export function briefUnrankedTable(rows: readonly UnrankedRow[]): Table {
  const brief = ({ reason }: UnrankedRow) => reason.split('\n')[0]!;
  return tableOf(
    [wordColumn('not ranked', markedName), wordColumn('verdict', verdictCell), proseColumn('reason', brief)],
    rows,
  );
}

/** Their heads say in words what striking out means, where it can't be seen. */
function struckColumns(rows: readonly UnrankedRow[]): ColumnOf<UnrankedRow>[] {
  const timed = rows.filter(isStruck);
  if (timed.length === 0) return [];
  const scale = timeScale(timed.map(({ unverified }) => unverified.nsPerOp.estimate));
  const struck = (text: (unverified: UnverifiedTime) => string) => (row: UnrankedRow) =>
    cell(isStruck(row) ? text(row.unverified) : '', 'struck');
  return [
    figureColumn(
      'unverified time',
      struck(({ nsPerOp }) => time(nsPerOp.estimate, scale)),
    ),
    pointColumn(
      'its ratio',
      struck((unverified) => (unverified.ratio === null ? '' : ratio(unverified.ratio))),
      1,
    ),
  ];
}

type UnrankedRow = FailedRow | UnmeasuredRow;

function verdictCell(row: FailedRow | UnmeasuredRow): Cell {
  if (row.kind === 'unmeasured') return cell('not measured', 'dim');
  const soft = row.verdict === 'unavailable' || row.verdict === 'unsupported';
  return cell(row.verdict, soft ? 'dim' : 'bad');
}

/** Why a row isn't ranked, and how to mend it where that is known. */
export function reasonText(row: FailedRow | UnmeasuredRow): string {
  return row.kind === 'failed' && row.cure !== null ? `${row.reason}; to mend it: ${row.cure}` : row.reason;
}
