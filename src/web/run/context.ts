import type { RunView } from '../../report/view/view.ts';
import type { PageData } from './data.ts';
import type { PageState } from './state.ts';

/** What every part of the page may show, and how it says what the reader did. */
export interface PageContext {
  readonly data: PageData;
  /** With the baseline that the reader picked. */
  readonly view: RunView;
  readonly state: PageState;
  act(change: Partial<PageState>): void;
}
