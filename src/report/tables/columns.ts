/** What tables of several styles have in common. */
import { type ColumnOf, wordColumn } from '../text/document.ts';
import type { RankedRow, Row } from '../view/rows.ts';

/** What stands behind the name of a row with declared deviations. */
export const DEVIATION_MARK = '†';

export function markedName({ name, deviations }: Pick<Row, 'name' | 'deviations'>): string {
  return deviations.length > 0 ? `${name} ${DEVIATION_MARK}` : name;
}

export const serializerColumn: ColumnOf<RankedRow> = wordColumn('serializer', markedName);
