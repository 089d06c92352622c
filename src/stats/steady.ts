import { median, sortSamples } from './samples.ts';

const TOLERANCE = 0.03;

/** Target length of a slice: shorter ones are dominated by the scheduler. */
export const SLICE_NS = 50_000_000;

/** Number of warm-up slices after a process was found warm. */
export const SETTLING_SLICES = 2;

/** True if the median of the last three times differs from that of the three before by at most 3 %. */
export function isSteady(times: readonly number[]): boolean {
  if (times.length < 6) return false;
  const before = median(sortSamples(times.slice(-6, -3)));
  const now = median(sortSamples(times.slice(-3)));
  return Math.abs(now - before) <= TOLERANCE * before;
}

export function isFullSlice({ ops, ns }: WarmupSlice, batch: number): boolean {
  return ns >= SLICE_NS / 2 || ops === batch;
}

export interface WarmupSlice {
  readonly ops: number;
  readonly ns: number;
  readonly compileNs?: number;
}

/** Compilation for a smaller share of a slice is ignored: an occasional small method. */
const COMPILING = 0.1;

/**
 * The last six full slices are steady; nothing was compiled in the last three, since on a busy machine slow code runs steadily
 * for seconds until an optimizing compiler has finished.
 */
export function isWarm(slices: readonly WarmupSlice[], batch: number): boolean {
  const full = slices.filter((slice) => isFullSlice(slice, batch));
  const compiling = full.slice(-3).some(({ ns, compileNs = 0 }) => compileNs > COMPILING * ns);
  return !compiling && isSteady(full.map(({ ns, ops }) => ns / ops));
}

export interface LaunchSample extends WarmupSlice {
  readonly round: number;
  readonly phase: string;
  readonly block: number;
}

/** Counts timed processes, and those that were warm when timing began. */
export function launchSteadiness(samples: readonly LaunchSample[], batch: number) {
  let warmups: LaunchSample[] | undefined;
  const timed = new Set<LaunchSample[]>();
  for (const sample of samples) {
    // Block 0 of a warm-up begins a process.
    if (sample.phase === 'warmup' && sample.block === 0) warmups = [];
    if (sample.phase === 'warmup') warmups?.push(sample);
    if (sample.phase === 'block' && warmups) timed.add(warmups);
  }
  const steady = [...timed].filter((slices) => isWarm(slices.slice(0, -SETTLING_SLICES), batch));
  return { launches: timed.size, steady: steady.length };
}
