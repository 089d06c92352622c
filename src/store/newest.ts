import { cameToItsEnd } from './record/partial.ts';
import type { RunRecord } from './record/record.ts';

type Times = Pick<RunRecord, 'id' | 'startedAt' | 'interruptions'>;

/** Time of a run's start or, if it was resumed, of the last resumption; ms since 1970. */
export function lastBegun({ startedAt, interruptions = [] }: Omit<Times, 'id'>): number {
  return Math.max(...[startedAt, ...interruptions.map(({ until }) => until)].map((time) => Date.parse(time)));
}

export function byAge(a: Times, b: Times): number {
  return lastBegun(a) - lastBegun(b) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/**
 * Returns the runs that `last`, `last~1` and so on refer to, newest first: the ended runs that weren't
 * interrupted or stopped by an error; if there are none, all runs.
 * @param runs oldest first
 */
export function countedRuns<R extends { readonly record: RunRecord }>(runs: readonly R[]): R[] {
  const ended = runs.filter(({ record }) => cameToItsEnd(record));
  return (ended.length > 0 ? ended : runs).toReversed();
}
