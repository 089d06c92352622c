/** Where names stand beside the points of a chart, so that all can be read. In px. */
import { FONT_SIZE } from './frame.ts';
import { type Box, crosses, isInside, meet, overlap, type Segment } from './geometry.ts';
import { textWidth, widest } from './text-width.ts';

export type Side = 'left' | 'right' | 'below';

/** A point and its name. */
export interface Labelled {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** On which the name may stand, the better first. */
  readonly sides: readonly Side[];
}

/** A point in px, and where its name begins or ends. */
export interface PlacedLabel extends Omit<Labelled, 'sides'> {
  readonly textX: number;
  readonly textY: number;
  readonly anchor: 'start' | 'end';
  /** Not beside the point, so that a line has to lead to it. */
  readonly led: boolean;
}

/** Lets a mark place its names when the places of its points are known. */
export type PlaceLabels = (
  points: readonly Labelled[],
  bounds: Box,
  lines?: readonly Segment[],
) => readonly PlacedLabel[];

export const LABEL_HEIGHT = 15;
const DOT = 6;
const GAP = 9;
/** Where a line leads to the label: how far off it begins. */
const LED_GAPS = [20, 45, 80, 130];

/** Beside the points where nothing is in the way of anything there, else all in a column. */
export const placeClear: PlaceLabels = (points, bounds, lines = []) => {
  const { labels, disturbance } = placeNames(points, bounds, lines);
  return disturbance === 0 ? labels : placeInUncrossedColumn(points, bounds);
};

/**
 * Tries beside each point, then further and further around it, so that no name lies upon another, a point or a line, and
 * no line that leads to a name crosses anything. Where a crowd doesn't allow that, what disturbs least is in the way.
 * Points are taken in the order in which that happens least.
 *
 * @param lines that names must not lie upon
 */
export function placeNames(points: readonly Labelled[], bounds: Box, lines: readonly Segment[]): Placed {
  const orders: ((a: Labelled, b: Labelled) => number)[] = [
    (a, b) => a.y - b.y || a.x - b.x,
    (a, b) => b.y - a.y || b.x - a.x,
  ];
  let best: Placed | null = null;
  for (const order of orders) {
    const placed = placeInOrder([...points].sort(order), bounds, lines);
    if (best === null || placed.disturbance < best.disturbance) best = placed;
    if (best.disturbance === 0) break;
  }
  return best ?? { labels: [], disturbance: 0 };
}

export interface Placed {
  readonly labels: readonly PlacedLabel[];
  /** 0 where nothing crosses. */
  readonly disturbance: number;
}

/** How much it disturbs: a line over a point, a line over a line or a name, a name over a point or a name. */
const OVER_POINT = 1;
const CROSSED = 10;
const HIDDEN = 1000;

/** How often names that are in the way are placed anew, now that all others have a place. */
const SECOND_THOUGHTS = 1;

/** Where a name may stand, and what it takes there. */
interface Candidate {
  readonly label: PlacedLabel;
  readonly box: Box;
  readonly lead: Segment | null;
}

function placeInOrder(points: readonly Labelled[], bounds: Box, lines: readonly Segment[]): Placed {
  const dots = points.map(({ x, y }): Box => {
    return { left: x - DOT, right: x + DOT, top: y - DOT, bottom: y + DOT };
  });
  const candidates = points.map((point) => withinBounds(candidatesOf(point, bounds), bounds));
  const placed: { readonly at: Candidate; readonly cost: number }[] = [];
  for (let time = 0; time <= SECOND_THOUGHTS; time++)
    for (const i of points.keys()) {
      if (time > 0 && placed[i]!.cost === 0) continue;
      const others = placed.filter((_, other) => other !== i).map(({ at }) => at);
      placed[i] = leastOf(candidates[i]!, {
        dots,
        // Those that it lies upon itself can't be avoided.
        others: dots.filter((other) => !overlap(other, dots[i]!)),
        boxes: others.map(({ box }) => box),
        leads: others.flatMap(({ lead }) => lead ?? []),
        lines,
      });
    }
  return {
    labels: placed.map(({ at }) => at.label),
    disturbance: placed.reduce((sum, { cost }) => sum + cost, 0),
  };
}

/** Where the bounds are too narrow for a name, beside its point regardless. */
function withinBounds(labels: readonly PlacedLabel[], bounds: Box): Candidate[] {
  const width = labelWidth(labels[0]!);
  const all = labels.map((label) => {
    return { label, box: boxOf(label, width), lead: label.led ? leadOf(label) : null };
  });
  const inside = all.filter(({ box }) => isInside(box, bounds));
  return inside.length > 0 ? inside : all.slice(0, 1);
}

interface Obstacles {
  readonly dots: readonly Box[];
  /** Dots that a line need not cross. */
  readonly others: readonly Box[];
  /** Names that have a place, and the lines that lead to them. */
  readonly boxes: readonly Box[];
  readonly leads: readonly Segment[];
  readonly lines: readonly Segment[];
}

/** The first of those that disturb least. */
function leastOf(candidates: readonly Candidate[], obstacles: Obstacles) {
  let best = { at: candidates[0]!, cost: Number.POSITIVE_INFINITY };
  for (const at of candidates) {
    const cost = disturbanceOf(at, obstacles, best.cost);
    if (cost < best.cost) best = { at, cost };
    if (cost === 0) break;
  }
  return best;
}

