/** Emphasis of a text. `struck` marks void figures: struck out or, in a terminal without colors, preceded by "void". */
export type Tone = 'plain' | 'strong' | 'good' | 'bad' | 'dim' | 'struck';

export interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

interface Column {
  readonly id?: string;
  readonly head: string;
  /** `point`: numbers with different decimals, aligned by their decimal points. */
  readonly align: 'left' | 'right' | 'point';
  /** Order of removal in a narrow terminal: the highest number first; columns with 0 stay. */
  readonly spare: number;
  /** True for a column of long texts, which are broken into lines. Only the last column of a table may be prose. */
  readonly prose?: boolean;
  /** True if, in a table that is too wide, prose goes below each row before other columns are removed. */
  readonly below?: boolean;
}

export interface Table {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: string;
  readonly tone: Tone;
  /** Id of the column that the text explains. The paragraph is shown only if a table above has this column. */
  readonly about?: string;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | Paragraph
  | { readonly kind: 'list'; readonly items: readonly string[] }
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

export function withoutUnseen(blocks: readonly Block[]): Block[] {
  const seen: (string | undefined)[] = [undefined];
  return blocks.filter((block) => {
    if (block.kind === 'table') seen.push(...block.columns.map(({ id }) => id));
    return block.kind !== 'paragraph' || seen.includes(block.about);
  });
}

export interface ColumnOf<Row> extends Column {
  cell(row: Row): Cell;
}

type CellOf<Row> = (row: Row) => Cell | string;
type Head = string | { readonly id: string; readonly head: string };

function aligned(align: Column['align']) {
  return <Row>(head: Head, text: CellOf<Row>, spare = 0): ColumnOf<Row> => {
    const asCell = (found: Cell | string) => (typeof found === 'string' ? cell(found) : found);
    const own = typeof head === 'string' ? { head } : { id: head.id, head: head.head };
    return { ...own, align, spare, cell: (row) => asCell(text(row)) };
  };
}

export const wordColumn = aligned('left');
export const figureColumn = aligned('right');
export const pointColumn = aligned('point');

export function numberColumn<Row>(
  head: Head,
  value: (row: Row) => number | null | undefined,
  text: (value: number) => string,
  spare = 0,
): ColumnOf<Row> {
  const cellText = (found: number | null | undefined) => (found == null ? '' : text(found));
  return figureColumn(head, (row) => cellText(value(row)), spare);
}

export function filled<Row>(columns: readonly ColumnOf<Row>[], rows: readonly Row[]): ColumnOf<Row>[] {
  return columns.filter((column) => rows.some((row) => column.cell(row).text !== ''));
}

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

export function withoutSpare(table: Table, most: number): Table {
  return onlyColumns(table, (i) => table.columns[i]!.spare <= most);
}

export function onlyColumns(table: Table, isKept: (index: number) => boolean): Table {
  const kept = (_: unknown, i: number) => isKept(i);
  return { ...table, columns: table.columns.filter(kept), rows: table.rows.map((row) => row.filter(kept)) };
}

export function alignPoints({ columns, rows, kind }: Table, digit = ' ', point = ' '): Table {
  const decimals = ({ text }: Cell) => /\d(\.\d+)?$/.exec(text)?.[1]?.length ?? 0;
  const most = columns.map((_, i) => Math.max(0, ...rows.map((row) => decimals(row[i]!))));
  const padded = (one: Cell, i: number): Cell => {
    if (columns[i]!.align !== 'point' || one.text === '') return one;
    const spaces = point + digit.repeat(most[i]!);
    return { ...one, text: one.text + spaces.slice(decimals(one), most[i]) };
  };
  return { kind, columns, rows: rows.map((row) => row.map(padded)) };
}
