import {
  buildComparison as build,
  type CompareOptions,
  type CompareView,
} from '../../../src/report/compare/pairs/view.ts';
import type { RunData } from '../../../src/report/view/view.ts';

/** Two runs, which most tests are about; made runs have one id, and are told apart here. */
export function buildComparison(before: RunData, after: RunData, options: CompareOptions): CompareView {
  const again = after !== before && after.record.id === before.record.id;
  const other = again ? { ...after, record: { ...after.record, id: `${after.record.id}2` } } : after;
  return build(before, other, options);
}
