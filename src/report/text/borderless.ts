import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from './width.ts';

export interface BorderlessOptions {
  readonly head: readonly string[];
  /** Cells may have several lines, and colours. */
  readonly rows: readonly (readonly string[])[];
  /** Left unless told. */
  readonly aligns?: readonly ('left' | 'right')[];
}

const GAP = '  ';

/** A plain table without borders, two spaces between columns. Lines have no spaces at their end. */
export function borderless({ head, rows, aligns = [] }: BorderlessOptions): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.split('\n').map(measured)));
  const widths = head.map((_, i) => {
    let widest = 0;
    for (const row of cells) for (const { width } of row[i] ?? []) widest = Math.max(widest, width);
    return widest;
  });
  const lines = cells.flatMap((row) => {
    const height = Math.max(...row.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) =>
      widths
        .map((width, i) => aligned(row[i]?.[line] ?? EMPTY, width, aligns[i] ?? 'left'))
        .join(GAP)
        .trimEnd(),
    );
  });
  return lines.join('\n');
}

/** A line of a cell and the columns it takes. */
interface Measured {
  readonly text: string;
  readonly width: number;
}

const EMPTY: Measured = { text: '', width: 0 };

function measured(text: string): Measured {
  return { text, width: displayWidth(stripVTControlCharacters(text)) };
}

function aligned({ text, width }: Measured, columns: number, align: 'left' | 'right'): string {
  const padding = ' '.repeat(columns - width);
  return align === 'left' ? `${text}${padding}` : `${padding}${text}`;
}
