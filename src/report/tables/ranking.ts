import type { AnalyzedCase, AnalyzedRun } from '../../analysis/analyze.ts';
import { type ColumnId, resultColumn, type ShownId } from '../../analysis/columns.ts';
import { halfWidthOf } from '../../analysis/figures.ts';
import { sameMargin } from '../../analysis/finding.ts';
import {
  type FailedRow,
  isStruck,
  type LimitRow,
  type RankedRow,
  type UnmeasuredRow,
  type UnverifiedTime,
} from '../../analysis/rows.ts';
import { runtimeName } from '../../define/names.ts';
import { LIMITS } from '../../define/types.ts';
import { type Figure, known } from '../../plan/figure.ts';
import { groupBy } from '../../stats/group-by.ts';
import type { MemoryFigures } from '../../store/record/record.ts';
import { counted, percent, ratio, singleTime, threeFigures, time, timeScale } from '../numbers.ts';
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
import { columnsOf, markedName } from './columns.ts';

export interface WantedColumn {
  readonly id: ShownId;
  /** True if the column is shown in addition to the usual ones, false if instead of them. */
  readonly more: boolean;
}

const ALWAYS: readonly ShownId[] = ['rank', 'name'];
/** Columns whose request is ignored: they are always shown, or (`serializer`) a part of the row's name. */
const NAMED: readonly ShownId[] = [...ALWAYS, 'serializer'];

/** @param shown rows to show. Columns and units depend on all rows, so that they stay the same if some are hidden */
export function rankingTable(
  view: AnalyzedCase,
  settings: AnalyzedRun['settings'],
  shown: readonly RankedRow[] = view.ranked,
  wanted: readonly WantedColumn[] = [],
): Table {
  const all = { rows: view.ranked, margin: sameMargin(settings.target) };
  const only = wanted.some(({ more }) => !more);
  const asked = [...new Set(wanted.map(({ id }) => id))].filter((id) => !NAMED.includes(id));
  const kept = (only ? ALWAYS : usualIds(view)).filter((id) => !asked.includes(id));
  const more = columnsOf(asked, all).map((column) => ({ ...column, spare: 0 }));
  return tableOf([...columnsOf(kept, all), ...more], shown);
}

function usualIds({ ranked }: AnalyzedCase): ShownId[] {
  const isMixed = (id: ColumnId) => new Set(ranked.map(resultColumn(id).of)).size > 1;
  const ifKnown: ShownId[] = ['bytes', 'gzip', 'zstd', 'times_walk', 'percent_of_hand_written'];
  const known = filled(columnsOf(ifKnown, { rows: ranked, margin: 0 }), ranked).map(({ id }) => id);
  return [
    ...ALWAYS,
    ...(['format', 'output_kind'] as const).filter(isMixed),
    ...(['ns_per_op', 'ratio', 'interval', 'compared'] as const),
    ...(['rounds'] as const).filter(isMixed),
    ...ifKnown.filter((id) => known.includes(id)),
  ];
}

type UnrankedRow = FailedRow | UnmeasuredRow;

/** @param brief whether to cut reasons to one line, and omit unverified times and fixes, which may name local folders */
export function unrankedTable(rows: readonly UnrankedRow[], { brief = false } = {}): Table {
  const spelled = ({ reason, fix }: UnrankedRow) => (fix === null ? reason : `${reason}; to fix it: ${fix}`);
  const reasonOf = (row: UnrankedRow) => (brief ? row.reason.split('\n')[0]! : spelled(row));
  const keyOf = (row: UnrankedRow) => (isStruck(row) ? row.name : `${row.verdict} ${reasonOf(row)}`);
  const groups = [...groupBy(rows, keyOf).values()] as unknown as Alike[];
  return tableOf(
    [
      wordColumn<Alike>('not ranked', (same) =>
        same.length === 1
          ? cell(markedName(same[0]), isStruck(same[0]) && !brief ? 'struck' : 'plain')
          : cell(counted(same.length, 'row')),
      ),
      wordColumn<Alike>('verdict', (same) => verdictCell(same[0])),
      ...(brief ? [] : struckColumns(groups)),
      proseColumn<Alike>('reason', (same) =>
        same.length === 1 ? reasonOf(same[0]) : `${reasonOf(same[0])}: ${same.map(markedName).join(', ')}`,
      ),
    ],
    groups,
  );
}

