/** Which run is the last: told by what the records say, wherever the runs lie and whenever they were copied. */
import { cameToItsEnd } from './record/partial.ts';
import type { RunRecord } from './record/record.ts';

type Times = Pick<RunRecord, 'id' | 'startedAt' | 'interruptions' | 'after'>;

/** When a run began to be measured, or to be measured again, for the last time, by its own clock: in ms since 1970. */
export function lastBegun({ startedAt, interruptions = [] }: Omit<Times, 'id'>): number {
  // A clock may have been set back on the way.
  return Math.max(...[startedAt, ...interruptions.map(({ until }) => until)].map((time) => Date.parse(time)));
}

/** The same as runs of one folder are sorted by: one that was begun after another isn't older, whatever its clock says. */
export function age({ after, ...times }: Times): number {
  return Math.max(lastBegun(times), after === undefined ? 0 : Date.parse(after));
}

/** For sorting, the oldest first. Of two of the same moment one was begun after the other, with its clock set back. */
export function byAge(a: Times, b: Times): number {
  return (
    age(a) - age(b) ||
    Number(a.after !== undefined) - Number(b.after !== undefined) ||
    Date.parse(a.startedAt) - Date.parse(b.startedAt) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

/**
 * What `last`, `last~1` and so on mean: the newest first, of those that came to the end that was planned for them; of
 * all where none did.
 *
 * @param runs the oldest first
 */
export function countedRuns<R extends { readonly record: RunRecord }>(runs: readonly R[]): R[] {
  const ended = runs.filter(({ record }) => cameToItsEnd(record));
  return (ended.length > 0 ? ended : runs).toReversed();
}
