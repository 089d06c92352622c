import type { MachineUse } from '../machine/usage.ts';
import type { Contender } from '../plan/case.ts';
import type { Verdict } from '../plan/verdict.ts';
import type { RunRecord, Sample } from '../store/record/record.ts';
import type { Workbench } from '../trial/workbench.ts';
import type { Progress } from './types.ts';

/** A case's `number` is its index in the plan. */
export interface RunEvents {
  preparing(what: string): void;
  note(what: string): void;
  begins(begun: Begun): void;
  /** A case is over, perhaps since before the run was resumed. */
  over(number: number): void;
  case(number: number, rounds: number): void;
  round(number: number, rounds: number, standing: (contender: Contender) => Standing): void;
  step(number: number, progress: Progress): void;
  memory(number: number, contender: Contender): void;
}

export interface Begun {
  readonly record: RunRecord;
  readonly workbench: Pick<Workbench, 'datasets' | 'unavailable'>;
  /** How busy other programs kept this machine before the run; null if unknown. */
  readonly use: MachineUse | null;
  /** Warnings about the files of a resumed run; null for a new run. */
  readonly warnings: readonly string[] | null;
}

export interface Standing {
  readonly verdict: Verdict | null;
  /** Slices timed so far; empty if the row failed. */
  readonly slices: readonly Sample[];
}
