import type { MachineUse } from '../machine/usage.ts';
import type { Contender } from '../plan/case.ts';
import type { RunRecord, Sample } from '../store/record/record.ts';
import type { Workbench } from '../trial/workbench.ts';
import type { Progress } from './types.ts';

/** The parameter `number` is the index of a case in the plan. */
export interface RunEvents {
  preparing(what: string): void;
  note(what: string): void;
  begins(begun: Begun): void;
  /** A case has ended. Also called for cases that ended before a run was resumed. */
  over(number: number): void;
  round(number: number, rounds: number, standing: (contender: Contender) => Standing): void;
  step(number: number, progress: Progress): void;
  memory(number: number, contender: Contender): void;
}

export interface Begun {
  readonly record: RunRecord;
  readonly workbench: Pick<Workbench, 'datasets' | 'unavailable'>;
  readonly use: MachineUse | null;
  readonly warnings: readonly string[] | null;
}

export interface Standing {
  /** Verdict of a row that failed. */
  readonly failed?: string;
  readonly slices: readonly Sample[];
}
