/** Small data for each chart, with everything that a chart can show. */
import { parseHTML } from 'linkedom';
import type { Estimate } from '../../../src/analysis/figures.ts';
import type { OutputKind } from '../../../src/define/types.ts';
import type { ChartContext } from '../../../src/report/charts/frame.ts';
import {
  type ChangePoint,
  drawChanges,
  drawRatios,
  type RatioPoint,
} from '../../../src/report/charts/ratios.ts';

type Ends = readonly [estimate: number, low: number | null, high: number | null];

function estimate([estimate, low, high]: Ends): Estimate {
  return { estimate, low, high, confidence: null };
}

function point(
  [name, outputKind]: readonly [string, OutputKind],
  ratio: Ends,
  rest: Pick<RatioPoint, 'finding'> & Partial<RatioPoint>,
  [rank, rankLast = rank]: readonly [first: number, last?: number],
): RatioPoint {
  const ns = ratio[0] * 1470;
  const nsPerOp = { ...estimate([ns, null, null]), mean: ns, median: ns, minimum: ns, maximum: ns };
  return {
    ...{
      name,
      outputKind,
      nsPerOp,
      ratio: estimate(ratio),
      grade: 'established',
      ...{ rank, rankLast, rankLikely: false },
    },
    ...rest,
  };
}

export const RATIOS: readonly RatioPoint[] = [
  point(['ark/fast', 'bytes'], [0.422, 0.41, 0.43], { finding: 'faster' }, [1]),
  point(['mill/base', 'text'], [1, 1, 1], { finding: 'baseline' }, [2, 4]),
  point(['mill/tied', 'text'], [1.002, 0.99, 1.01], { finding: 'same' }, [2, 4]),
  point(['a<b & "c"', 'text'], [1.1, 0.9, 1.3], { finding: 'unclear', grade: 'unclear' }, [2, 4]),
  point(
    ['mill/likely', 'text'],
    [2.37, 1.4, 3.9],
    { finding: 'slower', grade: 'likely', rankLikely: true },
    [5],
  ),
  point(['rill/once', 'text'], [20.5, null, null], { finding: 'slower' }, [6]),
];

const change = (name: string, ends: Ends, rest: Omit<ChangePoint, 'name' | 'change'>): ChangePoint => {
  return { name, change: estimate(ends), ...rest };
};

export const CHANGES: readonly ChangePoint[] = [
  change('mill/json', [1.12, 1.1, 1.14], { said: '12.0 % slower', finding: 'slower', grade: 'established' }),
  change('mill/msgpackr', [0.97, 0.9, 1.05], { said: 'unclear', finding: 'unclear', grade: 'unclear' }),
  change('rill/oj', [0.8, 0.7, 0.95], { said: '~20.0 % faster', finding: 'faster', grade: 'likely' }),
];

type Draw = (context: ChartContext) => string;

export const CHARTS: Readonly<Record<string, Draw>> = {
  ratios: (context) => drawRatios(RATIOS, 'mill/base', context),
  changes: (context) => drawChanges(CHANGES, context),
};

/** As a document of its own. */
export function markup(draw: Draw, context: Partial<ChartContext> = {}): string {
  return draw({ width: 760, subject: 'record/single, serialize', ...context });
}

export interface ShownText {
  readonly text: string;
  /** In px; inherited from outer elements. */
  readonly fontSize: number;
}

/** All text that is drawn. */
export function shownTexts(svg: string): ShownText[] {
  const parsed = new (parseHTML('').DOMParser)().parseFromString(svg, 'image/svg+xml');
  return [...parsed.querySelectorAll('text')].map((element) => ({
    text: element.textContent ?? '',
    fontSize: Number(element.closest('[font-size]')!.getAttribute('font-size')),
  }));
}
