/** Puts names beside the points of a chart so that all can be read. */
import type * as Plot from '@observablehq/plot';
import { EDGE, FONT_SIZE } from './frame.ts';
import { color } from './palette.ts';
import { textWidth } from './text-width.ts';

/** A point and its name. */
export interface Labelled {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** In px. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Right of the point, where text starts, or left of it, where text ends. */
export type Side = 'start' | 'end';

/** A point in px, and where its name begins or ends. */
export interface PlacedLabel extends Labelled {
  readonly textX: number;
  readonly textY: number;
  readonly anchor: Side;
  /** Not beside the point, so that a line has to lead to it. */
  readonly led: boolean;
}

const LINE = 15;
const DOT = 6;
const GAP = 9;
/** Where a line leads to the label. */
const LED_GAP = 20;

/**
 * Tries beside each point, then lower and higher, further and further, from the top down. Where nothing is free within
 * the bounds, a label stands beside its point regardless.
 *
 * @param points in px
 * @param sides of the points on which names may stand
 */
export function placeLabels(points: readonly Labelled[], bounds: Box, sides: readonly Side[]): PlacedLabel[] {
  const taken: Box[] = points.map(({ x, y }) => ({
    left: x - DOT,
    right: x + DOT,
    top: y - DOT,
    bottom: y + DOT,
  }));
  const reach = Math.ceil((bounds.bottom - bounds.top) / LINE);
  return [...points]
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map((point) => {
      const candidates = candidatesOf(point, reach, sides);
      const free = candidates.find((one) => {
        const box = boxOf(one);
        return isInside(box, bounds) && !taken.some((other) => overlap(box, other));
      });
      const label = free ?? candidates[0]!;
      taken.push(boxOf(label));
      return label;
    });
}

function candidatesOf(point: Labelled, reach: number, sides: readonly Side[]): PlacedLabel[] {
  const steps = [0, ...Array.from({ length: reach }, (_, i) => [i + 1, -i - 1]).flat()];
  return steps.flatMap((step) =>
    sides.map((anchor) => {
      const gap = step === 0 ? GAP : LED_GAP;
      const textX = point.x + (anchor === 'start' ? gap : -gap);
      return { ...point, textX, textY: point.y + step * LINE, anchor, led: step !== 0 };
    }),
  );
}

function boxOf({ name, textX, textY, anchor }: PlacedLabel): Box {
  const width = textWidth(name, FONT_SIZE);
  const left = anchor === 'start' ? textX : textX - width;
  return { left, right: left + width, top: textY - LINE / 2, bottom: textY + LINE / 2 };
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

const SVG = 'http://www.w3.org/2000/svg';

/**
 * The names as a mark: it knows the places of the points only when the scales are made.
 *
 * @param points on the scales
 */
export function labelMark(
  points: readonly Labelled[],
  sides: readonly Side[] = ['start', 'end'],
): Plot.RenderFunction {
  return (
    _index,
    { x, y },
    _values,
    { width, height, marginTop, marginBottom, marginLeft },
    { document },
  ) => {
    const bounds = { left: marginLeft, right: width - EDGE, top: marginTop, bottom: height - marginBottom };
    const places = points.map((point) => ({ ...point, x: x!(point.x), y: y!(point.y) }));
    const element = (name: string, attributes: Record<string, string | number>) => {
      const made = document.createElementNS(SVG, name) as SVGElement;
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
      return made;
    };
    const group = element('g', { 'aria-label': 'names' });
    for (const { name, x, y, textX, textY, anchor, led } of placeLabels(places, bounds, sides)) {
      if (led) group.append(element('line', { x1: x, y1: y, x2: textX, y2: textY, stroke: color('muted') }));
      const halo = { stroke: color('background'), 'stroke-width': 3, 'paint-order': 'stroke' };
      const text = element('text', {
        x: anchor === 'start' ? textX + 2 : textX - 2,
        y: textY,
        dy: '0.32em',
        'text-anchor': anchor,
        ...halo,
      });
      text.textContent = name;
      group.append(text);
    }
    return group;
  };
}
