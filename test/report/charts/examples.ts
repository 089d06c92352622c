/** Small data for each chart, with everything that a chart can show. */
import { parseHTML } from 'linkedom';
import type { Estimate } from '../../../src/analysis/figures.ts';
import type { ChartContext } from '../../../src/report/charts/frame.ts';
import { drawRatios, type RatioPoint } from '../../../src/report/charts/ratios.ts';

type Ends = readonly [estimate: number, low: number | null, high: number | null];
const interval = ([estimate, low, high]: Ends): Estimate => ({ estimate, low, high, confidence: null });

function point(
  name: string,
  finding: RatioPoint['finding'],
  ratio: Ends,
  [rank, rankLast = rank]: readonly [first: number, last?: number],
  more: Partial<RatioPoint> = {},
): RatioPoint {
  const ns = ratio[0] * 1470;
  return {
    ...{ name, finding, outputKind: 'text', ratio: interval(ratio), grade: 'established' },
    nsPerOp: { ...interval([ns, null, null]), mean: ns, median: ns, minimum: ns, maximum: ns },
    ...{ rank, rankLast, rankLikely: false },
    ...more,
  };
}

export const RATIOS: readonly RatioPoint[] = [
  point('ark/fast', 'faster', [0.422, 0.41, 0.43], [1], { outputKind: 'bytes' }),
  point('mill/base', 'baseline', [1, 1, 1], [2, 4]),
  point('mill/tied', 'same', [1.002, 0.99, 1.01], [2, 4]),
  point('a<b & "c"', 'unclear', [1.1, 0.9, 1.3], [2, 4], { grade: 'unclear' }),
  point('mill/likely', 'slower', [2.37, 1.4, 3.9], [5], { grade: 'likely', rankLikely: true }),
  point('rill/once', 'slower', [20.5, null, null], [6]),
];

type Draw = (context: ChartContext) => string;

export const CHARTS: Readonly<Record<string, Draw>> = {
  ratios: (context) => drawRatios(RATIOS, 'mill/base', context),
};

/** As a document of its own. */
export function markup(draw: Draw, context: Partial<ChartContext> = {}): string {
  return draw({ subject: 'record/single, serialize', ...context });
}

/** All text that is drawn, with its size in px, which outer elements may set. */
export function shownTexts(svg: string): { readonly text: string; readonly fontSize: number }[] {
  const parsed = new (parseHTML('').DOMParser)().parseFromString(svg, 'image/svg+xml');
  return [...parsed.querySelectorAll('text')].map((element) => ({
    text: element.textContent ?? '',
    fontSize: Number(element.closest('[font-size]')!.getAttribute('font-size')),
  }));
}
