import Table from 'cli-table3';

/** A plain table without borders, two spaces between columns, for lists that go to a terminal or a pipe. */
export function makeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const none = '';
  const table = new Table({
    head: [...head],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    chars: {
      top: none,
      'top-mid': none,
      'top-left': none,
      'top-right': none,
      bottom: none,
      'bottom-mid': none,
      'bottom-left': none,
      'bottom-right': none,
      left: none,
      'left-mid': none,
      mid: none,
      'mid-mid': none,
      right: none,
      'right-mid': none,
      middle: none,
    },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
