/** Where names stand beside the points of a chart, so that all can be read: in a column at the right. In px. */
import { FONT_SIZE } from './frame.ts';
import { widest } from './text-width.ts';

/** Of the chart, in px. */
interface Box {
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A point and its name. */
export interface Labelled {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** A point in px, and where its name begins. */
export interface PlacedLabel extends Labelled {
  readonly textX: number;
  readonly textY: number;
}

export const LABEL_HEIGHT = 15;

export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Whether two lines have a point in common. */
export function meet(a: Segment, b: Segment): boolean {
  return side(a, b.x1, b.y1) !== side(a, b.x2, b.y2) && side(b, a.x1, a.y1) !== side(b, a.x2, a.y2);
}

/** On which side of a line a point lies. */
function side({ x1, y1, x2, y2 }: Segment, x: number, y: number): number {
  return Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
}

/** The line that leads to a name. */
export function leadOf({ x, y, textX, textY }: PlacedLabel): Segment {
  return { x1: x, y1: y, x2: textX - 2, y2: textY };
}

/** All in one column, with no two of the lines crossing: wherever two do, they change their ends, which makes both shorter. */
export function placeInColumn(points: readonly Labelled[], bounds: Box): readonly PlacedLabel[] {
  const labels = inColumn(points, bounds);
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
}

/** Each as near to the height of its point as the others let it. */
function inColumn(points: readonly Labelled[], { right, top, bottom }: Box): PlacedLabel[] {
  const sorted = [...points].sort((a, b) => a.y - b.y || b.x - a.x);
  const names = sorted.map(({ name }) => name);
  const textX = right - widest(names, FONT_SIZE);
  const heights = apart(
    sorted.map(({ y }) => y),
    LABEL_HEIGHT,
    [top, bottom],
  );
  return sorted.map((point, i) => ({ ...point, textX, textY: heights[i]! }));
}

function crossedPair(labels: readonly PlacedLabel[]): [number, number] | null {
  const leads = labels.map(leadOf);
  for (const [i, lead] of leads.entries()) {
    const isElsewhere = ({ x1, y1 }: Segment) => x1 !== lead.x1 || y1 !== lead.y1;
    const j = leads.findIndex((other, at) => at > i && isElsewhere(other) && meet(lead, other));
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
