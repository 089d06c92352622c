import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from './width.ts';

export interface BorderlessOptions {
  readonly head: readonly string[];
  /** Cells may have several lines, and colors. */
  readonly rows: readonly (readonly string[])[];
  /** Left unless told. */
  readonly aligns?: readonly ('left' | 'right')[];
}

const GAP = '  ';

/** A plain table without borders, two spaces between columns. Lines have no spaces at their end. */
export function borderless({ head, rows, aligns = [] }: BorderlessOptions): string {
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
      return padded.join(GAP).trimEnd();
    });
  });
  return lines.join('\n');
}

/** A line of a cell and the columns it takes. */
function measured(text: string) {
  return { text, width: displayWidth(stripVTControlCharacters(text)) };
}
