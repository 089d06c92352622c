/** Names beside the points of a chart, as one of its marks. */
import type * as Plot from '@observablehq/plot';
import { color } from '../palette.ts';
import { EDGE, FONT_SIZE } from './frame.ts';
import { type Labelled, leadOf, type PlacedLabel, placeInColumn } from './labels.ts';
import { widest } from './text-width.ts';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * The names as a mark.
 *
 * @param points on the scales
 */
export function labelMark(points: readonly Labelled[]): Plot.RenderFunction {
  return (_index, { x, y }, _values, { width, height, marginTop, marginBottom }, { document }) => {
    const bounds = { right: width - EDGE, top: marginTop, bottom: height - marginBottom };
    const places = points.map((point) => ({ ...point, x: x!(point.x), y: y!(point.y) }));
    const group = document.createElementNS(SVG, 'g');
    group.setAttribute('aria-label', 'names');
    for (const label of placeInColumn(places, bounds)) group.append(...labelElements(label, document));
    return group;
  };
}

/** The text has a ground of its own, so that what it lies upon doesn't cross it. */
function labelElements(label: PlacedLabel, document: Document): SVGElement[] {
  const { name, textX, textY } = label;
  const element = (kind: string, attributes: Record<string, string | number>): SVGElement => {
    const made = document.createElementNS(SVG, kind) as SVGElement;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
    return made;
  };
  const line = element('line', { ...leadOf(label), stroke: color('grid') });
  const text = element('text', {
    x: textX,
    y: textY,
    dy: '0.32em',
    'text-anchor': 'start',
    stroke: color('background'),
    'stroke-width': 3,
    'stroke-linejoin': 'round',
    'paint-order': 'stroke',
  });
  text.textContent = name;
  return [line, text];
}

/** Names that need more than this share of the width are numbers in the chart, explained below it. */
const MOST = 0.33;

/** What stands in the chart for each name, and the note that explains it. */
export function labelTexts(
  names: readonly string[],
  width: number,
): { texts: readonly string[]; notes: string[] } {
  if (widest(names, FONT_SIZE) <= width * MOST) return { texts: names, notes: [] };
  const texts = names.map((_, i) => `${i + 1}`);
  return { texts, notes: [`${names.map((name, i) => `${i + 1}:\u00a0${name}`).join(', ')}.`] };
}
