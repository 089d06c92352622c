import { type ColumnId, type ResultColumn, resultColumn, type ShownId } from '../../analysis/columns.ts';
import type { RankedRow, Row } from '../../analysis/rows.ts';
import { known } from '../../plan/figure.ts';
import type { Datum } from '../../store/record/columns.ts';
import {
  grouped,
  interval,
  markOf,
  percent,
  rankText,
  ratio,
  saidRatio,
  singleTime,
  threeDigits,
  time,
  timeScale,
} from '../numbers.ts';
import {
  type Cell,
  type ColumnOf,
  cell,
  figureColumn,
  numberColumn,
  pointColumn,
  wordColumn,
} from '../text/document.ts';

export const DEVIATION_MARK = '†';
export const BOUND_MARK = '‡';

export function markedName({ name, deviations, bound }: Pick<Row, 'name' | 'deviations' | 'bound'>): string {
  const marks = [...(deviations.length > 0 ? [DEVIATION_MARK] : []), ...(bound ? [BOUND_MARK] : [])];
  return [name, ...marks].join(' ');
}

interface Shown {
  /** All ranked rows of the case, even hidden ones, so that hiding rows doesn't change units and decimals. */
  readonly rows: readonly RankedRow[];
  readonly margin: number;
}

type Above = Pick<ResultColumn<ShownId>, 'id' | 'head'>;

const SHOWN: Partial<Record<ShownId, (above: Above, shown: Shown) => ColumnOf<RankedRow>>> = {
  rank: (above) => wordColumn(above, (row) => cell(rankText(row), row.rank === 1 ? 'strong' : 'plain')),
  name: (above) =>
    wordColumn(above, (row) => cell(markedName(row), row.finding === 'baseline' ? 'strong' : 'plain')),
  format: (above) => wordColumn(above, ({ format }) => format, 4),
  output_kind: (above) => wordColumn(above, ({ outputKind }) => outputKind, 6),
  ns_per_op: (above, { rows }) => {
    const scale = timeScale(rows.map(({ nsPerOp }) => nsPerOp.estimate));
    return figureColumn(above, (row) => time(row.nsPerOp.estimate, scale));
  },
  ratio: (above) => pointColumn(above, (row) => cell(ratio(row.ratio), 'strong')),
  interval: ({ id }, { rows }) => {
    const is98 = rows.every(({ ratio }) => (ratio.confidence ?? 0) >= 0.98);
    const text = (row: RankedRow) => (row.finding === 'baseline' ? '' : interval(row.ratio));
    return wordColumn({ id, head: is98 ? '98 % interval' : 'interval' }, (row) => cell(text(row), 'dim'), 5);
  },
  compared: ({ id }, { margin }) =>
    wordColumn({ id, head: 'finding' }, (row) => findingCell(row, margin, saidRatio(row.ratio)), 1),
  rounds: (above) => figureColumn(above, ({ rounds }) => `${rounds}`, 7),
  bytes: (above) => numberColumn(above, ({ sizes }) => sizes?.raw, grouped, 2),
  gzip: (above) => numberColumn(above, ({ sizes }) => sizes?.gzip, grouped, 3),
  zstd: (above) => numberColumn(above, ({ sizes }) => sizes?.zstd, grouped, 10),
  times_walk: (above) =>
    figureColumn(above, ({ bounds }) => (bounds.timesWalk ? `${ratio(bounds.timesWalk)}×` : ''), 8),
  percent_of_hand_written: (above) =>
    numberColumn(above, ({ bounds }) => bounds.percentOfHandWritten?.estimate, handText, 9),
  cold_start_ns: ({ id }) =>
    numberColumn({ id, head: 'cold start' }, ({ start }) => start.coldStart?.median, singleTime),
  first_operation_ns: ({ id }) =>
    numberColumn({ id, head: 'first op' }, ({ start }) => start.firstOperation?.median, singleTime),
  allocated_bytes_per_op: ({ id }) => figureColumn({ id, head: 'bytes/op' }, allocatedText),
  peak_resident_bytes: ({ id }) =>
    numberColumn(
      { id, head: 'peak MiB' },
      ({ memory }) => known(memory?.peakResident),
      (bytes) => grouped(bytes / 2 ** 20),
    ),
};

export function columnsOf(ids: readonly ShownId[], shown: Shown): ColumnOf<RankedRow>[] {
  return ids.map((id) =>
    (SHOWN[id] ?? plainColumn)({ id, head: resultColumn(id as string)?.head || id }, shown),
  );
}

function plainColumn(above: Above): ColumnOf<RankedRow> {
  const { of, type } = resultColumn(above.id as ColumnId);
  const text = (row: RankedRow) => {
    const value = of(row);
    return typeof value === 'number' && above.id.endsWith('_ns') ? singleTime(value) : plainText(value);
  };
  return type === 'DOUBLE' || type === 'INTEGER' ? figureColumn(above, text) : wordColumn(above, text);
}

function plainText(value: Datum | null): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  return grouped(value, Number.isInteger(value) ? 0 : threeDigits(Math.abs(value)));
}

export function findingCell(
  { finding, grade }: Pick<RankedRow, 'finding' | 'grade'>,
  margin: number,
  said: string,
): Cell {
  const mark = markOf(grade);
  if (finding === 'baseline') return cell('baseline', 'dim');
  if (finding === 'unclear') return cell('unclear', 'dim');
  if (finding === 'same') return cell(`${mark}same ± ${percent(margin)}`);
  return cell(`${mark}${said}`, finding === 'slower' ? 'bad' : 'good');
}

function handText(percentage: number): string {
  return `${grouped(percentage, percentage < 10 ? 1 : 0)} %`;
}

function allocatedText({ memory }: RankedRow): string {
  const bytes = known(memory?.allocated);
  const error = memory?.allocatedError ?? null;
  return bytes === null ? '' : `${grouped(bytes)}${error === null ? '' : ` ± ${percent(error)}`}`;
}
