/** Which run is the last, by what the records say. */
import { cameToItsEnd } from './partial.ts';
import type { RunRecord } from './record.ts';

type Times = Pick<RunRecord, 'id' | 'startedAt' | 'interruptions' | 'after'>;

/** When a run was begun or resumed last, in ms since 1970. */
export function lastBegun({ startedAt, interruptions = [] }: Omit<Times, 'id'>): number {
  // A clock may have been set back on the way.
  return Math.max(...[startedAt, ...interruptions.map(({ until }) => until)].map((time) => Date.parse(time)));
}

/** The same, where no run is older than those before it in its folder. */
export function age({ after, ...times }: Times): number {
  return Math.max(lastBegun(times), after === undefined ? 0 : Date.parse(after));
}

/** The oldest first. Of one moment, the later run had its clock set back. */
export function byAge(a: Times, b: Times): number {
  return (
    age(a) - age(b) ||
    Number(a.after !== undefined) - Number(b.after !== undefined) ||
    Date.parse(a.startedAt) - Date.parse(b.startedAt) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

/** `last`, `last~1` and so on: runs that came to their end, or all where none did. */
export function countedRuns<R extends { readonly record: RunRecord }>(runs: readonly R[]): R[] {
  const ended = runs.filter(({ record }) => cameToItsEnd(record));
  return (ended.length > 0 ? ended : runs).toReversed();
}
