import type { ComponentChildren, VNode } from 'preact';
import { alignPoints, type Block, type Cell, type Table } from '../../report/text/document.ts';

interface BlocksProps {
  readonly blocks: readonly Block[];
  readonly caption: string;
  /** True if tables show the cells of a row below each other on a phone. */
  readonly compact?: boolean;
}

export function Blocks({ blocks, ...own }: BlocksProps): VNode {
  return (
    <>
      {blocks.map((block, i) => (
        <BlockView key={i} block={block} {...own} />
      ))}
    </>
  );
}

function BlockView({ block, caption, compact }: Omit<BlocksProps, 'blocks'> & { block: Block }): VNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const;
      return <Heading>{block.text}</Heading>;
    }
    case 'paragraph':
      return <p class={block.tone}>{block.text}</p>;
    case 'list':
      return <List items={block.items} />;
    case 'verbatim':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it
        <pre class="scroll" tabIndex={0}>
          {block.lines.join('\n')}
        </pre>
      );
    case 'table':
      return (
        <PageTable
          class={compact ? 'compact' : undefined}
          caption={caption}
          columns={reportColumns(block)}
          rows={[...block.rows.keys()]}
        />
      );
  }
}

export interface ListProps {
  readonly items: readonly string[];
  readonly class?: 'notes';
}

export function List({ items, class: kind }: ListProps): VNode | null {
  if (items.length === 0) return null;
  return (
    <ul class={kind}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

const DIGIT_SPACE = '\u2007';
const POINT_SPACE = '\u2008';

export function reportColumns(table: Table): PageColumn<number>[] {
  const { columns, rows } = alignPoints(table, DIGIT_SPACE, POINT_SPACE);
  const naming = columns.find(({ id }) => id === 'name') ?? columns[0];
  return columns.map((column, i) => ({
    head: column.head,
    label: column.head,
    class: column.prose ? 'prose' : column.align === 'left' ? undefined : 'number',
    names: column === naming,
    toneOf: (row) => rows[row]![i]!.tone,
    cell: (row) => toned(rows[row]![i]!),
  }));
}

function toned({ text, tone }: Cell): VNode | string {
  return tone === 'struck' && text !== '' ? <s>{text}</s> : text;
}

export interface PageColumn<Row> {
  readonly head: ComponentChildren;
  /** Text of the head, which the style may repeat in each cell on a phone. */
  readonly label?: string;
  readonly class?: string | undefined;
  readonly names?: boolean;
  readonly sorted?: 'ascending' | 'descending' | undefined;
  cell(row: Row): ComponentChildren;
  toneOf?(row: Row): string;
}

interface PageTableProps<Row> {
  readonly caption: string;
  readonly class?: string | undefined;
  readonly columns: readonly PageColumn<Row>[];
  readonly rows: readonly Row[];
}

export function PageTable<Row>(props: PageTableProps<Row>): VNode {
  const { caption, class: kind, columns, rows } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it
    <div class="scroll" tabIndex={0}>
      <table class={kind} aria-label={caption}>
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
            <tr key={number}>
              {columns.map((column, i) => {
                const own = { class: classOf(column, column.toneOf?.(row)), children: column.cell(row) };
                const label = column.label || undefined;
                return column.names ? (
                  <th key={i} scope="row" {...own} />
                ) : (
                  <td key={i} data-head={label} {...own} />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf<Row>(column: PageColumn<Row>, tone?: string): string | undefined {
  return [column.names && 'name', column.class, tone].filter(Boolean).join(' ') || undefined;
}
