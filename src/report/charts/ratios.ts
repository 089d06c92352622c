/** The ranking: a dot and an interval for each row, on a logarithmic axis, beside the baseline's 1. */
import * as Plot from '@observablehq/plot';
import { interval, ratio } from '../text/numbers.ts';
import type { Finding } from '../view/rows.ts';
import type { ChartContext, RatioPoint } from './chart.ts';
import { AXIS_HEIGHT, axisX, ticksFor } from './frame/axis.ts';
import { drawFramed, FONT_SIZE, type LegendItem, type Look, looks } from './frame/frame.ts';
import { limited } from './frame/limit.ts';
import { placeNames, type RowNames, ruleThrough } from './frame/row-names.ts';
import { widest } from './frame/text-width.ts';
import { logDomain, plainNumber } from './frame/ticks.ts';
import { color } from './palette.ts';

const MOST_ROWS = 150;

/** Triangles point to where faster and slower lie; hollow marks claim no difference. */
const LOOKS: Record<Finding, Look> = {
  faster: { symbol: 'triangle', rotate: -90, color: 'faster' },
  slower: { symbol: 'triangle', rotate: 90, color: 'slower' },
  same: { symbol: 'square', hollow: true, color: 'text' },
  undecided: { symbol: 'circle', hollow: true, color: 'text' },
  baseline: { symbol: 'diamond', color: 'text' },
};

type RatioRow = RatioPoint & { readonly y: number };

/**
 * @param points fastest first; at least one
 * @param baseline name of the row that the ratios are relative to
 */
export function drawRatios(
  points: readonly RatioPoint[],
  baseline: string,
  context: ChartContext,
): SVGSVGElement {
  const { shown, notes } = limited(points, MOST_ROWS, 'slower rows', ({ name }) => name === baseline);
  const rows = shown.map((point, y): RatioRow => ({ ...point, y }));
  const mixed = new Set(points.map(({ outputKind }) => outputKind)).size > 1;
  const names = placeNames(
    rows.map(({ name, rank, tied, outputKind }) => ({
      name: mixed ? `${name} (${outputKind})` : name,
      rank: tied ? `${rank}=` : `${rank}`,
    })),
    context.width,
  );
  const figures = figureColumns(rows);
  const domain = logDomain([
    1,
    ...rows.flatMap(({ ratio: { estimate, low, high } }) => [estimate, low ?? estimate, high ?? estimate]),
  ]);
  const ticks = ticksFor(domain, context.width - names.marginLeft - figures.width);
  return drawFramed(
    {
      title: `Time relative to ${baseline}, with intervals. Left is faster.`,
      description: [...shown.map(sentence), ...notes].join(' '),
      legend: legendOf(rows),
      notes: [...notes, ...notesOf(rows, mixed)],
    },
    {
      marks: [
        tieBands(rows, names, figures.width),
        ...axisX(ticks, plainNumber, { label: 'relative time (logarithmic)', grid: !names.above }),
        ...names.marks,
        ruleThrough(1, names, rows.length, { stroke: color('text'), strokeDasharray: '4 3' }),
        ...intervalMarks(rows),
        Plot.dot(rows, {
          x: ({ ratio }: RatioRow) => ratio.estimate,
          y: 'y',
          r: 4,
          ...looks<RatioRow>(({ finding }) => LOOKS[finding]),
          title: sentence,
        }),
        ...figures.marks,
      ],
      height: names.height,
      margins: { top: 4, right: figures.width, bottom: AXIS_HEIGHT, left: names.marginLeft },
      scales: { x: { type: 'log', domain }, y: names.y },
    },
    context,
  );
}

