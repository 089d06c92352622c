/** The table of a case in several runs: a row for each serializer, and for each later run what it changed to. */
import {
  type Cell,
  type ColumnOf,
  cell,
  figureColumn,
  pointColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../../text/document.ts';
import { interval, ratio, time, timeScale } from '../../text/numbers.ts';
import { type CompareRow, isFigured, type MeasuredSide } from '../pairs/rows.ts';
import { findingCell, STATES } from '../tables.ts';
import { type NumberedCase, type SeveralRow, severalRows } from './cases.ts';

/** What goes first where there is no room: how well a change is known, then the ratios that it was found from. */
const SPARE = { interval: 2, side: 1 };

/** @param runs of one case, with one baseline; at least one */
export function severalTable(runs: readonly NumberedCase[]): Table {
  const rows = severalRows(runs);
  const { mode } = runs[0]!.view;
  const sides = sideText(rows, mode);
  const before = ({ found }: SeveralRow) => sides(found.find(isFigured)?.before);
  const columns: ColumnOf<SeveralRow>[] = [
    wordColumn('serializer', ({ name, found }) =>
      cell(name, found.some((row) => row?.kind === 'baseline') ? 'strong' : 'plain'),
    ),
    mode === 'relative' ? pointColumn('run 1', before) : figureColumn('run 1', before),
    ...runs.flatMap((one, i) => runColumns(one, i, sides)),
  ];
  return tableOf(columns, rows);
}

type SideText = (side: MeasuredSide | undefined) => string;

function runColumns({ run, view }: NumberedCase, i: number, sides: SideText): ColumnOf<SeveralRow>[] {
  const after = ({ found }: SeveralRow) => sides(isFigured(found[i]) ? found[i].after : undefined);
  return [
    view.mode === 'relative'
      ? pointColumn(`run ${run}`, after, SPARE.side)
      : figureColumn(`run ${run}`, after, SPARE.side),
    wordColumn(`${run} / 1`, ({ found }) => cell(changeInterval(found[i]), 'dim'), SPARE.interval),
    wordColumn(`${run} against 1`, ({ found }) => changeCell(found[i], view.within)),
  ];
}

/** As ratios, or all as times of one unit. */
function sideText(rows: readonly SeveralRow[], mode: NumberedCase['view']['mode']): SideText {
  if (mode === 'relative') return (side) => (side?.ratio ? ratio(side.ratio) : '');
  const figured = rows.flatMap(({ found }) => found.filter(isFigured));
  const scale = timeScale(
    figured.flatMap(({ before, after }) => [before.nsPerOp.estimate, after.nsPerOp.estimate]),
  );
  return (side) => (side ? time(side.nsPerOp.estimate, scale) : '');
}

function changeInterval(row: CompareRow | undefined): string {
  return row?.kind === 'compared' ? interval(row.change) : '';
}

function changeCell(row: CompareRow | undefined, within: number): Cell {
  if (row === undefined) return cell('–', 'dim');
  return isFigured(row) ? findingCell(row, within) : STATES[row.kind];
}
