import type { Grade } from '../../analysis/finding.ts';
import type { Rank } from '../../analysis/pairs.ts';
import type { Finding, RankedRow } from '../../analysis/rows.ts';
import {
  aboveOne,
  interval,
  marked,
  RANGE_MEANING,
  rankText,
  saidNear,
  time,
  timeScale,
} from '../numbers.ts';
import { type ChartContext, framed, type Layout, placeRows } from './frame.ts';
import { type Color, color, element, place, textAt } from './svg.ts';
import { logPlace, ratioDomain, ratioTicks } from './ticks.ts';

/** Symbols by finding. Triangles point left for `faster` and right for `slower`, like the axis labels. */
const LOOKS: Record<Finding, { readonly path: string; readonly color: Color }> = {
  faster: { path: 'm-6 0l9 -5v10z', color: 'faster' },
  slower: { path: 'm6 0l-9 -5v10z', color: 'slower' },
  same: { path: 'm-4 -4h8v8h-8z', color: 'text' },
  unclear: { path: 'm-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z', color: 'text' },
  baseline: { path: 'm0 -5l5 5l-5 5l-5 -5z', color: 'text' },
};

const GRADES: Record<Grade, { readonly fill: number; readonly dash: string | undefined }> = {
  established: { fill: 1, dash: undefined },
  likely: { fill: 0.35, dash: '4 3' },
  unclear: { fill: 0, dash: '1 3' },
};

export type RatioPoint = Rank &
  Pick<RankedRow, 'name' | 'ratio' | 'nsPerOp' | 'finding' | 'grade' | 'outputKind'>;

export interface Drawn extends Pick<RankedRow, 'name' | 'finding' | 'grade' | 'ratio'> {
  readonly rank: string;
  readonly figures: readonly string[];
}

/** @param points rows to draw, fastest first; at least one */
export function drawRatios(points: readonly RatioPoint[], baseline: string, context: ChartContext): string {
  const scale = timeScale(points.map(({ nsPerOp }) => nsPerOp.estimate));
  const mixed = new Set(points.map(({ outputKind }) => outputKind)).size > 1;
  const rows = points.map((point): Drawn => {
    const { name, outputKind, nsPerOp, finding, ratio, grade } = point;
    const isNamed = finding === 'baseline' || finding === 'same';
    const said = marked(isNamed ? finding : saidNear(ratio), grade);
    return {
      ...point,
      rank: rankText(point),
      name: mixed ? `${name} (${outputKind})` : name,
      figures: [said, time(nsPerOp.estimate, scale)],
    };
  });
  const layout = placeRows(rows);
  const axis = logAxis(rows, layout);
  const meanings = [
    rows.some(({ rank }) => rank.includes('–')) && RANGE_MEANING,
    rows.some(({ ratio }) => ratio.low === null) && 'No line: measured in one round.',
    rows.some(({ grade }) => grade !== 'established') && '~ probably; ? unclear.',
  ];
  return framed({
    ...context,
    title: `Time relative to ${baseline}.`,
    size: { width: layout.width, height: axis.bottom },
    meanings: meanings.filter((one) => one !== false),
    ground: axis.marks,
    rows: rows.map((row, i) => {
      const { y, texts } = layout.rows[i]!;
      return { sentence: sentence(row), marks: [...texts, rowMark(row, y, axis.x)] };
    }),
  });
}

function logAxis(rows: readonly Drawn[], { left, right, height, rows: places }: Layout) {
  const domain = ratioDomain(rows.map(({ ratio }) => ratio));
  const across = (share: number) => left + (right - left) * share;
  const through = (at: number) =>
    places.map(({ from, until }) => `M${place(at)} ${place(from)}V${place(until)}`).join('');
  const muted = { fill: color('muted') };
  return {
    bottom: height + 38,
    x: (ratio: number) => across(logPlace(ratio, domain)),
    marks: [
      ...ratioTicks(domain, right - left).flatMap(({ text, at }) => [
        element('path', { d: through(across(at)), stroke: color(text === '1' ? 'muted' : 'grid') }),
        textAt(across(at), height + 10, text, { ...muted, 'text-anchor': 'middle' }),
      ]),
      textAt(left, height + 26, '← faster', muted),
      textAt(right, height + 26, 'slower →', { ...muted, 'text-anchor': 'end' }),
    ],
  };
}

function rowMark(row: Drawn, y: number, x: (ratio: number) => number): string {
  const { finding, grade, ratio } = row;
  const { estimate, low, high } = ratio;
  const point = pointMark(row, x(estimate), y);
  if (low === null || high === null || finding === 'baseline') return point;
  const [from, to] = [place(x(low)), place(x(high))];
  const ends = `M${from} ${place(y - 4)}v8M${to} ${place(y - 4)}v8`;
  const stroke = { stroke: color(LOOKS[finding].color), 'stroke-width': 2 };
  const d = `M${from} ${place(y)}H${to}`;
  const line = element('path', { d, ...stroke, 'stroke-dasharray': GRADES[grade].dash });
  return `${line}${element('path', { d: ends, ...stroke })}${point}`;
}

function pointMark({ finding, grade }: Drawn, x: number, y: number): string {
  const { path, color: own } = LOOKS[finding];
  const d = `M${place(x)} ${place(y)}${path}`;
  const { fill } = GRADES[grade];
  const ground = fill < 1 ? element('path', { d, fill: color('background') }) : '';
  const filled = { fill: color(own), 'fill-opacity': fill === 1 ? undefined : fill };
  return `${ground}${element('path', { d, ...filled, stroke: color(own), 'stroke-width': 1.5 })}`;
}

function sentence({ name, rank, figures: [said, time], finding, ratio }: Drawn): string {
  const ends = finding === 'baseline' ? '' : interval(aboveOne(ratio));
  return `${name}: ${`${said} ${ends}`.trim()}, ${time}, rank ${rank}.`;
}
