/** The blocks of a report as elements: tables, notes and headings look the same wherever the page has them. */
import { type ComponentChildren, Fragment, type VNode } from 'preact';
import { alignPoints, type Block, type Cell, type Table } from '../../report/text/document.ts';

/** @param caption what the tables among the blocks are about, for those who can't see where they stand */
export function Blocks({ blocks, caption }: { blocks: readonly Block[]; caption: string }): VNode {
  return (
    <>
      {blocks.map((block, i) => (
        <BlockView key={i} block={block} caption={caption} />
      ))}
    </>
  );
}

function BlockView({ block, caption }: { block: Block; caption: string }): VNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const;
      return <Heading>{block.text}</Heading>;
    }
    case 'paragraph':
      return <p class={block.tone}>{typed(block.text)}</p>;
    case 'list':
      return <List items={block.items} />;
    case 'verbatim':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre class="scroll" tabIndex={0}>
          {block.lines.join('\n')}
        </pre>
      );
    case 'table':
      return <PageTable caption={caption} columns={reportColumns(block)} rows={[...block.rows.keys()]} />;
  }
}

export interface ListProps {
  readonly items: readonly string[];
  /** For what a reader has to know about the tables above. */
  readonly class?: 'notes';
}

export function List({ items, class: kind }: ListProps): VNode | null {
  if (items.length === 0) return null;
  return (
    <ul class={kind}>
      {items.map((item) => (
        <li key={item}>{typed(item)}</li>
      ))}
    </ul>
  );
}

/** How a row of a report's table is named, and what is below it, where that isn't the table's own. */
export interface RowParts {
  /** In the place of its name: a button or a link. */
  name(cell: Cell, row: number): ComponentChildren;
  below(row: number, columns: number): VNode | null;
}

/** A text that may have commands in it: no line ends within an option. */
export function typed(text: string): ComponentChildren {
  const option = (part: string) => <span class="option">{part}</span>;
  return text.split(/(?<= )(--?[a-z][a-z-]*)/).map((part, i) => (i % 2 === 1 ? option(part) : part));
}

const DIGIT_SPACE = '\u2007';
const POINT_SPACE = '\u2008';

/** The columns of a report's table, for rows by their number. */
export function reportColumns(table: Table, name: RowParts['name'] = toned): PageColumn<number>[] {
  const { columns, rows } = alignPoints(table, DIGIT_SPACE, POINT_SPACE);
  const naming = columns.find(({ id }) => id === 'name') ?? columns[0];
  return columns.map((column, i) => ({
    head: column.head,
    class: column.prose ? 'prose' : column.align === 'left' ? undefined : 'number',
    names: column === naming,
    toneOf: (row) => rows[row]![i]!.tone,
    cell: (row) => (column === naming ? name : toned)(rows[row]![i]!, row),
  }));
}

/** What is struck out is so without styles too, and for those who can't see it. */
export function toned({ text, tone }: Cell): VNode | string {
  return tone === 'struck' && text !== '' ? <s>{text}</s> : text;
}

export interface PageColumn<Row> {
  readonly head: ComponentChildren;
  readonly class?: string | undefined;
  readonly names?: boolean;
  /** How the rows stand, where they are sorted by it. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  cell(row: Row): ComponentChildren;
  toneOf?(row: Row): string;
}

interface PageTableProps<Row> {
  readonly caption: string;
  readonly class?: string | undefined;
  readonly columns: readonly PageColumn<Row>[];
  readonly rows: readonly Row[];
  readonly below?: ((row: Row, columns: number) => ComponentChildren) | undefined;
}

export function PageTable<Row>(props: PageTableProps<Row>): VNode {
  const { caption, class: kind, columns, rows, below } = props;
  return (
    // The keyboard has to reach what may be scrolled: rows that open have buttons.
    <div class="scroll" tabIndex={below ? undefined : 0}>
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
              <tr>
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
