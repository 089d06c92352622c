/** How a run stands and how long it took: the one answer to both, for lists and pages alike. */
import { writingProcess } from './folder/lock.ts';
import { type PartialReason, partialReason } from './record/partial.ts';
import type { RunRecord } from './record/record.ts';

/** `running`: another process writes it now. `partial`: it was killed or interrupted. */
export type RunState = 'complete' | 'partial' | 'running';

export function runState(folder: string, { finishedAt, partial }: RunRecord): RunState {
  // One that is over may still be written: it is given a name.
  if (finishedAt === null && writingProcess(folder) !== null) return 'running';
  return partial ? 'partial' : 'complete';
}

/** Why a run is partial that nobody measures anymore; null for any other. */
export function reasonOf(folder: string, record: RunRecord): PartialReason | null {
  if (runState(folder, record) !== 'partial') return null;
  return record.finishedAt === null ? CUT_OFF : partialReason(record);
}

const CUT_OFF: PartialReason = { why: 'crash', text: 'it was cut off: killed, or its disk was full' };

/** How a run stands, in the one word that lists and pages have for it. */
export function stateWord(folder: string, record: RunRecord): string {
  const reason = reasonOf(folder, record);
  if (reason === null) return runState(folder, record);
  return reason === CUT_OFF ? 'cut off' : WORDS[reason.why];
}

const WORDS = { budget: 'out of budget', interrupt: 'interrupted', crash: 'failed' } as const;

/** Seconds that a run was measured for, its interruptions left out; null where nobody knows when it ended. */
export function secondsTaken({ finishedAt, seconds }: RunRecord): number | null {
  return finishedAt === null ? null : seconds;
}
