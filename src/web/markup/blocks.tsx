/** The blocks of a report as elements: tables, notes and headings look the same wherever the page has them. */
import type { ComponentChildren, VNode } from 'preact';
import { alignPoints, type Block, type Cell, type Table } from '../../report/text/document.ts';
import { type PageColumn, PageTable } from './table.tsx';

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
      return <TableView table={block} caption={caption} />;
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
  below?(row: number, columns: number): VNode | null;
  /** A click anywhere on the row. */
  press?(row: number): void;
}

/** A text that may have commands in it: no line ends within an option. */
export function typed(text: string): ComponentChildren {
  const option = (part: string) => <span class="option">{part}</span>;
  return text.split(/(?<= )(--?[a-z][a-z-]*)/).map((part, i) => (i % 2 === 1 ? option(part) : part));
}

interface TableProps extends Partial<RowParts> {
  readonly table: Table;
  readonly caption: string;
  readonly class?: string;
}

export function TableView({ table, caption, class: kind, name, ...parts }: TableProps): VNode {
  return (
    <PageTable
      class={kind}
      caption={caption}
      columns={reportColumns(table, name)}
      rows={[...table.rows.keys()]}
      {...parts}
    />
  );
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
