/** The blocks of a report as elements: tables, notes and headings look the same wherever the page has them. */
import { Fragment, type VNode } from 'preact';
import type { Note } from '../../report/tables/case-notes.ts';
import type { Block, Cell, Column, Table, Tone } from '../../report/text/document.ts';

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
    case 'heading':
      return heading(block.level, block.text);
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

function heading(level: 1 | 2 | 3, text: string): VNode {
  if (level === 1) return <h1>{text}</h1>;
  return level === 2 ? <h2>{text}</h2> : <h3>{text}</h3>;
}

export function List({ items }: { items: readonly string[] }): VNode {
  return (
    <ul class="facts">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** What a reader has to know about the tables above. */
export function Notes({ texts }: { texts: readonly Pick<Note, 'text'>[] }): VNode | null {
  if (texts.length === 0) return null;
  return (
    <ul class="notes">
      {texts.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

interface TableProps {
  readonly table: Table;
  readonly caption: string;
  readonly class?: string;
  /** In the place of the name of a row: a button, so that the table is reached by keyboard without a stop of its own. */
  readonly name?: (row: number) => VNode;
  /** Below a row. */
  readonly below?: (row: number) => VNode;
}

/** A table whose first column names the rows. */
export function TableView({ table, caption, class: kind, name, below }: TableProps): VNode {
  const [first, ...others] = table.columns;
  const texts = alignedTexts(table);
  return (
    // What scrolls must be reached by keyboard.
    <div class="scroll" tabIndex={name ? undefined : 0}>
      <table class={kind}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" class={`name ${alignment(first!)}`}>
              {first!.head}
            </th>
            {others.map((column, i) => (
              <ColumnHead key={i} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([named, ...cells], row) => (
            <Fragment key={named!.text}>
              <tr>
                <th scope="row" class={`name ${alignment(first!)} ${named!.tone}`}>
                  {name ? name(row) : toned(texts[row]![0]!, named!.tone)}
                </th>
                {cells.map((cell, i) => (
                  <CellView key={i} cell={cell} column={others[i]!} text={texts[row]![i + 1]!} />
                ))}
              </tr>
              {below?.(row)}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ColumnHead({ column }: { column: Column }): VNode {
  return (
    <th scope="col" class={alignment(column)}>
      {column.head}
    </th>
  );
}

interface CellProps {
  readonly cell: Cell;
  readonly column: Column;
  readonly text: string;
}

export function CellView({ cell, column, text }: CellProps): VNode {
  return <td class={`${alignment(column)} ${cell.tone}`}>{toned(text, cell.tone)}</td>;
}

/** What is struck out is so without styles too, and for who can't see it. */
export function toned(text: string, tone: Tone): VNode | string {
  return tone === 'struck' && text !== '' ? <s>{text}</s> : text;
}

export function alignment({ align, prose }: Column): string {
  if (prose) return 'prose';
  return align === 'left' ? 'left' : 'number';
}

/** The texts of the cells; numbers that stand by their points are filled up with spaces as wide as a digit. */
export function alignedTexts({ columns, rows }: Table): string[][] {
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
