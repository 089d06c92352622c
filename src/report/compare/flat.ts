/** One flat row for each row of each case: what `--format json` and `--format csv` of a comparison promise to programs. */
import type { RuleOutcome } from './guard/guard.ts';
import { allocatedOf, bytesOf } from './pairs/growth.ts';
import {
  type CaseComparison,
  type CompareRow,
  isFigured,
  type MeasuredSide,
  type Side,
} from './pairs/rows.ts';
import { factsOf } from './pairs/sides.ts';
import { type CompareView, rowsOf } from './pairs/view.ts';

export type FlatChange = ReturnType<typeof flatChange>;
export type FlatSide = ReturnType<typeof flatSide>;

/** In the order of the report. */
export function flatChanges(view: CompareView, outcomes: readonly RuleOutcome[]): FlatChange[] {
  return view.cases.flatMap((one) => rowsOf(one).map((row) => flatChange(row, one, view, outcomes)));
}

/** Every row has every key; what a row can't have is null. */
function flatChange(
  row: CompareRow,
  { baseline }: CaseComparison,
  { before, after }: CompareView,
  outcomes: readonly RuleOutcome[],
) {
  const figured = isFigured(row) ? row : null;
  const compared = row.kind === 'compared' ? row : null;
  return {
    ...factsOf(row),
    state: row.kind,
    // What the ratios are relative to; null where times are compared.
    baseline: baseline?.name ?? null,
    change: figured?.change ?? null,
    finding: compared?.finding ?? (figured && 'baseline'),
    preliminary: compared?.preliminary ?? null,
    sure: compared?.sure ?? null,
    pValue: compared?.pValue ?? null,
    // Why it isn't compared; empty where there is nothing to tell.
    reason: isFigured(row) ? null : row.reason,
    bytesChange: figured?.bytes ?? null,
    allocatedChange: figured?.allocated ?? null,
    before: flatSide(before.id, row.before, figured?.before),
    after: flatSide(after.id, row.after, figured?.after),
    // The rules of `--fail-if` that it breaks, as they were written.
    fails: outcomes.filter(({ broken }) => broken.includes(row)).map(({ rule }) => rule.text),
  };
}

/** @param run its id, whether it has the row or not @param measured of rows that have figures in both runs */
function flatSide(run: string, side: Side | null, measured: MeasuredSide | undefined) {
  return {
    run,
    verdict: side?.verdict ?? null,
    reason: side?.reason ?? null,
    version: side?.version ?? null,
    runtimeVersion: side?.runtimeVersion ?? null,
    code: side?.code ?? null,
    rounds: measured?.rounds ?? null,
    nsPerOp: measured?.nsPerOp ?? null,
    ratio: measured?.ratio ?? null,
    bytes: measured ? bytesOf(measured) : null,
    allocated: measured ? allocatedOf(measured) : null,
  };
}
