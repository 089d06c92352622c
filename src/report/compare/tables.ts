/** The tables of a comparison, for the terminal and for Markdown. */
import { caseName } from '../../define/names.ts';
import {
  type Cell,
  type ColumnOf,
  cell,
  figureColumn,
  pointColumn,
  proseColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { interval, ratio, time, timeScale } from '../text/numbers.ts';
import type { BaselineRow, ComparedRow, CompareMode, OtherRow } from './pairs/rows.ts';
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
    ...(titled ? [caseColumn] : []),
    wordColumn('serializer', ({ name, kind }) => cell(name, kind === 'baseline' ? 'strong' : 'plain')),
    ...sideColumns(rows, mode),
    pointColumn('change', changeCell),
    wordColumn(intervalHead(rows), (row) => cell(row.kind === 'baseline' ? '' : interval(row.change), 'dim')),
    wordColumn('finding', (row) => findingCell(row, within)),
    // Only where something else changed than time.
    ...(rows.every((row) => besidesText(row) === '') ? [] : [proseColumn('also changed', besidesText)]),
  ];
  return tableOf(columns, rows);
}

const caseColumn: ColumnOf<FiguredRow | OtherRow> = wordColumn('case', caseName);

function sideColumns(rows: readonly FiguredRow[], mode: CompareMode): ColumnOf<FiguredRow>[] {
  if (mode === 'relative')
    return SIDES.map((head) => pointColumn(head, (row) => (row[head].ratio ? ratio(row[head].ratio) : '')));
  const times = rows.flatMap(({ before, after }) => [before.nsPerOp.estimate, after.nsPerOp.estimate]);
  const scale = timeScale(times);
  return SIDES.map((head) => figureColumn(head, (row) => time(row[head].nsPerOp.estimate, scale)));
}

const SIDES = ['before', 'after'] as const;

function changeCell(row: FiguredRow): Cell {
  return row.kind === 'baseline' ? cell('') : cell(ratio(row.change), 'strong');
}

function intervalHead(rows: readonly FiguredRow[]): string {
  const compared = rows.flatMap((row) => (row.kind === 'compared' ? [row.change.confidence] : []));
  const all = compared.every((confidence) => confidence !== null && confidence >= 0.95);
  return all ? '95 % interval' : 'interval';
}

export function findingCell(row: FiguredRow, within: number): Cell {
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

export const STATES: Record<OtherRow['kind'], Cell> = {
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
    ...(titled ? [caseColumn] : []),
    wordColumn('not compared', ({ name }) => name),
    wordColumn('state', ({ kind }) => STATES[kind]),
    wordColumn('before', ({ before }) => verdictCell(before)),
    wordColumn('after', ({ after }) => verdictCell(after)),
    proseColumn('reason', (row) => reasonText(row, titled)),
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
