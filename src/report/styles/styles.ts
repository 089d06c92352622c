import type { AnalyzedCase, AnalyzedRun } from '../../analysis/analyze.ts';
import type { TableStyle } from '../../define/types.ts';
import type { Block } from '../text/document.ts';
import { bdnStyle } from './bdn.ts';
import { ipsStyle } from './ips.ts';
import { jmhStyle } from './jmh.ts';
import { playgroundStyle } from './playground.ts';
import { transmutationStyle } from './transmutation.ts';

export interface Styled {
  readonly blocks: readonly Block[];
  readonly notes: readonly string[];
}

type Style = (view: AnalyzedCase, settings: AnalyzedRun['settings']) => Styled;

const STYLES: Record<Exclude<TableStyle, 'default'>, Style> = {
  ips: ipsStyle,
  transmutation: transmutationStyle,
  jmh: jmhStyle,
  playground: playgroundStyle,
  bdn: bdnStyle,
};

export function styled(style: TableStyle, view: AnalyzedCase, settings: AnalyzedRun['settings']): Styled {
  if (style === 'default' || view.ranked.length === 0) return { blocks: [], notes: [] };
  return STYLES[style](view, settings);
}
