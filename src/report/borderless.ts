import Table from 'cli-table3';

export interface BorderlessOptions {
  readonly head: readonly string[];
  /** Cells may have several lines. */
  readonly rows: readonly (readonly string[])[];
  /** Left unless told. */
  readonly aligns?: readonly ('left' | 'right')[];
}

const SIDES = ['top', 'bottom', 'mid', 'left', 'right'];
const CHARS = [...SIDES, 'middle', ...SIDES.flatMap((a) => ['mid', 'left', 'right'].map((b) => `${a}-${b}`))];
const NO_CHARS = Object.fromEntries(CHARS.map((name) => [name, '']));

/** A plain table without borders, two spaces between columns. Lines have no spaces at their end. */
export function borderless({ head, rows, aligns = [] }: BorderlessOptions): string {
  const table = new Table({
    head: [...head],
    colAligns: [...aligns],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    chars: NO_CHARS,
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
