/** The report for a terminal. */
import { stripVTControlCharacters } from 'node:util';
import pico from 'picocolors';
import type { Colors as Paint } from 'picocolors/types.js';
import {
  alignPoints,
  type Block,
  type Cell,
  type Column,
  onlyColumns,
  type Table,
  type Tone,
  withoutSpare,
  withoutUnseen,
} from './document.ts';
import { displayWidth, singleLine, visible, wrap } from './width.ts';

export interface TerminalOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly color: boolean;
}

/** Beyond this, lines of prose tire the eye. */
const WIDEST_PROSE = 110;
/** With less room than this for its prose, a table has it below each row instead. */
const NARROWEST_PROSE = 24;
const GAP = 2;

/**
 * Maps a report to text for a terminal. Tables give up their spare columns where the width doesn't do; nothing is cut.
 *
 * @returns lines that end in a line break
 */
export function renderTerminal(blocks: readonly Block[], { width, color }: TerminalOptions): string {
  const paint = pico.createColors(color);
  const shown = withoutUnseen(
    blocks.flatMap((block): Block[] =>
      block.kind === 'table'
        ? inParts(alignPoints(inLines(block, color)), width).map((table) => fit(table, width))
        : [block],
    ),
  );
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
      return hanging(block.text, prose)
        .map((line) => toned(line, block.tone, paint))
        .join('\n');
    case 'list':
      return block.items.flatMap((item) => hanging(item, prose)).join('\n');
    case 'verbatim':
      return block.lines.flatMap((line) => unwrapped(line, width)).join('\n');
    case 'table':
      return renderTable(block, width, paint);
  }
}

/** Further lines of a paragraph are indented, so that each one's beginning is seen. */
function hanging(text: string, width: number): string[] {
  const [first = '', ...rest] = wrap(visible(text), width - GAP);
  return [first, ...rest.map((line) => `${' '.repeat(GAP)}${line}`)];
}

/** Spaces are kept; a line that is too long is broken all the same, for nothing may be cut. */
function unwrapped(line: string, width: number): string[] {
  const text = singleLine(line);
  if (displayWidth(text) <= width) return [text];
  const bare = text.trimStart();
  const indent = text.slice(0, text.length - bare.length);
  return hanging(bare, width - indent.length).map((line, i) => (i === 0 ? `${indent}${line}` : line));
}

const PAINTED = {
  strong: 'bold',
  good: 'green',
  bad: 'red',
  dim: 'dim',
  struck: 'strikethrough',
} as const satisfies Record<Exclude<Tone, 'plain'>, keyof Paint>;

function toned(text: string, tone: Tone, paint: Paint): string {
  return text === '' || tone === 'plain' ? text : paint[PAINTED[tone]](text);
}

/** @param table with the columns that there is room for */
function renderTable(table: Table, width: number, paint: Paint): string {
  const last = table.columns.at(-1);
  const room = width - fixedWidth(table);
  if (last?.prose !== true) return draw(squeeze(table, width), paint, Number.POSITIVE_INFINITY);
  // Without an edge a row is one line, for programs that read lines.
  const widest = Number.isFinite(width) ? WIDEST_PROSE : width;
  if (room >= NARROWEST_PROSE) return draw(table, paint, Math.min(room, widest));
  return drawProseBelow(table, paint, width);
}

/**
 * A row takes one line, but for its prose and what is broken for want of room: no cell begins a line of its own. Where no
 * line can be drawn through a text, a word says that it is void.
 */
function inLines(table: Table, color: boolean): Table {
  const line = ({ text, tone }: Cell, i: number): Cell => {
    const said = tone === 'struck' && text !== '' && !color ? `void ${text}` : text;
    return { text: table.columns[i]!.prose ? said : singleLine(said), tone };
  };
  return { ...table, rows: table.rows.map((row) => row.map(line)) };
}

/** A continued table in as many as fit, each with the first column. */
function inParts(table: Table, width: number): Table[] {
  if (!table.continued || fixedWidth(table) <= width) return [table];
  const firsts = table.columns.map((_, i) => onlyColumns(table, (column) => column <= i));
  const last = Math.max(
    1,
    firsts.findLastIndex((first) => fixedWidth(first) <= width),
  );
  if (last === table.columns.length - 1) return [table];
  const rest = onlyColumns(table, (column) => column === 0 || column > last);
  return [firsts[last]!, ...inParts(rest, width)];
}

/** Leaves out spare columns, the most spare first, until the rest fits; where none is spare, heads take several lines. */
function fit(table: Table, width: number): Table {
  const prose = table.columns.some((column) => column.prose && !column.below) ? NARROWEST_PROSE : 0;
  const spare = Math.max(...table.columns.map((column) => column.spare));
  if (fixedWidth(table) + prose <= width) return table;
  if (spare === 0) return withFoldedHeads(table);
  return fit(withoutSpare(table, spare - 1), width);
}

