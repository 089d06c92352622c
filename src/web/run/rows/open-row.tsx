/** A row that opens to all that is known of it. */
import type { VNode } from 'preact';
import { documentsName, runtimeName } from '../../../define/names.ts';
import type { Tone } from '../../../report/text/document.ts';
import type { Row } from '../../../report/view/rows.ts';
import type { CaseView } from '../../../report/view/view.ts';
import { toned } from '../../markup/blocks.tsx';
import type { PageContext } from '../context.ts';
import { toggled } from '../state.ts';
import { Detail } from './detail.tsx';

/** A row's name in the address and in the table. */
export function rowKey(row: Pick<Row, 'dataset' | 'size' | 'task' | 'name'>): string {
  return `${documentsName(row)} ${row.task} ${row.name}`;
}

/** An id may not have white space. */
const idOf = (row: Row): string => `row-${encodeURIComponent(rowKey(row))}`;

interface OpenProps {
  readonly context: PageContext;
  readonly row: Row;
}

interface ButtonProps extends OpenProps {
  /** The row's name with its marks. */
  readonly label: string;
  readonly tone?: Tone;
}

export function OpenButton({ context, row, label, tone = 'plain' }: ButtonProps): VNode {
  const { open } = context.state;
  const isOpen = open.includes(rowKey(row));
  const runtime = `${runtimeName(row)}/`;
  return (
    <button
      type="button"
      class="open"
      aria-expanded={isOpen}
      aria-controls={isOpen ? idOf(row) : undefined}
      onClick={() => context.act({ open: toggled(open, rowKey(row)) })}
    >
      <span class="chevron" aria-hidden="true" />
      <span>
        <span class="dim">{toned(runtime, tone)}</span>
        {toned(label.startsWith(runtime) ? label.slice(runtime.length) : label, tone)}
      </span>
    </button>
  );
}

interface OpenRowProps extends OpenProps {
  readonly view: CaseView;
  /** Of the table. */
  readonly columns: number;
}

export function OpenRow({ context, row, view, columns }: OpenRowProps): VNode | null {
  if (!context.state.open.includes(rowKey(row))) return null;
  return (
    <tr class="detail-row" id={idOf(row)}>
      <td colSpan={columns}>
        <Detail context={context} row={row} view={view} />
      </td>
    </tr>
  );
}
