import { groupBy } from '../stats/group-by.ts';
import type { TimedSlice } from '../stats/slice.ts';
import type { RunSettings } from '../store/record/record.ts';
import { type BlockTimes, blockTimes, type Comparison, estimateTime } from './comparison.ts';
import { sameMargin } from './finding.ts';
import { compareWithReference, type JudgedRow, judgeTable } from './pairs.ts';

interface MeasuredCase<Row> {
  readonly rows: readonly Row[];
  readonly limits?: readonly Row[];
  slicesOf(row: Row): readonly TimedSlice[];
  readonly baselines: readonly (Row | undefined)[];
  readonly relativeTo?: Row | undefined;
  /**
   * Returns the row that users of this row's language probably use today; gains are relative to it.
   * @param rows all rows that have slices
   */
  haveOf?(row: Row, rows: readonly Row[], reference: Row): Row;
  readonly settings: Pick<RunSettings, 'target'>;
  readonly shared?: boolean;
}

export interface JudgedCase<Row> {
  /** Row in every group of a round (see `groups` in src/run/case.ts), so that rows of different groups can be compared. */
  readonly baseline: Row;
  readonly reference: Row;
  /** Fastest first. Rows without a block in common with the baseline are left out. */
  readonly rows: readonly JudgedRow<Row>[];
  readonly disturbances: Disturbances<Row>;
  /**
   * True if there are several rows, and the machine was shared or more than half of the comparisons were disturbed. Then no
   * finding gets a better grade than `likely`.
   */
  readonly disturbed: boolean;
  readonly times: ReadonlyMap<Row, BlockTimes>;
  comparedWith(row: Row): ReadonlyMap<Row, Comparison>;
}

export function judgeCase<Row>(measured: MeasuredCase<Row>): JudgedCase<Row> | null {
  const { limits = [], slicesOf, baselines, relativeTo, haveOf, settings, shared = false } = measured;
  const rows = timedRows(measured.rows, slicesOf);
  const times = timesByRow([...rows, ...limits], slicesOf);
  const timesOf = (row: Row) => times.get(row)!;
  const baseline = baselineRow(rows, slicesOf, baselines);
  if (baseline === null) return null;
  const reference = relativeTo !== undefined && rows.includes(relativeTo) ? relativeTo : baseline;
  const disturbances = disturbancesOf([...rows, ...limits], slicesOf);
  const disturbed = rows.length > 1 && (shared || disturbances.disturbed > disturbances.known / 2);
  const table = { rows, through: baseline, timesOf, margin: sameMargin(settings.target), disturbed };
  return {
    baseline,
    reference,
    rows: judgeTable({
      ...{ ...table, reference },
      ...(haveOf && { haveOf: (row: Row) => haveOf(row, rows, reference) }),
    }),
    disturbances,
    disturbed,
    times,
    comparedWith: (row) => compareWithReference({ ...table, reference: row }),
  };
}

type SlicesOf<Row> = MeasuredCase<Row>['slicesOf'];

// Defined outside of `judgeCase`, whose result would otherwise keep all samples in memory.
function timedRows<Row>(rows: readonly Row[], slicesOf: SlicesOf<Row>): Row[] {
  return rows.filter((row) => slicesOf(row).length > 0);
}

function timesByRow<Row>(rows: readonly Row[], slicesOf: SlicesOf<Row>): Map<Row, BlockTimes> {
  return new Map(rows.map((row) => [row, blockTimes(slicesOf(row))]));
}

/** Returns the first of `baselines` that has slices, else the fastest row; null if no row has slices. */
export function baselineRow<Row>(
  rows: readonly Row[],
  slicesOf: SlicesOf<Row>,
  baselines: readonly (Row | undefined)[],
): Row | null {
  const timed = timedRows(rows, slicesOf);
  const planned = baselines.find((row) => row !== undefined && timed.includes(row));
  if (planned !== undefined) return planned;
  const times = timed.map((row) => ({ row, centre: estimateTime(blockTimes(slicesOf(row)))!.centre }));
  return times.sort((a, b) => a.centre - b.centre)[0]?.row ?? null;
}

/** A slice is disturbed if it waited for a core for more than this share of its time. */
const DISTURBED = 0.05;

export interface Disturbances<Row> {
  /**
   * Number of pairs of slices of the same block for which it is known if one of them was disturbed. A block with a single slice
   * counts as a pair.
   */
  readonly known: number;
  readonly disturbed: number;
  /** Share of the measured time that was spent waiting for a core; null if the system doesn't report it. */
  readonly waited: number | null;
  /** Rows for which the system reports no waiting times. The JSON report shows them under this name. */
  readonly untold: readonly Row[];
}

/** Counts disturbed pairs of slices, not blocks: the share of disturbed blocks would grow with the number of rows. */
export function disturbancesOf<Row>(rows: readonly Row[], slicesOf: SlicesOf<Row>): Disturbances<Row> {
  const timed = timedRows(rows, slicesOf);
  const reported = timed.filter((row) => slicesOf(row).some(reportsWait));
  const slices = reported.flatMap(slicesOf);
  const blocks = [...groupBy(slices, ({ round, block }) => `${round} ${block}`).values()].map(pairsOf);
  const waits = slices.filter(reportsWait);
  return {
    known: sum(blocks.map(({ known }) => known)),
    disturbed: sum(blocks.map(({ disturbed }) => disturbed)),
    waited: waits.length === 0 ? null : sum(waits.map(waitOf)) / sum(waits.map(({ ns }) => ns)),
    untold: timed.filter((row) => !reported.includes(row)),
  };
}

const reportsWait = ({ waitNs }: TimedSlice): boolean => typeof waitNs === 'number';
const waitOf = ({ waitNs }: TimedSlice): number => waitNs!;
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

function pairsOf(block: readonly TimedSlice[]) {
  const of = (count: number) => (block.length === 1 ? count : (count * (count - 1)) / 2);
  const known = block.filter(reportsWait);
  const waited = known.filter((slice) => waitOf(slice) > DISTURBED * slice.ns).length;
  const disturbed = of(block.length) - of(block.length - waited);
  return { known: disturbed + of(known.length - waited), disturbed };
}