/** Heads that are wider than what is below them, broken between words. */
function withFoldedHeads(table: Table): Table {
  const columns = table.columns.map((column, i) => {
    const texts = [...column.head.split(' '), ...table.rows.map((row) => row[i]!.text)];
    const head = column.prose
      ? column.head
      : wrap(column.head, Math.max(...texts.map(displayWidth))).join('\n');
    return { ...column, head };
  });
  return { ...table, columns };
}

function squeeze(table: Table, width: number): Table {
  const excess = fixedWidth(table) - width;
  if (excess <= 0) return table;
  const widths = columnWidths(table).map((width, i) => (table.columns[i]!.align === 'left' ? width : 0));
  const widest = Math.max(...widths);
  const index = widths.indexOf(widest);
  // Indented, so that no further line looks like a row.
  const broken = (text: string) => wrap(text, widest - excess - 1).join('\n ');
  const rows = table.rows.map((row) => row.with(index, { ...row[index]!, text: broken(row[index]!.text) }));
  return { ...table, rows };
}

function fixedWidth(table: Table): number {
  return columnWidths(table).reduce((sum, width) => sum + width, 0) + GAP * (table.columns.length - 1);
}

/** Of each column its widest text; 0 for prose, which takes what there is. */
function columnWidths({ columns, rows }: Table): number[] {
  return columns.map(({ head, prose }, i) => {
    const texts = [...head.split('\n'), ...rows.map((row) => row[i]!.text)];
    return prose ? 0 : Math.max(...texts.map((text) => displayWidth(visible(text))));
  });
}

function draw({ columns, rows }: Table, paint: Paint, proseWidth: number): string {
  const lines = ({ text }: Cell, { prose }: Column) =>
    prose ? wrap(visible(text), proseWidth) : visible(text).split('\n');
  return borderless({
    head: columns.map(({ head }) => head.split('\n').map(paint.dim).join('\n')),
    aligns: columns.map(({ align }) => (align === 'left' ? 'left' : 'right')),
    rows: rows.map((row) =>
      row.map((cell, i) =>
        lines(cell, columns[i]!)
          .map((line) => toned(line, cell.tone, paint))
          .join('\n'),
      ),
    ),
  });
}

/** For narrow terminals: each row's prose on lines of its own, and what is typed, which is never broken, on one. */
function drawProseBelow({ columns, rows }: Table, paint: Paint, width: number): string {
  const isBelow = (i: number) => columns[i]!.prose || (columns[i]!.typed && i > 0);
  const beside = columns.filter((_, i) => !isBelow(i));
  const left = rows.map((row) => row.filter((_, i) => !isBelow(i)));
  const table = squeeze({ kind: 'table', columns: beside, rows: left }, width);
  const lines = draw(table, paint, 0).split('\n');
  const head = lines.splice(0, Math.max(...table.columns.map(({ head }) => head.split('\n').length)));
  const below = rows.map((row) =>
    row.flatMap(({ text, tone }, i) => {
      if (text === '' || !isBelow(i)) return [];
      const lines = columns[i]!.prose ? wrap(visible(text), width - 2 * GAP) : [visible(text)];
      return lines.map((line) => `${' '.repeat(2 * GAP)}${toned(line, tone, paint)}`);
    }),
  );
  const heights = table.rows.map((row) => Math.max(...row.map(({ text }) => text.split('\n').length)));
  const drawn = heights.flatMap((height, i) => [...lines.splice(0, height), ...below[i]!]);
  return [...head, ...drawn].join('\n');
}

interface BorderlessOptions {
  readonly head: readonly string[];
  /** Cells may have several lines, and colors. */
  readonly rows: readonly (readonly string[])[];
  readonly aligns: readonly ('left' | 'right')[];
}

export function borderless({ head, rows, aligns }: BorderlessOptions): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.split('\n').map(measured)));
  const widths = head.map((_, i) =>
    cells.reduce((most, row) => (row[i] ?? []).reduce((most, { width }) => Math.max(most, width), most), 0),
  );
  const lines = cells.flatMap((row) => {
    const height = Math.max(...row.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) => {
      const padded = widths.map((columns, i) => {
        const { text, width } = row[i]?.[line] ?? measured('');
        const padding = ' '.repeat(columns - width);
        return aligns[i] === 'right' ? `${padding}${text}` : `${text}${padding}`;
      });
      return padded.join(' '.repeat(GAP)).trimEnd();
    });
  });
  return lines.join('\n');
}

function measured(text: string) {
  return { text, width: displayWidth(stripVTControlCharacters(text)) };
}
