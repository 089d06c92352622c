import type { ChartContext, SizePoint } from '../../report/charts/chart.ts';
import type { RunView } from '../../report/view/view.ts';
import type { PageData } from './data.ts';
import type { PageState } from './state.ts';

/** What draws charts. It brings a library along, which only the browser needs. */
export interface Charts {
  drawPareto(points: readonly SizePoint[], context: ChartContext): Element;
}

/** What every part of the page may show, and how it says what the reader did. */
export interface PageContext {
  readonly data: PageData;
  /** With the baseline that the reader picked. */
  readonly view: RunView;
  readonly state: PageState;
  /** Null on a server, where nothing is open that has a chart. */
  readonly charts: Charts | null;
  /** Whether there is room for charts that nobody has asked for. */
  readonly roomy: boolean;
  act(change: Partial<PageState>): void;
}
