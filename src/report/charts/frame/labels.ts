/** Where names stand beside the points of a chart, so that all can be read. In px. */
import { FONT_SIZE } from './frame.ts';
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

/** In px. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
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
export type PlaceLabels = (points: readonly Labelled[], bounds: Box) => readonly PlacedLabel[];

export const LABEL_HEIGHT = 15;
const DOT = 6;
const GAP = 9;
/** Where a line leads to the label. */
const LED_GAP = 20;

/**
 * Tries beside each point, then lower and higher, further and further, from the top down. Where nothing is free within
 * the bounds, a label stands beside its point regardless.
 */
export const placeBeside: PlaceLabels = (points, bounds) => {
  const taken: Box[] = points.map(({ x, y }) => ({
    left: x - DOT,
    right: x + DOT,
    top: y - DOT,
    bottom: y + DOT,
  }));
  const reach = Math.ceil((bounds.bottom - bounds.top) / LABEL_HEIGHT);
  return [...points]
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map((point) => {
      const candidates = candidatesOf(point, reach);
      const free = candidates.find((one) => {
        const box = boxOf(one);
        return isInside(box, bounds) && !taken.some((other) => overlap(box, other));
      });
      const label = free ?? candidates[0]!;
      taken.push(boxOf(label));
      return label;
    });
};

function candidatesOf({ sides, ...point }: Labelled, reach: number): PlacedLabel[] {
  const { x, y } = point;
  const steps = Array.from({ length: reach }, (_, i) => [i + 1, -i - 1]).flat();
  const beside = sides.map((side): PlacedLabel => {
    const anchor = side === 'left' ? 'end' : 'start';
    if (side === 'below') return { ...point, textX: x + 4, textY: y + LABEL_HEIGHT, anchor, led: false };
    return { ...point, textX: side === 'left' ? x - GAP : x + GAP, textY: y, anchor, led: false };
  });
  const further = steps.flatMap((step) =>
    (['start', 'end'] as const).map((anchor): PlacedLabel => {
      const textX = anchor === 'start' ? x + LED_GAP : x - LED_GAP;
      return { ...point, textX, textY: y + step * LABEL_HEIGHT, anchor, led: true };
    }),
  );
  return [...beside, ...further];
}

function boxOf({ name, textX, textY, anchor }: PlacedLabel): Box {
  const width = textWidth(name, FONT_SIZE);
  const left = anchor === 'start' ? textX : textX - width;
  return { left, right: left + width, top: textY - LABEL_HEIGHT / 2, bottom: textY + LABEL_HEIGHT / 2 };
}

function isInside(box: Box, bounds: Box): boolean {
  return (
    box.left >= bounds.left &&
    box.right <= bounds.right &&
    box.top >= bounds.top &&
    box.bottom <= bounds.bottom
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
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