type Alike = readonly [UnrankedRow, ...UnrankedRow[]];

function struckColumns(groups: readonly Alike[]): ColumnOf<Alike>[] {
  const timed = groups.flat().filter(isStruck);
  const scale = timeScale(timed.map(({ unverified }) => unverified.nsPerOp.estimate));
  const struck = (text: (unverified: UnverifiedTime) => string) => (same: Alike) =>
    cell(isStruck(same[0]) ? text(same[0].unverified) : '', 'struck');
  const times = struck(({ nsPerOp }) => time(nsPerOp.estimate, scale));
  const ratios = struck((unverified) => (unverified.ratio ? ratio(unverified.ratio) : ''));
  return filled([figureColumn('unverified time', times), pointColumn('its ratio', ratios, 1)], groups);
}

function verdictCell(row: UnrankedRow): Cell {
  if (row.kind === 'unmeasured') return cell('not measured', 'dim');
  const soft = row.verdict === 'unavailable' || row.verdict === 'unsupported';
  return cell(row.verdict, soft ? 'dim' : 'bad');
}

export function limitsTable(rows: readonly LimitRow[]): Table | null {
  const limits = rows.filter(({ limit }) => limit !== null);
  if (limits.length === 0) return null;
  const runtimes = [...groupBy(limits, runtimeName).values()];
  const columns = LIMITS.map((limit) =>
    figureColumn<LimitRow[]>(limit, (own) => {
      const time = own.find((one) => one.limit === limit)?.nsPerOp;
      const half = time ? halfWidthOf(time) : null;
      return time ? `${singleTime(time.estimate)}${half === null ? '' : ` ± ${percent(half)}`}` : '';
    }),
  );
  const name = wordColumn<LimitRow[]>('limits', (own) => runtimeName(own[0]!));
  return tableOf([name, ...filled(columns, runtimes)], runtimes);
}

export function startTable(rows: readonly RankedRow[]): Table | null {
  const shown = (...ids: ColumnId[]) => columnsOf(ids, { rows, margin: 0 });
  const rate = (value: number) => (value === 0 ? '0' : threeFigures(value));
  const collected = (name: string) =>
    numberColumn<RankedRow>(`${name} GC/1k`, ({ memory }) => known(memory?.collections[name]), rate, 1);
  const columns = [
    ...shown('cold_start_ns', 'first_operation_ns', 'allocated_bytes_per_op'),
    ...countedCollections(rows).map(collected),
    ...shown('peak_resident_bytes'),
  ];
  const counted = filled(columns, rows);
  return counted.length === 0
    ? null
    : tableOf([wordColumn('start and memory', markedName), ...counted], rows);
}

export function countedCollections(rows: readonly RankedRow[]): string[] {
  const all = rows.flatMap(({ memory }) => Object.entries(memory?.collections ?? {}));
  return [...new Set(all.flatMap(([name, figure]) => (figure.known ? [name] : [])))];
}

export function memoryNotes(rows: readonly RankedRow[]): string[] {
  const left = rows.filter(({ memory }) => memory === null);
  if (left.length === rows.length) return [];
  const uncounted = left.map(({ name }) => ({ name, what: 'memory', reason: 'no memory pass was made' }));
  const blank = rows.flatMap(({ name, memory }) =>
    (memory ? figuresOf(memory) : []).flatMap(([what, figure]) =>
      figure.known ? [] : [{ name, what, reason: figure.reason }],
    ),
  );
  const alike = groupBy([...uncounted, ...blank], ({ what, reason }) => `${what} ${reason}`);
  return [...alike.values()].map((same) => {
    const { what, reason } = same[0]!;
    return `No figure for ${what} of ${same.map(({ name }) => name).join(', ')}: ${reason}.`;
  });
}

function figuresOf({ allocated, collections, peakResident }: MemoryFigures): [what: string, Figure][] {
  return [
    ['allocated bytes', allocated],
    ...Object.entries(collections).map(
      ([name, figure]) => [name === 'collections' ? name : `${name} collections`, figure] as [string, Figure],
    ),
    ['peak resident memory', peakResident],
  ];
}