/** Neighbours that share a rank stand on one ground; a row of another rank may stand between two that share theirs. */
function tieBands(rows: readonly RatioRow[], { top, marginLeft }: RowNames, right: number): Plot.Markish {
  const bands: { rank: number; from: number; to: number }[] = [];
  for (const { tied, rank, y } of rows) {
    const before = bands.at(-1);
    if (!tied) continue;
    if (before?.rank === rank && before.to === y + top) before.to++;
    else bands.push({ rank, from: y + top, to: y + top + 1 });
  }
  return Plot.rect(bands, {
    y1: 'from',
    y2: 'to',
    fill: color('band'),
    insetLeft: 4 - marginLeft,
    insetRight: 4 - right,
    insetTop: 1,
    insetBottom: 1,
  });
}

/** A stroke across the end of an interval: Plot's own markers have ids that are counted over all charts of a process. */
const END: Plot.SymbolImplementation = {
  draw(path: CanvasPath) {
    path.moveTo(0, -3.5);
    path.lineTo(0, 3.5);
  },
};

/** From one end of each interval to the other. The baseline's own says nothing. */
function intervalMarks(rows: readonly RatioRow[]): Plot.Markish[] {
  const lines = rows.flatMap(({ y, ratio: { low, high }, finding }) =>
    low === null || high === null || finding === 'baseline' ? [] : [{ y, low, high, finding }],
  );
  const ends = lines.flatMap((line) => [line.low, line.high].map((x) => ({ ...line, x })));
  const stroke = ({ finding }: Pick<RatioRow, 'finding'>) => color(LOOKS[finding].color);
  return [
    Plot.ruleY(lines, { y: 'y', x1: 'low', x2: 'high', stroke, strokeWidth: 2 }),
    Plot.dot(ends, { x: 'x', y: 'y', symbol: END, stroke, strokeWidth: 2 }),
  ];
}

/** What stands right of the marks: the ratio, and what it shows. */
function figureColumns(rows: readonly RatioRow[]) {
  const [first, second] = [ratioText, findingText].map((text) => widest(rows.map(text), FONT_SIZE));
  const ends = 14 + first!;
  const place = { y: 'y', frameAnchor: 'right' } as const;
  return {
    width: ends + 8 + second! + 8,
    marks: [
      Plot.text(rows, {
        ...place,
        text: ratioText,
        textAnchor: 'end',
        dx: ends,
        fill: color('text'),
        fontVariant: 'tabular-nums',
      }),
      Plot.text(rows, {
        ...place,
        text: findingText,
        textAnchor: 'start',
        dx: ends + 8,
        fill: color('muted'),
      }),
    ],
  };
}

function ratioText(point: RatioPoint): string {
  return ratio(point.ratio);
}

function findingText({ finding, preliminary }: RatioPoint): string {
  return preliminary && finding !== 'baseline' ? `~${finding}` : finding;
}

function sentence(point: RatioPoint): string {
  const parts = [point.name, ratioText(point), interval(point.ratio), findingText(point)];
  return `${parts.filter((part) => part !== '').join(' ')}, rank ${point.rank}.`;
}

function legendOf(rows: readonly RatioRow[]): LegendItem[] {
  return (Object.keys(LOOKS) as Finding[])
    .filter((finding) => rows.some((row) => row.finding === finding))
    .map((finding) => ({ ...LOOKS[finding], text: finding }));
}

function notesOf(rows: readonly RatioRow[], mixed: boolean): string[] {
  return [
    ...(rows.some(({ tied }) => tied) ? ["= Tie: rows of the same rank don't beat each other."] : []),
    ...(rows.some(({ finding }) => finding === 'undecided')
      ? [
          'Undecided: the interval allows for faster and slower, or the difference may be chance among so many.',
        ]
      : []),
    ...(rows.some(({ preliminary }) => preliminary)
      ? ['~ Preliminary: too few rounds for more than a first impression.']
      : []),
    ...(rows.some(({ ratio }) => ratio.low === null)
      ? ['A mark without a line has no interval: it was measured in one round.']
      : []),
    ...(mixed
      ? ['Text and bytes are ranked together: a text has yet to be encoded or decoded as UTF-8.']
      : []),
  ];
}
