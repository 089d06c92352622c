import { Fragment, type VNode } from 'preact';
import type { Table } from '../../../report/text/document.ts';
import type { FailedRow, UnmeasuredRow } from '../../../report/view/rows.ts';
import type { CaseView } from '../../../report/view/view.ts';
import { CellView, ColumnHead } from '../../markup/blocks.tsx';
import type { PageContext } from '../context.ts';
import { OpenButton, OpenRow, rowKey } from './open-row.tsx';

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
  const [name, ...others] = table.columns;
  return (
    <div class="scroll">
      <table class="unranked">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" class="name">
              {name!.head}
            </th>
            {others.map((column, i) => (
              <ColumnHead key={i} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => {
            const [label, ...cells] = table.rows[number]!;
            return (
              <Fragment key={rowKey(row)}>
                <tr>
                  <th scope="row" class="name">
                    <OpenButton context={context} row={row} label={label!.text} tone={label!.tone} />
                  </th>
                  {cells.map((cell, i) => (
                    <CellView key={i} column={others[i]!} cell={cell} text={cell.text} />
                  ))}
                </tr>
                <OpenRow context={context} row={row} view={view} columns={table.columns.length} />
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
