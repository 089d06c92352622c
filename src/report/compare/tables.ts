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
import type { Estimate } from '../view/rows.ts';
import {
  type CompareRow,
  type FiguredRow,
  isFigured,
  type MeasuredSide,
  type OtherRow,
} from './pairs/rows.ts';
import type { CompareView } from './pairs/view.ts';
import { besidesText, findingText, reasonText } from './wording.ts';

/** A row as each later run of a table has it, in their order; at least one does. */
export type FoundRow = readonly (CompareRow | undefined)[];

/** What goes first where there is no room for several runs: how well a change is known, then what it was found from. */
const SPARE = { interval: 2, side: 1 };

/**
 * @param rows at least one
 * @param runs numbers of the later runs; null for one, whose rows all have figures
 * @param titled whether each row says which case it belongs to
 */
export function changeTable(
  rows: readonly FoundRow[],
  { mode, within }: Pick<CompareView, 'mode' | 'within'>,
  runs: readonly number[] | null,
  titled = false,
): Table {
  const figured = rows.flatMap((row) => row.filter(isFigured));
  const side = sideColumn(figured, mode);
  const after = (i: number) => (row: FoundRow) => (isFigured(row[i]) ? row[i].after : undefined);
  const range = (i: number) => (row: FoundRow) => cell(changed(row[i], interval), 'dim');
  const finding = (i: number) => (row: FoundRow) => findingCell(row[i], within);
  const besides = ([row]: FoundRow) => (isFigured(row) ? besidesText(row) : '');
  const later = runs?.flatMap((run, i) => [
    side(`run ${run}`, after(i), SPARE.side),
    wordColumn(`${run} / 1`, range(i), SPARE.interval),
    wordColumn(`${run} against 1`, finding(i)),
  ]) ?? [
    side('after', after(0)),
    pointColumn('change', ([row]: FoundRow) => cell(changed(row, ratio), 'strong')),
    wordColumn(intervalHead(figured), range(0)),
    wordColumn('finding', finding(0)),
    // Only where something else changed than time.
    ...(rows.every((row) => besides(row) === '') ? [] : [proseColumn('also changed', besides)]),
  ];
  const columns: ColumnOf<FoundRow>[] = [
    ...(titled ? [wordColumn('case', (row: FoundRow) => caseName(anyOf(row)))] : []),
    wordColumn('serializer', (row) => cell(anyOf(row).name, isBaseline(row) ? 'strong' : 'plain')),
    side(runs === null ? 'before' : 'run 1', (row) => row.find(isFigured)?.before),
    ...later,
  ];
  return tableOf(columns, rows);
}

function anyOf(row: FoundRow): CompareRow {
  return row.find((one) => one !== undefined)!;
}

function isBaseline(row: FoundRow): boolean {
  return row.some((one) => one?.kind === 'baseline');
}

/** Ratios, or times that all have one unit. */
function sideColumn(rows: readonly FiguredRow[], mode: CompareView['mode']) {
  const times = rows.flatMap(({ before, after }) => [before.nsPerOp.estimate, after.nsPerOp.estimate]);
  const scale = timeScale(times);
  const relative = mode === 'relative';
  return (head: string, of: (row: FoundRow) => MeasuredSide | undefined, spare = 0) =>
    (relative ? pointColumn : figureColumn)(
      head,
      (row: FoundRow) => {
        const side = of(row);
        if (relative) return side?.ratio ? ratio(side.ratio) : '';
        return side ? time(side.nsPerOp.estimate, scale) : '';
      },
      spare,
    );
}

function changed(row: CompareRow | undefined, text: (change: Estimate) => string): string {
  return row?.kind === 'compared' ? text(row.change) : '';
}

function intervalHead(rows: readonly FiguredRow[]): string {
  const compared = rows.flatMap((row) => (row.kind === 'compared' ? [row.change.confidence] : []));
  const all = compared.every((confidence) => confidence !== null && confidence >= 0.95);
  return all ? '95 % interval' : 'interval';
}

const TONES = { slower: 'bad', faster: 'good', same: 'plain', undecided: 'dim' } as const;

function findingCell(row: CompareRow | undefined, within: number): Cell {
  if (row === undefined) return cell('–', 'dim');
  if (row.kind === 'baseline') return cell('baseline', 'dim');
  return row.kind === 'compared' ? cell(findingText(row, within), TONES[row.finding]) : STATES[row.kind];
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
    ...(titled ? [wordColumn('case', caseName)] : []),
    wordColumn('not compared', ({ name }) => name),
    wordColumn('state', ({ kind }) => STATES[kind]),
    wordColumn('before', ({ before }) => verdictCell(before)),
    wordColumn('after', ({ after }) => verdictCell(after)),
    proseColumn('reason', (row) => reasonText(row, titled)),
  ];
  return tableOf(columns, rows);
}

function verdictCell(side: OtherRow['before']): Cell {
  if (side === null) return cell('–', 'dim');
  if (side.verdict === null) return cell('not measured', 'dim');
  const soft = side.verdict === 'unavailable' || side.verdict === 'unsupported';
  return cell(side.verdict, side.verdict === 'ok' ? 'plain' : soft ? 'dim' : 'bad');
}
