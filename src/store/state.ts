/** How a run stands and how long it took: the one answer to both, for lists and pages alike. */
import { writingProcess } from './lock.ts';
import type { RunRecord } from './record.ts';

/** `running`: another process writes it now. `partial`: it was killed or interrupted. */
export type RunState = 'complete' | 'partial' | 'running';

export function runState(folder: string, { finishedAt, partial }: RunRecord): RunState {
  // One that is over may still be written: its samples are packed, or it is given a name.
  if (finishedAt === null && writingProcess(folder) !== null) return 'running';
  return partial ? 'partial' : 'complete';
}

/** Seconds that a run was measured for, its interruptions left out; null where nobody knows when it ended. */
export function secondsTaken(record: RunRecord): number | null {
  return record.finishedAt === null ? null : secondsSpent(record, new Date(record.finishedAt));
}

/** The same of a run that isn't over, by its own account; until `stoppedAt` by the times of day where it has none. */
export function secondsSpent(
  { seconds, startedAt, interruptions = [] }: Pick<RunRecord, 'seconds' | 'startedAt' | 'interruptions'>,
  stoppedAt: Date,
): number {
  if (seconds !== undefined) return seconds;
  const between = (from: string, until: string | Date) =>
    (new Date(until).getTime() - new Date(from).getTime()) / 1000;
  const away = interruptions.reduce((sum, { from, until }) => sum + between(from, until), 0);
  return Math.max(0, between(startedAt, stoppedAt) - away);
}
