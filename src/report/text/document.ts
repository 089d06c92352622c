/**
 * What a report for people says, before it is known whether a terminal or Markdown shows it. Built once from the view;
 * each formatter maps these blocks to text.
 */

/**
 * How a cell is meant; a terminal with colors shows it, Markdown makes `strong` bold. `struck` is struck out wherever
 * that can be done: what it says counts nowhere, and words beside it have to say so too.
 */
export type Tone = 'plain' | 'strong' | 'good' | 'bad' | 'dim' | 'struck';

export interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

export interface Column {
  /** By which a page finds it; that of the flat rows' column whose values it shows, if it shows one. */
  readonly id?: string;
  readonly head: string;
  /** `point`: numbers with different decimals, one below the other by their decimal points. */
  readonly align: 'left' | 'right' | 'point';
  /**
   * What goes first when there is no room: columns with the highest number. 0 for those that always stay.
   */
  readonly spare: number;
  /** Text of any length, which may be broken into lines. At most one column of a table, its last. */
  readonly prose?: boolean;
  /** Of prose: where there is no room it goes below each row, before any spare column is left out. */
  readonly below?: boolean;
  /** To be typed as it is: code in Markdown. */
  readonly typed?: boolean;
}

export interface Table {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Columns that there is no room for follow in a table below, after the first column again. */
  readonly continued?: true;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: string;
  readonly tone: Tone;
  /** Id of the column that it explains: it is said where a table above has that. */
  readonly about?: string;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | Paragraph
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Lines that are aligned already. */
  | { readonly kind: 'verbatim'; readonly lines: readonly string[]; readonly language?: 'json' }
  | Table;

export function cell(text: string, tone: Tone = 'plain'): Cell {
  return { text, tone };
}

export function heading(level: 1 | 2 | 3, text: string): Block {
  return { kind: 'heading', level, text };
}

export function list(items: readonly string[]): Block {
  return { kind: 'list', items };
}

export function paragraph(text: string, tone: Tone = 'plain'): Paragraph {
  return { kind: 'paragraph', text, tone };
}

/**
 * Without what explains columns that nobody sees: those of tables above it in its own part, or in all parts if its own
 * has no table.
 *
 * @param blocks whose tables have the columns that are shown, and no others
 */
export function withoutUnseen(blocks: readonly Block[]): Block[] {
  let part: string[] = [];
  const all: string[] = [];
  return blocks.filter((block) => {
    if (block.kind === 'heading' && block.level <= 2) part = [];
    if (block.kind === 'table') {
      const ids = block.columns.flatMap(({ id }) => id ?? []);
      part = [...part, ...ids];
      all.push(...ids);
    }
    if (block.kind !== 'paragraph' || block.about === undefined) return true;
    return (part.length > 0 ? part : all).includes(block.about);
  });
}

export interface ColumnOf<Row> extends Column {
  cell(row: Row): Cell;
}

type CellOf<Row> = (row: Row) => Cell | string;

/** What stands above a column, with its id where it has one. */
type Head = string | { readonly id: string; readonly head: string };

function aligned(align: Column['align']) {
  return <Row>(above: Head, text: CellOf<Row>, spare = 0): ColumnOf<Row> => {
    const words = typeof above === 'string' ? { head: above } : { id: above.id, head: above.head };
    const asCell = (found: Cell | string) => (typeof found === 'string' ? cell(found) : found);
    return { ...words, align, spare, cell: (row) => asCell(text(row)) };
  };
}

export const wordColumn = aligned('left');
/** A column of numbers with the same decimals. */
export const figureColumn = aligned('right');
/** A column of numbers whose decimals differ. */
export const pointColumn = aligned('point');

/** A column of numbers, blank where a row has none. */
export function numberColumn<Row>(
  head: Head,
  value: (row: Row) => number | null | undefined,
  text: (value: number) => string,
  spare = 0,
): ColumnOf<Row> {
  const shown = (found: number | null | undefined) => (found == null ? '' : text(found));
  return figureColumn(head, (row) => shown(value(row)), spare);
}

/** The columns that aren't blank for all of the rows. */
export function filled<Row>(columns: readonly ColumnOf<Row>[], rows: readonly Row[]): ColumnOf<Row>[] {
  return columns.filter((column) => rows.some((row) => column.cell(row).text !== ''));
}

/** The last column of a table, of sentences. */
export function proseColumn<Row>(head: Head, text: CellOf<Row>, below = false): ColumnOf<Row> {
  return { ...wordColumn(head, text), prose: true, below };
}

export function tableOf<Row>(columns: readonly ColumnOf<Row>[], rows: readonly Row[]): Table {
  return {
    kind: 'table',
    columns: columns.map(({ cell: _, ...column }) => column),
    rows: rows.map((row) => columns.map((column) => column.cell(row))),
  };
}

/** @param most columns that are more spare go */
export function withoutSpare(table: Table, most: number): Table {
  return onlyColumns(table, (i) => table.columns[i]!.spare <= most);
}

export function onlyColumns(table: Table, isKept: (index: number) => boolean): Table {
  const kept = (_: unknown, i: number) => isKept(i);
  return { ...table, columns: table.columns.filter(kept), rows: table.rows.map((row) => row.filter(kept)) };
}

/**
 * Pads the numbers of `point` columns behind, so that right-aligned they stand point below point.
 *
 * @param digit a space as wide as a digit, and `point` one as wide as the point
 */
export function alignPoints(table: Table, digit = ' ', point = ' '): Table {
  const rows = table.columns.reduce((rows, { align }, i) => {
    if (align !== 'point') return rows;
    const behind = ({ text }: Cell) => /\d(\.\d+)?$/.exec(text)?.[1]?.length ?? 0;
    const most = Math.max(0, ...rows.map((row) => behind(row[i]!)));
    const spaces = point + digit.repeat(most);
    return rows.map((row) => {
      const cell = row[i]!;
      return cell.text === ''
        ? row
        : row.with(i, { ...cell, text: cell.text + spaces.slice(behind(cell), most) });
    });
  }, table.rows);
  return { ...table, rows };
}