/** @param most from which on the exact figure doesn't matter */
function disturbanceOf({ box, lead }: Candidate, obstacles: Obstacles, most: number): number {
  const { dots, others, boxes, leads, lines } = obstacles;
  const count = <T>(found: readonly T[], test: (one: T) => boolean) =>
    found.reduce((sum, one) => sum + Number(test(one)), 0);
  const hides = (other: Box) => overlap(box, other);
  const hidden = HIDDEN * (count(dots, hides) + count(boxes, hides));
  if (hidden >= most) return hidden;
  const crossed = (line: Segment) => crosses(line, box);
  const beside = hidden + CROSSED * (count(lines, crossed) + count(leads, crossed));
  if (lead === null || beside >= most) return beside;
  const over = (other: Box) => crosses(lead, other);
  const met = count(boxes, over) + count(leads, (other) => meet(lead, other));
  return beside + CROSSED * met + OVER_POINT * count(others, over);
}

/** The nearest first. */
function candidatesOf({ sides, ...point }: Labelled, { top, bottom }: Box): PlacedLabel[] {
  const { x, y } = point;
  const reach = Math.ceil((bottom - top) / LABEL_HEIGHT);
  const beside = sides.map((side): PlacedLabel => {
    const anchor = side === 'left' ? 'end' : 'start';
    if (side === 'below') return { ...point, textX: x + 4, textY: y + LABEL_HEIGHT, anchor, led: false };
    return { ...point, textX: side === 'left' ? x - GAP : x + GAP, textY: y, anchor, led: false };
  });
  const steps = Array.from({ length: reach }, (_, i) => [i + 1, -i - 1]).flat();
  const further = LED_GAPS.flatMap((gap) =>
    steps.flatMap((step) =>
      (['start', 'end'] as const).map((anchor): PlacedLabel => {
        const textX = anchor === 'start' ? x + gap : x - gap;
        return { ...point, textX, textY: y + step * LABEL_HEIGHT, anchor, led: true };
      }),
    ),
  );
  const distance = ({ textX, textY }: PlacedLabel) => Math.hypot(textX - x, textY - y);
  return [...beside, ...further.sort((a, b) => distance(a) - distance(b))];
}

/** The line that leads to a name. */
export function leadOf({ x, y, textX, textY, anchor }: PlacedLabel): Segment {
  return { x1: x, y1: y, x2: anchor === 'start' ? textX - 2 : textX + 2, y2: textY };
}

function labelWidth({ name }: PlacedLabel): number {
  return textWidth(name, FONT_SIZE);
}

/** What a name takes. */
export function boxOf(label: PlacedLabel, width = labelWidth(label)): Box {
  const { textX, textY, anchor } = label;
  const left = anchor === 'start' ? textX : textX - width;
  return { left, right: left + width, top: textY - LABEL_HEIGHT / 2, bottom: textY + LABEL_HEIGHT / 2 };
}

/** All names in one column at the right, each as near to the height of its point as the others let it. */
export const placeInColumn: PlaceLabels = (points, { right, top, bottom }) => {
  const sorted = [...points].sort((a, b) => a.y - b.y || b.x - a.x);
  const names = sorted.map(({ name }) => name);
  const textX = right - widest(names, FONT_SIZE);
  const heights = apart(
    sorted.map(({ y }) => y),
    LABEL_HEIGHT,
    [top, bottom],
  );
  return sorted.map(({ name, x, y }, i) => ({
    name,
    x,
    y,
    textX,
    textY: heights[i]!,
    anchor: 'start',
    led: true,
  }));
};

/** The same, with no two of the lines crossing: wherever two do, they change their ends, which makes both shorter. */
export const placeInUncrossedColumn: PlaceLabels = (points, bounds) => {
  const labels = [...placeInColumn(points, bounds)];
  const most = labels.length ** 3;
  for (let swaps = 0; swaps < most; swaps++) {
    const pair = crossedPair(labels);
    if (pair === null) break;
    const [i, j] = pair;
    const [a, b] = [labels[i]!, labels[j]!];
    labels[i] = { ...a, textY: b.textY };
    labels[j] = { ...b, textY: a.textY };
  }
  return labels;
};

function crossedPair(labels: readonly PlacedLabel[]): [number, number] | null {
  const leads = labels.map(leadOf);
  for (const [i, lead] of leads.entries()) {
    const j = leads.findIndex((other, at) => at > i && meet(lead, other));
    if (j >= 0) return [i, j];
  }
  return null;
}

/**
 * Ascending places that are at least `gap` apart and in the sum of squares as near to the wanted ones as can be:
 * without the gaps they would only have to ascend, which pooling adjacent violators does (Barlow et al., Statistical
 * Inference under Order Restrictions, 1972).
 */
function apart(wanted: readonly number[], gap: number, [low, high]: readonly [number, number]): number[] {
  const pools: { sum: number; count: number }[] = [];
  const mean = ({ sum, count }: { sum: number; count: number }) => sum / count;
  for (const [i, place] of wanted.entries()) {
    let pool = { sum: place - i * gap, count: 1 };
    while (pools.length > 0 && mean(pools.at(-1)!) > mean(pool)) {
      const before = pools.pop()!;
      pool = { sum: before.sum + pool.sum, count: before.count + pool.count };
    }
    pools.push(pool);
  }
  const last = high - (wanted.length - 1) * gap;
  const flat = pools.flatMap((pool) =>
    Array<number>(pool.count).fill(Math.max(low, Math.min(mean(pool), last))),
  );
  return flat.map((place, i) => place + i * gap);
}
