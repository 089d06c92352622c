/** From a run's view to the data of its charts. */
import { rowName, runtimeName } from '../../define/names.ts';
import type { Task } from '../../define/types.ts';
import { sliceTime } from '../../stats/comparison.ts';
import { groupBy } from '../../stats/group-by.ts';
import { median, sortSamples } from '../../stats/samples.ts';
import type { RunRecord } from '../../store/record.ts';
import { documentSize } from '../view/case.ts';
import { timedSlices, type ViewSample } from '../view/figures.ts';
import { scalingTables } from '../view/scaling.ts';
import type { CaseView, RunView } from '../view/view.ts';
import type { RatioPoint, RoundDots, ScalingLine, SizePoint, StartBar } from './chart.ts';

/** In the order of the ranking. */
export function ratioPoints({ ranked }: CaseView): RatioPoint[] {
  return ranked.map(({ name, ratio, finding, rank, preliminary, outputKind }) => ({
    name,
    ratio: ratio.estimate,
    low: ratio.low,
    high: ratio.high,
    finding,
    rank,
    preliminary,
    outputKind,
  }));
}

/** Rows whose document's size is known, in the order of the ranking. */
export function sizePoints(view: CaseView): SizePoint[] {
  const points = view.ranked.flatMap((row) => {
    const bytes = documentSize(row, view);
    const { estimate: nsPerOp, low, high } = row.nsPerOp;
    return bytes === undefined
      ? []
      : [{ name: row.name, runtime: runtimeName(row), bytes, nsPerOp, low, high }];
  });
  return points.map((point) => ({ ...point, onFront: !points.some((other) => dominates(other, point)) }));
}

type Cost = Pick<SizePoint, 'bytes' | 'nsPerOp'>;

/** Better in one, and at least as good in the other. */
function dominates(a: Cost, b: Cost): boolean {
  return a.bytes <= b.bytes && a.nsPerOp <= b.nsPerOp && (a.bytes < b.bytes || a.nsPerOp < b.nsPerOp);
}

export interface ScalingChart {
  readonly dataset: string;
  readonly task: Task;
  /** Cheapest by the kilobyte first. */
  readonly lines: readonly ScalingLine[];
}

/** One for each dataset and task that was timed in several sizes. */
export function scalingCharts(view: RunView): ScalingChart[] {
  return scalingTables(view).map(({ dataset, task, rows }) => {
    const sizes = view.cases.filter((one) => one.dataset === dataset && one.task === task);
    const lines = rows.map(({ name, fixed, perKilobyte }) => ({
      name,
      points: sizes.flatMap((one) => timeAndSize(name, one)).sort((a, b) => a.kilobytes - b.kilobytes),
      fixedNs: fixed.estimate,
      nsPerKilobyte: perKilobyte.estimate,
    }));
    return { dataset, task, lines };
  });
}

function timeAndSize(name: string, view: CaseView): ScalingLine['points'] {
  const row = view.ranked.find((one) => one.name === name);
  const bytes = row && documentSize(row, view);
  return row === undefined || bytes === undefined
    ? []
    : [{ kilobytes: bytes / 1000, nsPerOp: row.nsPerOp.estimate }];
}

/**
 * The timed slices of a case's ranked rows, in the order of the ranking. From the samples themselves: the view has no
 * more of them than the median of each round.
 *
 * @param number of the case in the record
 */
export function roundDots(
  view: CaseView,
  number: number,
  {
    record,
    samples,
  }: {
    readonly record: Pick<RunRecord, 'contenders' | 'cases'>;
    readonly samples: { of(number: number): readonly ViewSample[] };
  },
): RoundDots[] {
  const slices = timedSlices(samples.of(number), record.cases[number]!.rounds);
  const rows = groupBy(slices, ({ contender }) => rowName(record.contenders[contender]!));
  return view.ranked.map(({ name, pace }) => ({ name, rounds: roundsOf(rows.get(name) ?? [], pace) }));
}

/** @param pace what a row's own times are multiplied by, so that they belong to its figures */
function roundsOf(slices: readonly ViewSample[], pace: number): RoundDots['rounds'] {
  const rounds = groupBy(
    [...slices].sort((a, b) => a.block - b.block),
    ({ round }) => round,
  );
  return [...rounds]
    .sort(([a], [b]) => a - b)
    .map(([round, own]) => {
      const times = own.map((slice) => sliceTime(slice) * pace);
      return { round: round + 1, samples: times, median: median(sortSamples(times)) };
    });
}

/**
 * Rows of which starts were recorded, soonest first. The cold start's median is taken apart into the first operation's
 * and what remains.
 */
export function startBars({ ranked }: CaseView): StartBar[] {
  const bars = ranked.flatMap(({ name, start: { coldStart, firstOperation } }): StartBar[] => {
    if (coldStart === null || firstOperation === null) return [];
    const { median, minimum: low, maximum: high } = coldStart;
    return [{ name, startNs: median - firstOperation.median, firstNs: firstOperation.median, low, high }];
  });
  return bars.sort((a, b) => a.startNs + a.firstNs - (b.startNs + b.firstNs));
}
