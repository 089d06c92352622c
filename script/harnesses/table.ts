import { agreement, type Key, type Ours, quotient, type Span, type Theirs } from './figures.ts';

const HEAD = [
  '',
  'wiremark ns',
  'their ns',
  'wiremark ratio',
  'their ratio',
  'apart',
  'intervals',
  'of their medians',
];
const ALLOCATED = ['wiremark bytes', 'their bytes'];

/**
 * @param baseline `runtime/serializer` that ratios are relative to
 * @returns lines of one table for each case
 */
export function sideBySide(ours: readonly Ours[], theirs: readonly Theirs[], baseline: string): string[] {
  const counted = theirs.some(({ allocated }) => allocated !== undefined);
  const head = counted ? [...HEAD.slice(0, -1), ...ALLOCATED] : HEAD;
  return [...new Set(ours.map((row) => row.case))].flatMap((one) => {
    const rows = ours
      .filter((row) => row.case === one)
      .map((row) => {
        const other = find(theirs, { name: row.name, case: one });
        const base = find(theirs, { name: baseline, case: one });
        return other && base ? line(row, other, base) : [row.name, time(row.ns), 'not measured'];
      });
    return ['', `${one} (ratio of the time to that of ${baseline})`, '', ...columns([head, ...rows])];
  });
}

function line(row: Ours, other: Theirs, base: Theirs): string[] {
  const ratio = quotient(other, base);
  const common = [row.name, time(row.ns), time(other.ns)];
  const bytes =
    other.allocated === undefined ? [] : [time(row.allocated ?? Number.NaN), time(other.allocated)];
  if (other === base) return [...common, 'baseline', 'baseline', '', '', ...bytes];
  const apart = 100 * (ratio.value / row.ratio.value - 1);
  const signed = `${apart < 0 ? '−' : '+'}${Math.abs(apart).toFixed(1)} %`;
  const medians =
    other.medianNs === null || base.medianNs === null ? [] : [(other.medianNs / base.medianNs).toFixed(3)];
  return [...common, span(row.ratio), span(ratio), signed, agreement(row.ratio, ratio), ...medians, ...bytes];
}

function find<T extends Key>(rows: readonly T[], key: Key): T | undefined {
  return rows.find((row) => row.name === key.name && row.case === key.case);
}

function time(ns: number): string {
  return ns.toFixed(0);
}

function span({ value, low, high }: Span): string {
  const ends = low === null || high === null ? 'no interval' : `${low.toFixed(3)} … ${high.toFixed(3)}`;
  return `${value.toFixed(3)} (${ends})`;
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('   ')
      .trimEnd(),
  );
}
