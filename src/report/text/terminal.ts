/** The report for a terminal. */
import { stripVTControlCharacters } from 'node:util';
import pico from 'picocolors';
import type { Colors as Paint } from 'picocolors/types.js';
import {
  alignPoints,
  type Block,
  type Cell,
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

/** Longest line of prose. */
const WIDEST_PROSE = 110;
/** Where less room is left for prose, it goes below each row. */
const NARROWEST_PROSE = 24;
const GAP = 2;

/**
 * Maps a report to text for a terminal. Tables lose their spare columns where the terminal is too narrow; no text is cut.
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
      return block.lines.flatMap((line) => indented(line, width)).join('\n');
    case 'table':
      return renderTable(block, width, paint);
  }
}

/** Indents further lines of a paragraph, so that its beginning is visible. */
function hanging(text: string, width: number): string[] {
  const [first = '', ...rest] = wrap(visible(text), width - GAP);
  return [first, ...rest.map((line) => `${' '.repeat(GAP)}${line}`)];
}

/** Breaks a line that is too long, and keeps its indentation. */
function indented(line: string, width: number): string[] {
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

/**
 * Puts the prose beside the other columns, or below each row where the terminal is too narrow; below go commands, too, since
 * they are never broken.
 */
function renderTable(table: Table, width: number, paint: Paint): string {
  const { columns } = table;
  const hasProse = columns.at(-1)?.prose === true;
  const room = width - fixedWidth(table);
  const isNarrow = hasProse && room < NARROWEST_PROSE;
  const isBelow = (i: number) => isNarrow && (columns[i]!.prose || (columns[i]!.typed && i > 0));
  const beside = onlyColumns(table, (i) => !isBelow(i));
  // Without an edge a row is one line, for programs that read lines.
  const prose = Math.min(room, Number.isFinite(width) ? WIDEST_PROSE : width);
  const [head, ...rows] = draw(hasProse && !isNarrow ? beside : squeeze(beside, width), prose, paint);
  const below = ({ text, tone }: Cell, i: number) => {
    if (text === '' || !isBelow(i)) return [];
    const lines = columns[i]!.prose ? wrap(visible(text), width - 2 * GAP) : [visible(text)];
    return lines.map((line) => `${' '.repeat(2 * GAP)}${toned(line, tone, paint)}`);
  };
  return [...head!, ...rows.flatMap((lines, i) => [...lines, ...table.rows[i]!.flatMap(below)])].join('\n');
}

/** Puts each cell on one line, except prose. Without colors, a word marks text that would be struck out. */
function inLines(table: Table, color: boolean): Table {
  const line = ({ text, tone }: Cell, i: number): Cell => {
    const marked = tone === 'struck' && text !== '' && !color ? `void ${text}` : text;
    return { text: table.columns[i]!.prose ? marked : singleLine(marked), tone };
  };
  return { ...table, rows: table.rows.map((row) => row.map(line)) };
}

/** Splits a continued table into tables that fit, each with the first column. */
function inParts(table: Table, width: number): Table[] {
  if (!table.continued || fixedWidth(table) <= width) return [table];
  const firsts = table.columns.map((_, i) => onlyColumns(table, (column) => column <= i));
  const fitting = firsts.findLastIndex((first) => fixedWidth(first) <= width);
  const last = Math.max(1, fitting);
  if (last === table.columns.length - 1) return [table];
  const rest = onlyColumns(table, (column) => column === 0 || column > last);
  return [firsts[last]!, ...inParts(rest, width)];
}

/** Removes spare columns, the most spare first, until the others fit; if that isn't enough, breaks heads into lines. */
function fit(table: Table, width: number): Table {
  const prose = table.columns.some((column) => column.prose && !column.below) ? NARROWEST_PROSE : 0;
  const spare = Math.max(...table.columns.map((column) => column.spare));
  if (fixedWidth(table) + prose <= width) return table;
  return spare === 0 ? withFoldedHeads(table) : fit(withoutSpare(table, spare - 1), width);
}

/** Breaks heads that are wider than their columns between words. */
function withFoldedHeads(table: Table): Table {
  const columns = table.columns.map((column, i) => {
    const texts = [...column.head.split(' '), ...table.rows.map((row) => row[i]!.text)];
    const head = wrap(column.head, Math.max(...texts.map(displayWidth))).join('\n');
    return column.prose ? column : { ...column, head };
  });
  return { ...table, columns };
}

/** Breaks the widest column of words, with further lines indented so that they don't look like rows. */
function squeeze(table: Table, width: number): Table {
  const excess = fixedWidth(table) - width;
  if (excess <= 0) return table;
  const widths = columnWidths(table).map((width, i) => (table.columns[i]!.align === 'left' ? width : 0));
  const widest = Math.max(...widths);
  const index = widths.indexOf(widest);
  const broken = (text: string) => wrap(text, widest - excess - 1).join('\n ');
  const rows = table.rows.map((row) => row.with(index, { ...row[index]!, text: broken(row[index]!.text) }));
  return { ...table, rows };
}

function fixedWidth(table: Table): number {
  return columnWidths(table).reduce((sum, width) => sum + width, 0) + GAP * (table.columns.length - 1);
}

/** Width of each column's widest text; 0 for prose, which takes the room that is left. */
function columnWidths({ columns, rows }: Table): number[] {
  return columns.map(({ head, prose }, i) => {
    const texts = [...head.split('\n'), ...rows.map((row) => row[i]!.text)];
    return prose ? 0 : Math.max(...texts.map((text) => displayWidth(visible(text))));
  });
}

/** The lines of the head and of each row. */
function draw({ columns, rows }: Table, proseWidth: number, paint: Paint): string[][] {
  const cellLines = ({ text, tone }: Cell, i: number) => {
    const lines = columns[i]!.prose ? wrap(visible(text), proseWidth) : visible(text).split('\n');
    return lines.map((line) => toned(line, tone, paint));
  };
  const head = columns.map((column) => column.head.split('\n').map(paint.dim));
  const aligns = columns.map(({ align }) => (align === 'left' ? 'left' : 'right'));
  return alignedLines([head, ...rows.map((row) => row.map(cellLines))], aligns);
}

/**
 * Pads cells so that columns are aligned.
 *
 * @param rows cells of one or several lines, which may have colors
 * @returns the lines of each row
 */
export function alignedLines(
  rows: readonly (readonly (readonly string[])[])[],
  aligns: readonly ('left' | 'right')[],
): string[][] {
  const measured = rows.map((row) => row.map((cell) => cell.map((text) => ({ text, width: widthOf(text) }))));
  const widths = aligns.map((_, i) =>
    measured.reduce((most, row) => row[i]!.reduce((most, { width }) => Math.max(most, width), most), 0),
  );
  return measured.map((row) =>
    Array.from({ length: Math.max(...row.map((cell) => cell.length)) }, (_, line) => {
      const padded = row.map((cell, i) => {
        const { text, width } = cell[line] ?? { text: '', width: 0 };
        const padding = ' '.repeat(widths[i]! - width);
        return aligns[i] === 'right' ? `${padding}${text}` : `${text}${padding}`;
      });
      return padded.join(' '.repeat(GAP)).trimEnd();
    }),
  );
}

function widthOf(text: string): number {
  return displayWidth(stripVTControlCharacters(text));
}
