/** The flat rows of a comparison as CSV: one line each. docs/CI.md says what the columns mean. */
import { stringify } from 'csv-stringify/sync';
import { type FlatChange, type FlatSide, flatChanges } from './flat.ts';
import type { RuleOutcome } from './guard.ts';
import type { CompareView } from './view.ts';

type Value = string | number | boolean | null;

const COLUMNS: Record<string, (row: FlatChange) => Value> = {
  dataset: (row) => row.dataset,
  size: (row) => row.size,
  task: (row) => row.task,
  runtime: (row) => row.runtime,
  variant: (row) => row.variant,
  serializer: (row) => row.serializer,
  format: (row) => row.format,
  output_kind: (row) => row.outputKind,
  state: (row) => row.state,
  finding: (row) => row.finding,
  preliminary: (row) => row.preliminary,
  sure: (row) => row.sure,
  change: (row) => row.change?.estimate ?? null,
  change_low: (row) => row.change?.low ?? null,
  change_high: (row) => row.change?.high ?? null,
  confidence: (row) => row.change?.confidence ?? null,
  p_value: (row) => row.pValue,
  baseline: (row) => row.baseline,
  reason: (row) => row.reason,
  bytes_change: (row) => row.bytesChange?.low ?? null,
  allocated_change_low: (row) => row.allocatedChange?.low ?? null,
  allocated_change_high: (row) => row.allocatedChange?.high ?? null,
  fails: (row) => row.fails.join('; '),
  ...sideColumns('before'),
  ...sideColumns('after'),
};

function sideColumns(which: 'before' | 'after'): Record<string, (row: FlatChange) => Value> {
  const columns: Record<string, (side: FlatSide) => Value> = {
    verdict: (side) => side.verdict,
    ns_per_op: (side) => side.nsPerOp?.estimate ?? null,
    ns_per_op_low: (side) => side.nsPerOp?.low ?? null,
    ns_per_op_high: (side) => side.nsPerOp?.high ?? null,
    ratio: (side) => side.ratio?.estimate ?? null,
    ratio_low: (side) => side.ratio?.low ?? null,
    ratio_high: (side) => side.ratio?.high ?? null,
    rounds: (side) => side.rounds,
    bytes: (side) => side.bytes,
    allocated_bytes_per_op: (side) => side.allocated,
    version: (side) => side.version,
    runtime_version: (side) => side.runtimeVersion,
  };
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      `${which}_${name}`,
      (row: FlatChange) => value(row[which]),
    ]),
  );
}

/** A header line and one line a row; what a row doesn't have is empty. Numbers in full precision. */
export function comparisonCsv(view: CompareView, outcomes: readonly RuleOutcome[]): string {
  const rows = flatChanges(view, outcomes).map((row) => Object.values(COLUMNS).map((value) => value(row)));
  return stringify([Object.keys(COLUMNS), ...rows], { cast: { boolean: String } });
}
