/** The tables of a comparison, for the terminal and for Markdown. */
import { caseName } from '../../define/names.ts';
import { type Cell, type ColumnOf, cell, type Table, tableOf } from '../text/document.ts';
import { interval, ratio, time, timeScale } from '../text/numbers.ts';
import type { BaselineRow, ComparedRow, CompareMode, MeasuredSide, OtherRow } from './rows.ts';
import { besidesText, findingText, firstLine, versionText } from './wording.ts';

/** Rows that have figures in both runs. */
type FiguredRow = ComparedRow | BaselineRow;

export interface ChangeTableOptions {
  readonly mode: CompareMode;
  readonly within: number;
  /** Whether each row says which case it belongs to. */
  readonly titled?: boolean;
}

/** @param rows at least one */
export function changeTable(
  rows: readonly FiguredRow[],
  { mode, within, titled }: ChangeTableOptions,
): Table {
  const columns: ColumnOf<FiguredRow>[] = [
    ...(titled ? [{ head: 'case', align: 'left', spare: 0, cell: caseCell } as const] : []),
    {
      head: 'serializer',
      align: 'left',
      spare: 0,
      cell: ({ name, kind }) => cell(name, kind === 'baseline' ? 'strong' : 'plain'),
    },
    ...sideColumns(rows, mode),
    { head: 'change', align: 'point', spare: 0, cell: changeCell },
    {
      head: intervalHead(rows),
      align: 'left',
      spare: 0,
      cell: (row) => cell(row.kind === 'baseline' ? '' : interval(row.change), 'dim'),
    },
    { head: 'finding', align: 'left', spare: 0, cell: (row) => findingCell(row, within) },
    ...besidesColumn(rows),
  ];
  return tableOf(columns, rows);
}

const caseCell = (row: FiguredRow | OtherRow): Cell => cell(caseName(row));

function sideColumns(rows: readonly FiguredRow[], mode: CompareMode): ColumnOf<FiguredRow>[] {
  const column = (head: 'before' | 'after'): ColumnOf<FiguredRow> => ({
    head,
    align: mode === 'relative' ? 'point' : 'right',
    spare: 0,
    cell: (row) => cell(text(row[head])),
  });
  const scale = timeScale(
    rows.flatMap(({ before, after }) => [before, after].map(({ nsPerOp }) => nsPerOp.estimate)),
  );
  const text = (side: MeasuredSide) =>
    mode === 'absolute' ? time(side.nsPerOp.estimate, scale) : side.ratio === null ? '' : ratio(side.ratio);
  return [column('before'), column('after')];
}

function changeCell(row: FiguredRow): Cell {
  return row.kind === 'baseline' ? cell('') : cell(ratio(row.change), 'strong');
}

function intervalHead(rows: readonly FiguredRow[]): string {
  const compared = rows.flatMap((row) => (row.kind === 'compared' ? [row.change.confidence] : []));
  const all = compared.every((confidence) => confidence !== null && confidence >= 0.95);
  return all ? '95 % interval' : 'interval';
}

function findingCell(row: FiguredRow, within: number): Cell {
  if (row.kind === 'baseline') return cell('baseline', 'dim');
  const text = findingText(row, within);
  switch (row.finding) {
    case 'slower':
      return cell(text, 'bad');
    case 'faster':
      return cell(text, 'good');
    case 'same':
      return cell(text);
    case 'undecided':
      return cell(text, 'dim');
  }
}

/** Only where something else changed than time. */
function besidesColumn(rows: readonly FiguredRow[]): ColumnOf<FiguredRow>[] {
  if (rows.every((row) => besidesText(row) === '')) return [];
  return [
    { head: 'also changed', align: 'left', spare: 0, prose: true, cell: (row) => cell(besidesText(row)) },
  ];
}

const STATES: Record<OtherRow['kind'], Cell> = {
  failing: cell('NEWLY FAILING', 'bad'),
  lost: cell('lost', 'bad'),
  mended: cell('mended', 'good'),
  new: cell('new'),
  unranked: cell('not ranked', 'dim'),
  incomparable: cell('not comparable', 'dim'),
};

/** Rows without a change of time, each with why. @param rows at least one */
export function otherTable(rows: readonly OtherRow[], titled = false): Table {
  const columns: ColumnOf<OtherRow>[] = [
    ...(titled ? [{ head: 'case', align: 'left', spare: 0, cell: caseCell } as const] : []),
    { head: 'not compared', align: 'left', spare: 0, cell: ({ name }) => cell(name) },
    { head: 'state', align: 'left', spare: 0, cell: ({ kind }) => STATES[kind] },
    { head: 'before', align: 'left', spare: 0, cell: ({ before }) => verdictCell(before) },
    { head: 'after', align: 'left', spare: 0, cell: ({ after }) => verdictCell(after) },
    {
      head: 'reason',
      align: 'left',
      spare: 0,
      prose: true,
      cell: (row) => cell(reasonText(row, titled)),
    },
  ];
  return tableOf(columns, rows);
}

/** @param short the first line of what may be a page of stack trace */
function reasonText(row: OtherRow, short: boolean): string {
  const reason = short ? firstLine(row.reason) : row.reason;
  return [reason, versionText(row)].filter((text) => text !== '').join('; ');
}

function verdictCell(side: OtherRow['before']): Cell {
  if (side === null) return cell('–', 'dim');
  if (side.verdict === null) return cell('not measured', 'dim');
  const soft = side.verdict === 'unavailable' || side.verdict === 'unsupported';
  return cell(side.verdict, side.verdict === 'ok' ? 'plain' : soft ? 'dim' : 'bad');
}
