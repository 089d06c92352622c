/** Every table of a page. */
import { type ComponentChildren, Fragment, type VNode } from 'preact';

export interface PageColumn<Row> {
  readonly head: ComponentChildren;
  /** Of its head and its cells. */
  readonly class?: string | undefined;
  /** Whether its cells name the rows. */
  readonly names?: boolean;
  /** How the rows stand, where they are sorted by it. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  cell(row: Row): ComponentChildren;
  /** Of the cell, beside the column's. */
  toneOf?(row: Row): string;
}

export interface PageTableProps<Row> {
  readonly caption: string;
  readonly class?: string | undefined;
  readonly columns: readonly PageColumn<Row>[];
  readonly rows: readonly Row[];
  /** Rows below a row. */
  readonly below?: ((row: Row, columns: number) => ComponentChildren) | undefined;
  /** A click anywhere on a row. A button in it does the same for the keyboard. */
  readonly press?: ((row: Row) => void) | undefined;
}

export function PageTable<Row>(props: PageTableProps<Row>): VNode {
  const { caption, class: kind, columns, rows, below, press } = props;
  return (
    // The keyboard has to reach what may be scrolled: rows that open have buttons.
    <div class="scroll" tabIndex={press ? undefined : 0}>
      <table class={kind}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th key={i} scope="col" class={classOf(column)} aria-sort={column.sorted}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <Fragment key={number}>
              <tr class={press && 'opens'} onClick={press && ((event) => isPlain(event) && press(row))}>
                {columns.map((column, i) => {
                  const own = { class: classOf(column, column.toneOf?.(row)), children: column.cell(row) };
                  return column.names ? <th key={i} scope="row" {...own} /> : <td key={i} {...own} />;
                })}
              </tr>
              {below?.(row, columns.length)}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf<Row>(column: PageColumn<Row>, tone?: string): string | undefined {
  return [column.names && 'name', column.class, tone].filter(Boolean).join(' ') || undefined;
}

/** Neither meant for a link nor the end of selecting text of the row. */
function isPlain({ target, currentTarget }: MouseEvent): boolean {
  const pressed = (target as Element).closest('a, button');
  const selection = getSelection();
  if (pressed !== null || selection === null || selection.isCollapsed) return pressed?.localName !== 'a';
  return !selection.containsNode(currentTarget as Node, true);
}
