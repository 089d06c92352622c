import type { VNode } from 'preact';
import type { Table } from '../../../report/text/document.ts';
import type { FailedRow, UnmeasuredRow } from '../../../report/view/rows.ts';
import type { CaseView } from '../../../report/view/view.ts';
import { TableView } from '../../markup/blocks.tsx';
import type { PageContext } from '../context.ts';
import { OpenButton, OpenRow } from './open-row.tsx';

interface UnrankedProps {
  readonly context: PageContext;
  readonly view: CaseView;
  readonly rows: readonly (FailedRow | UnmeasuredRow)[];
  /** Of these rows. */
  readonly table: Table;
  readonly caption: string;
}

/** Rows that have no place in the order, each with its verdict and reason. */
export function Unranked({ context, view, rows, table, caption }: UnrankedProps): VNode {
  const columns = table.columns.length;
  return (
    <TableView
      class="unranked"
      table={table}
      caption={caption}
      name={(row) => {
        const { text, tone } = table.rows[row]![0]!;
        return <OpenButton context={context} row={rows[row]!} label={text} tone={tone} />;
      }}
      below={(row) => <OpenRow context={context} row={rows[row]!} view={view} columns={columns} />}
    />
  );
}
