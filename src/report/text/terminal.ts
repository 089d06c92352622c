import { stripVTControlCharacters } from 'node:util';
import pico from 'picocolors';
import type { Colors as Paint } from 'picocolors/types.js';
import {
  alignPoints,
  type Block,
  type Cell,
  onlyColumns,
  paragraph,
  type Table,
  type Tone,
  withoutSpare,
  withoutUnseen,
} from './document.ts';
import { displayWidth, singleLine, visible, wrap } from './width.ts';

export interface TerminalOptions {
  readonly width: number;
  readonly color: boolean;
}

const WIDEST_PROSE = 110;
/** Minimum width of prose next to the other columns; with less room, it goes below each row. */
const NARROWEST_PROSE = 24;
const GAP = 2;

/** Renders blocks. In a narrow terminal, tables lose columns whose `spare` is above 0; no text is cut. */
export function renderTerminal(blocks: readonly Block[], { width, color }: TerminalOptions): string {
  const paint = pico.createColors(color);
  const fitting = (block: Block): Block[] => {
    if (block.kind !== 'table') return [block];
    const table = fit(alignPoints(inLines(block, color)), width);
    return [table, ...hiddenColumns(block, table)];
  };
  const shown = withoutUnseen(blocks.flatMap(fitting));
  return shown.map((block, i) => `${gap(shown[i - 1], block)}${renderBlock(block, width, paint)}\n`).join('');
}

function gap(before: Block | undefined, block: Block): string {
  if (before === undefined) return '';
  if (before.kind === 'heading') return before.level > 1 ? '' : '\n';
  return before.kind === 'paragraph' && block.kind === 'paragraph' ? '' : '\n';
}

function renderBlock(block: Block, width: number, paint: Paint): string {
  const prose = Math.min(width, WIDEST_PROSE);
  switch (block.kind) {
    case 'heading':
      return wrap(singleLine(block.text), prose).map(paint.bold).join('\n');
    case 'paragraph':
      return toned(hanging(block.text, prose), block.tone, paint).join('\n');
    case 'list':
      return block.items.flatMap((item) => hanging(item, prose)).join('\n');
    case 'verbatim':
      return block.lines.map(singleLine).join('\n');
    case 'table':
      return renderTable(block, width, paint);
  }
}

function hanging(text: string, width: number): string[] {
  const [first = '', ...rest] = wrap(visible(text), width - GAP);
  return [first, ...rest.map((line) => `${' '.repeat(GAP)}${line}`)];
}

const PAINTS = {
  ...{ strong: 'bold', good: 'green', bad: 'red', dim: 'dim', struck: 'strikethrough', plain: null },
} as const satisfies Record<Tone, keyof Paint | null>;

function toned(lines: readonly string[], tone: Tone, paint: Paint): string[] {
  const name = PAINTS[tone];
  return lines.map((line) => (line === '' || name === null ? line : paint[name](line)));
}

function renderTable(table: Table, width: number, paint: Paint): string {
  const { columns } = table;
  const room = width - fixedWidth(table);
  const isNarrow = room < NARROWEST_PROSE;
  const beside = onlyColumns(table, (i) => !(isNarrow && columns[i]!.prose));
  // With unlimited width, lines aren't wrapped, because programs may read them.
  const prose = Math.min(room, Number.isFinite(width) ? WIDEST_PROSE : width);
  const [head, ...rows] = draw(beside, prose, paint);
  const below = ({ text, tone }: Cell, i: number) => {
    if (text === '' || !isNarrow || !columns[i]!.prose) return [];
    const lines = wrap(visible(text), width - 2 * GAP);
    return toned(lines, tone, paint).map((line) => `${' '.repeat(2 * GAP)}${line}`);
  };
  return [...head!, ...rows.flatMap((lines, i) => [...lines, ...table.rows[i]!.flatMap(below)])].join('\n');
}

/** Puts each cell except prose on one line. Without colors, the word `void` marks struck text. */
function inLines(table: Table, color: boolean): Table {
  const line = ({ text, tone }: Cell, i: number): Cell => {
    const marked = tone === 'struck' && text !== '' && !color ? `void ${text}` : text;
    return { text: table.columns[i]!.prose ? marked : singleLine(marked), tone };
  };
  return { ...table, rows: table.rows.map((row) => row.map(line)) };
}

function fit(table: Table, width: number): Table {
  const prose = table.columns.find((column) => column.prose);
  // Prose below the rows doesn't need the gap that `fixedWidth` includes.
  const room = prose ? (prose.below ? -GAP : NARROWEST_PROSE) : 0;
  const spare = Math.max(...table.columns.map((column) => column.spare));
  if (fixedWidth(table) + room <= width) return table;
  return spare === 0 ? table : fit(withoutSpare(table, spare - 1), width);
}

function hiddenColumns(before: Table, { columns }: Table): Block[] {
  const kept = new Set(columns.map(({ id }) => id));
  const hidden = before.columns.filter(({ id }) => id !== undefined && !kept.has(id));
  if (hidden.length === 0) return [];
  const heads = hidden.map(({ head }) => head).join(', ');
  return [paragraph(`hidden: ${heads}; show one: --columns +${hidden[0]!.id}`, 'dim')];
}

function fixedWidth({ columns, rows }: Table): number {
  const widths = columns.map(({ head, prose }, i) => {
    const texts = [head, ...rows.map((row) => row[i]!.text)];
    return prose ? 0 : Math.max(...texts.map(displayWidth));
  });
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (columns.length - 1);
}

function draw({ columns, rows }: Table, proseWidth: number, paint: Paint): string[][] {
  const cellLines = ({ text, tone }: Cell, i: number) =>
    toned(columns[i]!.prose ? wrap(visible(text), proseWidth) : [text], tone, paint);
  const head = columns.map((column) => [paint.dim(column.head)]);
  const aligns = columns.map(({ align }) => (align === 'left' ? 'left' : 'right'));
  return alignedLines([head, ...rows.map((row) => row.map(cellLines))], aligns);
}

function alignedLines(
  rows: readonly (readonly (readonly string[])[])[],
  aligns: readonly ('left' | 'right')[],
): string[][] {
  const widthOf = (text: string) => displayWidth(stripVTControlCharacters(text));
  const widths = aligns.map((_, i) =>
    rows.reduce((most, row) => row[i]!.reduce((most, text) => Math.max(most, widthOf(text)), most), 0),
  );
  return rows.map((row) =>
    Array.from({ length: Math.max(...row.map((cell) => cell.length)) }, (_, line) => {
      const padded = row.map(({ [line]: text = '' }, i) => {
        const padding = ' '.repeat(widths[i]! - widthOf(text));
        return aligns[i] === 'right' ? `${padding}${text}` : `${text}${padding}`;
      });
      return padded.join(' '.repeat(GAP)).trimEnd();
    }),
  );
}
