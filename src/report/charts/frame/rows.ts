/** Where the rows of a chart stand: names whole, however long they are, and figures in columns at the right. In px. */
import { color } from '../palette.ts';
import { textAt } from '../svg.ts';
import { EDGE, LINE_HEIGHT } from './frame.ts';
import { FONT_SIZE, widest, wrapText } from './text-width.ts';

interface NamedRow {
  /** In front of the name, `2–4`. */
  readonly rank: string;
  readonly name: string;
  /** As many of each row. */
  readonly figures: readonly string[];
}

export type Layout = ReturnType<typeof placeRows>;

/** With less room between names and figures the marks stand below them. */
const LEAST_MARKS = 180;
const ROW_HEIGHT = 22;
const GAP = 10;

export function placeRows(rows: readonly NamedRow[], width: number) {
  const widths = (rows[0]?.figures ?? []).map((_, column) => widest(rows.map((row) => row.figures[column]!)));
  // Where the column ends, each with those behind it.
  const endOf = (column: number) =>
    width - EDGE - widths.slice(column).reduce((sum, own) => sum + own + GAP, 0);
  const right = endOf(0);
  const ranks = widest(rows.map(({ rank }) => rank));
  const indent = EDGE + (ranks === 0 ? 0 : ranks + GAP - 2);
  const left = indent + widest(rows.map(({ name }) => name)) + GAP;
  const beside = right - left >= LEAST_MARKS;
  let bottom = 0;
  const placed = rows.map(({ name, rank, figures }) => {
    const top = bottom;
    const lines = beside ? [name] : wrapText(name, right - indent, FONT_SIZE);
    bottom += beside ? ROW_HEIGHT : lines.length * LINE_HEIGHT + ROW_HEIGHT;
    const first = top + (beside ? ROW_HEIGHT : LINE_HEIGHT) / 2;
    const texts = [
      ...(rank === '' ? [] : [textAt(EDGE, first, rank, { fill: color('muted') })]),
      ...lines.map((line, i) => textAt(indent, first + i * LINE_HEIGHT, line)),
      ...figures.map((text, i) => textAt(endOf(i + 1), first, text, { 'text-anchor': 'end' })),
    ];
    // Of the marks: their middle, and where lines through them end.
    const [from, until] = [beside ? top : bottom - ROW_HEIGHT, beside ? bottom : bottom - 6];
    return { y: (from + until) / 2, from, until, texts };
  });
  return {
    // Between which the marks stand.
    left: beside ? left : EDGE + 6,
    right: beside ? right : width - EDGE - 6,
    rows: placed,
    height: bottom,
  };
}
