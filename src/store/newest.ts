import { cameToItsEnd } from './record/partial.ts';
import type { RunRecord } from './record/record.ts';

type Times = Pick<RunRecord, 'id' | 'startedAt' | 'interruptions' | 'after'>;

/** Latest start or resumption of a run by its own clock, in ms since 1970. */
export function lastBegun({ startedAt, interruptions = [] }: Omit<Times, 'id'>): number {
  return Math.max(...[startedAt, ...interruptions.map(({ until }) => until)].map((time) => Date.parse(time)));
}

/** When a run last began, in ms since 1970; if its clock was set back, at least the time of the run before it. */
export function age({ after, ...times }: Times): number {
  return Math.max(lastBegun(times), after === undefined ? 0 : Date.parse(after));
}

/** Sorts the oldest run first. If ages are equal, the run with `after` began later, with its clock set back. */
export function byAge(a: Times, b: Times): number {
  return (
    age(a) - age(b) ||
    Number(a.after !== undefined) - Number(b.after !== undefined) ||
    Date.parse(a.startedAt) - Date.parse(b.startedAt) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

/** The runs that `last`, `last~1` … mean: those that ended as planned, else all; newest first. @param runs oldest first */
export function countedRuns<R extends { readonly record: RunRecord }>(runs: readonly R[]): R[] {
  const ended = runs.filter(({ record }) => cameToItsEnd(record));
  return (ended.length > 0 ? ended : runs).toReversed();
}
