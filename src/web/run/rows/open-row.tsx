/** Rows that open to all that is known of them. */
import { documentsName, runtimeName } from '../../../define/names.ts';
import type { Row } from '../../../report/view/rows.ts';
import type { CaseView } from '../../../report/view/view.ts';
import { type RowParts, toned } from '../../markup/blocks.tsx';
import type { PageContext } from '../context.ts';
import { toggled } from '../state.ts';
import { Detail } from './detail.tsx';

/** A row's name in the address and in the table. */
export function rowKey(row: Pick<Row, 'dataset' | 'size' | 'task' | 'name'>): string {
  return `${documentsName(row)} ${row.task} ${row.name}`;
}

/** An id may not have white space. */
const idOf = (row: Row): string => `row-${encodeURIComponent(rowKey(row))}`;

/** @param rows of a table, in its order */
export function opening(context: PageContext, view: CaseView, rows: readonly Row[]) {
  const { state, act } = context;
  const isOpen = (row: Row) => state.open.includes(rowKey(row));
  return {
    name: (number, label, tone) => {
      const row = rows[number]!;
      const runtime = `${runtimeName(row)}/`;
      return (
        <button
          type="button"
          class="open"
          aria-expanded={isOpen(row)}
          aria-controls={isOpen(row) ? idOf(row) : undefined}
          onClick={() => act({ open: toggled(state.open, rowKey(row)) })}
        >
          <span class="chevron" aria-hidden="true" />
          <span>
            <span class="dim">{toned(runtime, tone)}</span>
            {toned(label.startsWith(runtime) ? label.slice(runtime.length) : label, tone)}
          </span>
        </button>
      );
    },
    below: (number, columns) => {
      const row = rows[number]!;
      if (!isOpen(row)) return null;
      return (
        <tr class="detail-row" id={idOf(row)}>
          <td colSpan={columns}>
            <Detail context={context} row={row} view={view} />
          </td>
        </tr>
      );
    },
  } satisfies RowParts;
}
