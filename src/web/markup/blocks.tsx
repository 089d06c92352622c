/** The blocks of a report as elements: tables, notes and headings look the same wherever the page has them. */
import type { VNode } from 'preact';
import type { Block, Column, Table, Tone } from '../../report/text/document.ts';
import { type PageColumn, PageTable } from './table.tsx';

/** @param caption what the tables among the blocks are about, for who can't see where they stand */
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
      return <p class={`note ${block.tone}`}>{block.text}</p>;
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

/** @param class `notes` for what a reader has to know about the tables above */
export function List({
  items,
  class: kind = 'facts',
}: {
  items: readonly string[];
  class?: 'facts' | 'notes';
}): VNode | null {
  if (items.length === 0) return null;
  return (
    <ul class={kind}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** How a row of a report's table is named, and what is below it, where that isn't the table's own. */
export interface RowParts {
  /** In the place of its name: a button or a link. */
  name(row: number, text: string, tone: Tone): VNode;
  below?(row: number, columns: number): VNode | null;
  /** A click anywhere on the row. */
  press?(row: number): void;
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
      tabIndex={name ? undefined : 0}
    />
  );
}

/** The columns of a report's table, for rows by their number. */
export function reportColumns(
  table: Table,
  name: RowParts['name'] = (_, text, tone) => <>{toned(text, tone)}</>,
): PageColumn<number>[] {
  const naming = Math.max(
    0,
    table.columns.findIndex(({ id }) => id === 'name'),
  );
  const texts = alignedTexts(table);
  return table.columns.map((column, i) => ({
    head: column.head,
    class: alignment(column),
    names: i === naming,
    toneOf: (row) => table.rows[row]![i]!.tone,
    cell: (row) => {
      const { tone } = table.rows[row]![i]!;
      return i === naming ? name(row, texts[row]![i]!, tone) : toned(texts[row]![i]!, tone);
    },
  }));
}

/** What is struck out is so without styles too, and for who can't see it. */
export function toned(text: string, tone: Tone): VNode | string {
  return tone === 'struck' && text !== '' ? <s>{text}</s> : text;
}

function alignment({ align, prose }: Column): string {
  if (prose) return 'prose';
  return align === 'left' ? 'left' : 'number';
}

/** The texts of the cells; numbers that stand by their points are filled up with spaces as wide as a digit. */
function alignedTexts({ columns, rows }: Table): string[][] {
  const places = columns.map(({ align }, i) =>
    align === 'point' ? Math.max(...rows.map((cells) => decimals(cells[i]!.text))) : 0,
  );
  return rows.map((cells) =>
    cells.map(({ text }, i) => (columns[i]!.align === 'point' ? filled(text, places[i]!) : text)),
  );
}

const decimals = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0);

const DIGIT_SPACE = '\u2007';
const POINT_SPACE = '\u2008';

function filled(text: string, places: number): string {
  if (!/\d/.test(text)) return text;
  const own = decimals(text);
  return text + (own === 0 && places > 0 ? POINT_SPACE : '') + DIGIT_SPACE.repeat(places - own);
}
