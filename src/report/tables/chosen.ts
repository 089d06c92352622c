/** The columns of a ranking that a reader has asked for: any that the data has. */
import type { Datum } from '../../store/columns.ts';
import { type ColumnOf, figureColumn, wordColumn } from '../text/document.ts';
import { grouped, threeDigits } from '../text/numbers.ts';
import { resultColumn, type ShownId } from '../view/columns.ts';
import { flatRow } from '../view/flat.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView } from '../view/view.ts';

export interface WantedColumn {
  readonly id: ShownId;
  /** Beside the usual ones. */
  readonly more: boolean;
}

/** Rank and name are always there: they say what a row is. */
const ALWAYS: readonly string[] = ['rank', 'name'];

/** Who asks for a column has it, however narrow the terminal. */
export function chosenColumns(
  usual: readonly ColumnOf<RankedRow>[],
  wanted: readonly WantedColumn[],
  view: CaseView,
): readonly ColumnOf<RankedRow>[] {
  if (wanted.length === 0) return usual;
  const only = wanted.some(({ more }) => !more);
  const base = usual.filter(({ id }) => !only || ALWAYS.includes(id ?? ''));
  const asked = wanted.filter(({ id }) => !ALWAYS.includes(id)).map(({ id }) => id);
  return [
    ...base.filter(({ id }) => !asked.some((one) => one === id)),
    ...[...new Set(asked)].map((id) => ({
      ...(usual.find((one) => one.id === id) ?? plainColumn(id, view)),
      spare: 0,
    })),
  ];
}

/** As the data has it. */
export function plainColumn(id: ShownId, view: CaseView): ColumnOf<RankedRow> {
  const column = resultColumn(id as string);
  if (column === undefined) return wordColumn({ id, head: id }, () => '');
  const above = { id, head: column.head === '' ? id : column.head };
  const text = (row: RankedRow) => plainText(column.of(flatRow(row, view)));
  return column.type === 'DOUBLE' || column.type === 'INTEGER'
    ? figureColumn(above, text)
    : wordColumn(above, text);
}

function plainText(value: Datum | null): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  return grouped(value, Number.isInteger(value) ? 0 : threeDigits(Math.abs(value)));
}
