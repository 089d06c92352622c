/** Small data for each chart, with everything that a chart can show. */
import { parseHTML } from 'linkedom';
import type { OutputKind } from '../../../src/define/types.ts';
import type { ChartContext, RatioPoint, SizePoint } from '../../../src/report/charts/chart.ts';
import { drawPareto, drawRatios } from '../../../src/report/charts/index.ts';
import { emptyDocument } from '../../../src/report/charts/markup.ts';

function point(
  [name, outputKind]: readonly [string, OutputKind],
  [estimate, low, high]: readonly [number, number | null, number | null],
  rest: Pick<RatioPoint, 'finding' | 'rank'> & Partial<RatioPoint>,
): RatioPoint {
  const ratio = { estimate, low, high, confidence: null };
  return { name, outputKind, ratio, tied: false, preliminary: false, ...rest };
}

export const RATIOS: readonly RatioPoint[] = [
  point(['jvm/fast', 'bytes'], [0.342, 0.33, 0.36], { finding: 'faster', rank: 1 }),
  point(['node/base', 'text'], [1, 1, 1], { finding: 'baseline', rank: 2, tied: true }),
  point(['node/tied', 'text'], [1.002, 0.99, 1.01], { finding: 'same', rank: 2, tied: true }),
  point(['a<b & "c"', 'text'], [1.1, 0.9, 1.3], { finding: 'undecided', rank: 4 }),
  point(['ruby/once', 'text'], [20.5, null, null], { finding: 'slower', rank: 5, preliminary: true }),
];

export const SIZES: readonly SizePoint[] = [
  { name: 'jvm/small', runtime: 'jvm', bytes: 300, nsPerOp: 900, low: 880, high: 920, onFront: true },
  { name: 'node/fast', runtime: 'node', bytes: 567, nsPerOp: 400, low: 390, high: 410, onFront: true },
  { name: 'node/both', runtime: 'node', bytes: 567, nsPerOp: 405, low: null, high: null, onFront: false },
  {
    name: 'ruby/neither',
    runtime: 'ruby',
    bytes: 600,
    nsPerOp: 52_000,
    low: null,
    high: null,
    onFront: false,
  },
];

type Draw = (context: ChartContext) => SVGSVGElement;

export const CHARTS: Readonly<Record<string, Draw>> = {
  ratios: (context) => drawRatios(RATIOS, 'node/base', context),
  pareto: (context) => drawPareto(SIZES, context),
};

const document = await emptyDocument();

/** As a document of its own. */
export function markup(draw: Draw, context: Partial<ChartContext> = {}): string {
  const svg = draw({ width: 760, document, subject: 'record/single, serialize', ...context });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `${svg}\n`;
}

export interface ShownText {
  readonly text: string;
  /** In px, of the element or those around it. */
  readonly fontSize: number;
  readonly fill: string;
}

/** All text that is drawn. */
export function shownTexts(svg: string): ShownText[] {
  const parsed = new (parseHTML('').DOMParser)().parseFromString(svg, 'image/svg+xml');
  return [...parsed.querySelectorAll('text')].map((element) => ({
    text: element.textContent ?? '',
    fontSize: Number(inherited(element, 'font-size')),
    fill: inherited(element, 'fill') ?? '',
  }));
}

function inherited(element: Element, attribute: string): string | null {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const value = at.getAttribute(attribute);
    if (value !== null) return value;
  }
  return null;
}
