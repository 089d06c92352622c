/** The table of a comparison, for the terminal, Markdown and the page: of two runs, or of several with the first. */
import {
  type Cell,
  type ColumnOf,
  cell,
  figureColumn,
  filled,
  pointColumn,
  proseColumn,
  type Table,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { interval, ratio, time, timeScale } from '../text/numbers.ts';
import type { Estimate, Row } from '../view/rows.ts';
import { type ChangedRow, isJudged, isRanked, type State } from './pairs/rows.ts';
import type { CompareView } from './pairs/view.ts';
import { figureText, findingText, noteText } from './wording.ts';

/** A row as each later run of a table has it, in their order; at least one does. */
type FoundRow = readonly (ChangedRow | undefined)[];

interface TableOptions extends Pick<CompareView, 'mode' | 'within'> {
  /** Names of several runs, the first before those of the table; null for two, which are before and after. */
  readonly runs: readonly string[] | null;
}

/** @param rows at least one */
export function changeTable(rows: readonly FoundRow[], { mode, within, runs }: TableOptions): Table {
  const side = sideColumn(rows, mode);
  const [first, ...later] = runs ?? ['before', 'after'];
  const notes = (row: FoundRow) =>
    [...new Set(row.map((one) => one && noteText(one)))].filter(Boolean).join('; ');
  const changed = (i: number, text: (change: Estimate) => string) => (row: FoundRow) => {
    const found = row[i];
    return isJudged(found) ? text(found.change) : '';
  };
  const columns: ColumnOf<FoundRow>[] = [
    wordColumn('serializer', (row) => {
      const { name, state } = anyOf(row);
      return cell(name, state === 'baseline' ? 'strong' : 'plain');
    }),
    side(first!, (row) => row.find((one) => one?.before)?.before),
    ...later.flatMap((run, i) => [
      side(run, (row) => row[i]?.after),
      ...(runs ? [] : [pointColumn('change', changed(i, ratio))]),
      wordColumn('95 % interval', changed(i, interval), 1),
      wordColumn(runs ? `${run}: change` : 'finding', (row: FoundRow) =>
        findingCell(row[i], within, runs !== null),
      ),
    ]),
    // Only where there is something to note.
    ...filled([proseColumn('notes', notes, true)], rows),
  ];
  return tableOf(columns, rows);
}

function anyOf(row: FoundRow): ChangedRow {
  return row.find((one) => one !== undefined)!;
}

/** Ratios, or times that all have one unit; blank where there is none. */
function sideColumn(rows: readonly FoundRow[], mode: CompareView['mode']) {
  const sides = rows.flatMap((row) => row.flatMap((one) => [one?.before, one?.after]));
  const scale = timeScale(sides.flatMap((side) => (isRanked(side) ? [side.nsPerOp.estimate] : [])));
  const column = mode === 'relative' ? pointColumn : figureColumn;
  return (head: string, of: (row: FoundRow) => Row | null | undefined) => {
    const figure = (row: FoundRow) => {
      const side = of(row);
      if (!isRanked(side)) return '';
      if (mode === 'absolute') return time(side.nsPerOp.estimate, scale);
      return side.baseline === anyOf(row).baseline ? ratio(side.ratio) : '';
    };
    return column(head, figure);
  };
}

const TONES = { slower: 'bad', faster: 'good', same: 'plain', unclear: 'dim' } as const;

/** @param alone without the change beside it */
function findingCell(row: ChangedRow | undefined, within: number, alone: boolean): Cell {
  if (row === undefined) return cell('–', 'dim');
  return isJudged(row)
    ? cell((alone ? figureText : findingText)(row, within), TONES[row.finding])
    : STATES[row.state];
}

const STATES: Record<State, Cell> = {
  compared: cell(''),
  baseline: cell('baseline', 'dim'),
  failing: cell('NEWLY FAILING', 'bad'),
  lost: cell('lost', 'bad'),
  fixed: cell('fixed', 'good'),
  new: cell('new'),
  unranked: cell('not ranked', 'dim'),
  incomparable: cell('not comparable', 'dim'),
};
