import { writingProcess } from './folder/lock.ts';
import { type PartialReason, partialReason } from './record/partial.ts';
import type { RunRecord } from './record/record.ts';

export type RunState = 'complete' | 'partial' | 'running';

export function runState(folder: string, { finishedAt, partial }: RunRecord): RunState {
  // Naming a finished run locks it, too, so a lock alone doesn't mean `running`.
  if (finishedAt === null && writingProcess(folder) !== null) return 'running';
  return partial ? 'partial' : 'complete';
}

export function reasonOf(folder: string, record: RunRecord): PartialReason | null {
  return runState(folder, record) === 'partial' ? partialReason(record) : null;
}

export function stateWord(folder: string, record: RunRecord): string {
  const reason = reasonOf(folder, record);
  if (reason === null) return runState(folder, record);
  return record.finishedAt === null ? 'cut off' : WORDS[reason.why];
}

const WORDS = { budget: 'out of budget', interrupt: 'interrupted', crash: 'failed' } as const;

export function secondsTaken({ finishedAt, seconds }: RunRecord): number | null {
  return finishedAt === null ? null : seconds;
}
