/** What all charts have around their marks: headings, legend and notes, and what makes an SVG readable by itself. */
import * as Plot from '@observablehq/plot';
import type { ChartContext } from '../chart.ts';
import { CHART_CLASS, CHART_CSS, color } from '../palette.ts';
import {
  EDGE,
  FONT_SIZE,
  type LegendItem,
  legendMarks,
  placeLegend,
  stackTexts,
  textMarks,
} from './surround.ts';

export { EDGE, FONT_SIZE, type LegendItem, type Look, looks } from './surround.ts';

const SUBJECT_SIZE = 15;

export interface Around {
  /** What is drawn, in a sentence or two; the chart's accessible name too. */
  readonly title: string;
  /** What the marks show, in words, for those who don't see them. */
  readonly description: string;
  readonly legend: readonly LegendItem[];
  readonly notes: readonly string[];
}

/** What a chart puts between legend and notes. */
export interface Body {
  readonly marks: readonly Plot.Markish[];
  /** Room for the marks without their margins, in px. */
  readonly height: number;
  /** For axes and names. */
  readonly margins: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  readonly scales: Pick<Plot.PlotOptions, 'x' | 'y'>;
}

/** Draws the marks in their frame. */
export function drawFramed(around: Around, body: Body, context: ChartContext): SVGSVGElement {
  const { width, document, subject, notes: more = [] } = context;
  const { margins } = body;
  const name = stackTexts(subject === undefined ? [] : [subject], width, EDGE, SUBJECT_SIZE);
  const title = stackTexts([around.title], width, name.bottom);
  const legend = placeLegend(around.legend, width, title.bottom + 3);
  const origin = { left: margins.left, top: legend.bottom + 4 + margins.top };
  const below = origin.top + body.height + margins.bottom;
  const notes = stackTexts([...around.notes, ...more], width, below + 4);
  const height = notes.bottom + EDGE;
  const svg = Plot.plot({
    className: CHART_CLASS,
    ...(document && { document }),
    width,
    height,
    marginTop: origin.top,
    marginRight: margins.right,
    marginBottom: height - below + margins.bottom,
    marginLeft: margins.left,
    ...body.scales,
    marks: [
      ...textMarks(name.items, origin, { fill: color('text'), fontSize: SUBJECT_SIZE, fontWeight: 'bold' }),
      ...textMarks(title.items, origin, { fill: color('text') }),
      ...legendMarks(legend.items, origin),
      ...body.marks,
      ...textMarks(notes.items, origin, { fill: color('muted') }),
    ],
  }) as SVGSVGElement;
  return finished(
    svg,
    subject === undefined ? around.title : `${subject}: ${around.title}`,
    around.description,
  );
}

const SVG = 'http://www.w3.org/2000/svg';

/** Names it for screen readers, gives it its colours, and takes away what Plot leaves to the page. */
function finished(svg: SVGSVGElement, name: string, description: string): SVGSVGElement {
  const attributes = {
    role: 'img',
    'aria-label': name,
    fill: color('text'),
    color: color('text'),
    'font-size': FONT_SIZE,
    'font-family': 'system-ui, sans-serif',
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, `${value}`);
  for (const style of [...svg.querySelectorAll('style')]) style.remove();
  roundPlaces(svg);
  const element = (kind: string, text: string) => {
    const made = svg.ownerDocument.createElementNS(SVG, kind);
    made.textContent = text;
    return made;
  };
  const background = element('rect', '');
  for (const [key, value] of Object.entries({ width: '100%', height: '100%', fill: color('background') }))
    background.setAttribute(key, value);
  svg.prepend(element('title', name), element('desc', description), element('style', CHART_CSS), background);
  return svg;
}

const PLACES = ['d', 'transform', 'x', 'x1', 'x2', 'cx', 'y', 'y1', 'y2', 'cy', 'width', 'height'];

/** Hundredths of a pixel are fine enough, half as many bytes, and the same with every processor's logarithm. */
function roundPlaces(svg: SVGSVGElement): void {
  for (const element of svg.querySelectorAll('*'))
    for (const name of PLACES) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, value.replaceAll(/-?\d+\.\d+/g, hundredths));
    }
}

function hundredths(place: string): string {
  return `${Math.round(Number(place) * 100) / 100}`;
}
