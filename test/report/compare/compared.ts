import type { RecordedRun } from '../../../src/analysis/analyze.ts';
import {
  compareRuns as build,
  type ComparedRuns,
  type CompareOptions,
} from '../../../src/analysis/runs/compare.ts';
import { withRecord } from '../small-run.ts';

/** Compares two runs. Made runs share an id, so the second gets another one. */
export function compareRuns(
  before: RecordedRun,
  after: RecordedRun,
  options: Partial<CompareOptions> = {},
): ComparedRuns {
  const again = after !== before && after.record.id === before.record.id;
  const other = again ? withRecord(after, { id: `${after.record.id}2` }) : after;
  return build(before, other, { within: 0.05, filters: {}, ...options });
}
