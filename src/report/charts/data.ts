/** From a run's view to the data of its charts. */
import { runtimeName } from '../../define/names.ts';
import type { Task } from '../../define/types.ts';
import { median, sortSamples } from '../../stats/samples.ts';
import { thinned } from '../../stats/thinned.ts';
import { documentSize } from '../view/case.ts';
import type { TimesByRow } from '../view/kept.ts';
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

/** Of a row that a chart has; more rounds or slices can't be told apart. */
const MOST_SLICES = 2_000;

/**
 * The timed slices of a case's ranked rows, in the order of the ranking. From the slices themselves: the view has no more
 * of them than the median of each round.
 *
 * @param times of the case's rows
 */
export function roundDots({ ranked }: CaseView, times: TimesByRow): RoundDots[] {
  return ranked.map(({ name, samples, pace }) => {
    const own = [...(times.get(name) ?? [])];
    const many = own.reduce((sum, [, blocks]) => sum + blocks.size, 0);
    const rounds = own.map(([round, blocks]) => {
      const slices = [...blocks].map(([block, ns]) => ({ round, block, ns: ns * pace }));
      const middle = median(sortSamples(slices.map(({ ns }) => ns)));
      const drawn = [...thinned(slices, MOST_SLICES, many)].sort((a, b) => a.block - b.block);
      return { round: round + 1, block: 0, median: middle, samples: drawn.map(({ ns }) => ns) };
    });
    const drawn = thinned(rounds, MOST_SLICES).map(({ block: _, ...round }) => round);
    return { name, slices: samples, rounds: drawn.sort((a, b) => a.round - b.round) };
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
