/** The flat rows as CSV (RFC 4180, but with line feeds): one line each, one column for each figure. */
import { stringify } from 'csv-stringify/sync';
import type { Figure } from '../../plan/figure.ts';
import type { MemoryFigures } from '../../store/record.ts';
import { type FlatRow, flatRows } from '../view/flat.ts';
import type { RunView } from '../view/view.ts';

type Value = string | number | boolean | null;

/** A flat row as one row of a table: the columns of CSV, and of `results` in SQL. */
export const FLAT_COLUMNS: Readonly<Record<string, (row: FlatRow) => Value>> = {
  dataset: (row) => row.dataset,
  size: (row) => row.size,
  task: (row) => row.task,
  runtime: (row) => row.runtime,
  variant: (row) => row.variant,
  serializer: (row) => row.serializer,
  title: (row) => row.title,
  version: (row) => row.version,
  format: (row) => row.format,
  limit: (row) => row.limit,
  bound: (row) => row.bound,
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
  ns_per_op_mean_of_rounds: (row) => row.roundSummary?.mean ?? null,
  ns_per_op_error: (row) => row.roundSummary?.error ?? null,
  ns_per_op_deviation: (row) => row.roundSummary?.deviation ?? null,
  ops_per_s: (row) => row.throughput?.score ?? null,
  ops_per_s_error: (row) => row.throughput?.error ?? null,
  ops_per_s_deviation: (row) => row.throughput?.deviation ?? null,
  batch: (row) => row.batchSize,
  bytes: (row) => row.bytes,
  gzip: (row) => row.gzip,
  zstd: (row) => row.zstd,
  brotli: (row) => row.brotli,
  rounds: (row) => row.rounds,
  samples: (row) => row.samples,
  launch_spread: (row) => row.launchSpread,
  ratio_deviation: (row) => row.ratioDeviation,
  launches: (row) => row.steadiness?.launches ?? null,
  steady_launches: (row) => row.steadiness?.steady ?? null,
  times_walk: (row) => row.bounds?.timesWalk?.estimate ?? null,
  times_walk_low: (row) => row.bounds?.timesWalk?.low ?? null,
  times_walk_high: (row) => row.bounds?.timesWalk?.high ?? null,
  hand_written: (row) => row.bounds?.handWritten ?? null,
  percent_of_hand_written: (row) => row.bounds?.percentOfHandWritten?.estimate ?? null,
  percent_of_hand_written_low: (row) => row.bounds?.percentOfHandWritten?.low ?? null,
  percent_of_hand_written_high: (row) => row.bounds?.percentOfHandWritten?.high ?? null,
  cold_start_ns: (row) => row.start?.coldStart?.median ?? null,
  cold_start_ns_minimum: (row) => row.start?.coldStart?.minimum ?? null,
  cold_start_ns_maximum: (row) => row.start?.coldStart?.maximum ?? null,
  first_operation_ns: (row) => row.start?.firstOperation?.median ?? null,
  first_operation_ns_minimum: (row) => row.start?.firstOperation?.minimum ?? null,
  first_operation_ns_maximum: (row) => row.start?.firstOperation?.maximum ?? null,
  allocated_bytes_per_op: (row) => known(row.memory?.allocated),
  allocated_error: (row) => row.memory?.allocatedError ?? null,
  collections_per_1000_ops: (row) => collections(row.memory),
  peak_resident_bytes: (row) => known(row.memory?.peakResident),
};

function known(figure: Figure | undefined): number | null {
  return figure?.known ? figure.value : null;
}

/** Generations have the runtime's own names: `young=1.5 old=0`. */
function collections(memory: MemoryFigures | null): string | null {
  const counts = Object.entries(memory?.collections ?? {}).flatMap(([name, figure]) =>
    figure.known ? [`${name}=${figure.value}`] : [],
  );
  return counts.length === 0 ? null : counts.join(' ');
}

/** A header line and one line a row; what a row doesn't have is empty. Numbers in full precision. */
export function renderCsv(view: RunView): string {
  const rows = flatRows(view).map((row) => Object.values(FLAT_COLUMNS).map((value) => value(row)));
  return stringify([Object.keys(FLAT_COLUMNS), ...rows], { cast: { boolean: String } });
}
