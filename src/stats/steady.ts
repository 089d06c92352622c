import { median, sortSamples } from './samples.ts';

const TOLERANCE = 0.03;

/** Target duration in ns of a slice (series of operations). In shorter ones, some runtimes are slower (docs/EVIDENCE.md). */
export const SLICE_NS = 50_000_000;

/** Number of additional warm-up slices right before timing, when no other process is working. */
export const SETTLING_SLICES = 2;

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

/** Largest share of a warm slice's time that compilers may take. They then only compile an occasional small method. */
const COMPILING = 0.1;

/**
 * True if the times of the last six full slices are steady, and almost nothing was compiled during the last three. Steady times
 * alone aren't enough: on a busy machine, slow code may run steadily for seconds until an optimizing compiler has finished.
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

/** Counts a row's timed processes (`launches`), and those that were warm before their settling slices (`steady`). */
export function launchSteadiness(samples: readonly LaunchSample[], batch: number) {
  let warmups: LaunchSample[] | undefined;
  const timed = new Set<LaunchSample[]>();
  for (const sample of samples) {
    // Each process numbers its warm-up slices from 0.
    if (sample.phase === 'warmup' && sample.block === 0) warmups = [];
    if (sample.phase === 'warmup') warmups?.push(sample);
    if (sample.phase === 'block' && warmups) timed.add(warmups);
  }
  const steady = [...timed].filter((slices) => isWarm(slices.slice(0, -SETTLING_SLICES), batch));
  return { launches: timed.size, steady: steady.length };
}
