import {
  buildComparisons,
  type CompareOptions,
  type CompareView,
} from '../../../src/report/compare/pairs/view.ts';
import type { RunData } from '../../../src/report/view/view.ts';

/** Two runs, which most tests are about. */
export function buildComparison(before: RunData, after: RunData, options: CompareOptions): CompareView {
  return buildComparisons(before, [after], options)[0]!;
}
