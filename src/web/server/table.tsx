/** The tables of the server's own pages. */
import type { ComponentChildren, VNode } from 'preact';

export interface PageColumn<Row> {
  readonly head: string;
  readonly class?: string;
  cell(row: Row): ComponentChildren;
}

interface PageTableProps<Row> {
  readonly caption: string;
  /** The first names the rows. */
  readonly columns: readonly PageColumn<Row>[];
  readonly rows: readonly Row[];
}

export function PageTable<Row>({ caption, columns: [first, ...others], rows }: PageTableProps<Row>): VNode {
  return (
    <div class="scroll">
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" class="name">
              {first!.head}
            </th>
            {others.map((column) => (
              <th key={column.head} scope="col" class={column.class}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              <th scope="row" class="name">
                {first!.cell(row)}
              </th>
              {others.map((column) => (
                <td key={column.head} class={column.class}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
