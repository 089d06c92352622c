/** How a run stands and how long it took: the one answer to both, for lists and pages alike. */
import { writingProcess } from './lock.ts';
import type { RunRecord } from './record.ts';

/** `running`: another process writes it now. `partial`: it was killed or interrupted. */
export type RunState = 'complete' | 'partial' | 'running';

export function runState(folder: string, { finishedAt, partial }: RunRecord): RunState {
  // One that is over may still be written: it is given a name.
  if (finishedAt === null && writingProcess(folder) !== null) return 'running';
  return partial ? 'partial' : 'complete';
}

/** Seconds that a run was measured for, its interruptions left out; null where nobody knows when it ended. */
export function secondsTaken({ finishedAt, seconds }: RunRecord): number | null {
  return finishedAt === null ? null : seconds;
}
