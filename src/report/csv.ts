/** The flat rows as CSV (RFC 4180, but with line feeds): one line each, one column for each figure. */
import { stringify } from 'csv-stringify/sync';
import { type FlatRow, flatRows } from './flat.ts';
import type { RunView } from './view.ts';

type Value = string | number | boolean | null;

const COLUMNS: Record<string, (row: FlatRow) => Value> = {
  dataset: (row) => row.dataset,
  size: (row) => row.size,
  task: (row) => row.task,
  runtime: (row) => row.runtime,
  serializer: (row) => row.serializer,
  title: (row) => row.title,
  version: (row) => row.version,
  format: (row) => row.format,
  output_kind: (row) => row.outputKind,
  verdict: (row) => row.verdict,
  reason: (row) => row.reason,
  deviations: (row) => row.deviations.join(' '),
  baseline: (row) => row.baseline,
  rank: (row) => row.rank,
  tied: (row) => row.tied,
  ratio: (row) => row.ratio?.estimate ?? null,
  ratio_low: (row) => row.ratio?.low ?? null,
  ratio_high: (row) => row.ratio?.high ?? null,
  confidence: (row) => row.ratio?.confidence ?? null,
  finding: (row) => row.finding,
  preliminary: (row) => row.preliminary,
  target_missed: (row) => row.targetMissed,
  ns_per_op: (row) => row.nsPerOp,
  ns_per_op_low: (row) => row.time?.low ?? null,
  ns_per_op_high: (row) => row.time?.high ?? null,
  ns_per_op_mean: (row) => row.time?.mean ?? null,
  ns_per_op_median: (row) => row.time?.median ?? null,
  ns_per_op_minimum: (row) => row.time?.minimum ?? null,
  ns_per_op_maximum: (row) => row.time?.maximum ?? null,
  bytes: (row) => row.bytes,
  gzip: (row) => row.gzip,
  zstd: (row) => row.zstd,
  brotli: (row) => row.brotli,
  rounds: (row) => row.rounds,
  samples: (row) => row.samples,
  cold_start_ns: (row) => row.coldStartNs,
};

/** A header line and one line a row; what a row doesn't have is empty. Numbers in full precision. */
export function renderCsv(view: RunView): string {
  const rows = flatRows(view).map((row) => Object.values(COLUMNS).map((value) => value(row)));
  return stringify([Object.keys(COLUMNS), ...rows], { cast: { boolean: String } });
}
