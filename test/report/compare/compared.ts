import {
  buildComparison as build,
  type CompareOptions,
  type CompareView,
} from '../../../src/report/compare/pairs/view.ts';
import type { RunData } from '../../../src/report/view/view.ts';
import { withRecord } from '../small-run.ts';

/** Two runs, which most tests are about; made runs have one id, and are told apart here. */
export function buildComparison(
  before: RunData,
  after: RunData,
  options: Partial<CompareOptions> = {},
): CompareView {
  const again = after !== before && after.record.id === before.record.id;
  const other = again ? withRecord(after, { id: `${after.record.id}2` }) : after;
  return build(before, other, { within: 0.05, filters: {}, ...options });
}
