/** How a run stands and how long it took: the one answer to both, for lists and pages alike. */
import { writingProcess } from './lock.ts';
import type { Interruption, RunRecord } from './record.ts';

/** `running`: another process writes it now. `partial`: it was killed or interrupted. */
export type RunState = 'complete' | 'partial' | 'running';

export function runState(folder: string, { finishedAt, partial }: RunRecord): RunState {
  // One that is over may still be written: its samples are packed, or it is given a name.
  if (finishedAt === null && writingProcess(folder) !== null) return 'running';
  return partial ? 'partial' : 'complete';
}

/** Seconds that a run was measured for, its interruptions left out; null where nobody knows when it ended. */
export function secondsTaken({ startedAt, finishedAt, interruptions = [] }: RunRecord): number | null {
  return finishedAt === null ? null : secondsSpent(startedAt, interruptions, new Date(finishedAt));
}

/** The same of a run that isn't over, until now. */
export function secondsSpent(startedAt: string, interruptions: readonly Interruption[], now: Date): number {
  const between = (from: string, until: string | Date) =>
    (new Date(until).getTime() - new Date(from).getTime()) / 1000;
  const away = interruptions.reduce((sum, { from, until }) => sum + between(from, until), 0);
  return Math.max(0, between(startedAt, now) - away);
}
