import type { Read } from '../../define/check.ts';
import type * as shape from './schema.ts';

export const RUN_SCHEMA = 4;

export type RunRecord = Read<typeof shape.run>;
export type Machine = Read<typeof shape.machine>;
export type RunSettings = Read<typeof shape.settings>;
export type RunContender = Read<typeof shape.contender>;
export type RunCase = Read<typeof shape.plannedCase>;
export type CaseEnd = NonNullable<RunCase['ended']>;
export type OwnDocuments = Read<typeof shape.own>;
export type RunRequest = Read<typeof shape.request>;
export type RecordedSamples = Read<typeof shape.samples>;
export type Stopped = Read<typeof shape.stopped>;
export type Interruption = Read<typeof shape.interruption>;
export type Sizes = Read<typeof shape.sizes>;
export type RunOutcome = Read<typeof shape.outcome>;
export type MemoryFigures = Read<typeof shape.memory>;

export const PHASES = ['start', 'first', 'warmup', 'block', 'unseen', 'again'] as const;

export interface Sample {
  readonly case: number;
  readonly contender: number;
  readonly round: number;
  /**
   * - `start`: until the process is ready, 0 operations
   * - `first`: the process's first operation
   * - `warmup`: slices before the timed ones
   * - `block`: the timed slices that results are computed from
   * - `again`: after the last block, as many operations on timed documents as `unseen` has, in slices of the
   * same length
   * - `unseen`: one operation on each document that the process hasn't been sent before
   */
  readonly phase: (typeof PHASES)[number];
  readonly block: number;
  readonly ops: number;
  readonly ns: number;
  readonly cpuNs: number;
  /** Time that the timing thread waited for a core; null if unknown. */
  readonly waitNs: number | null;
  /** Time from sending the command to its answer, by wiremark's clock; absent for `start`, for which no command is sent. */
  readonly elapsedNs?: number;
  /** For `warmup`: time that compiler threads ran or waited for a core since the previous warm-up slice; absent if unknown. */
  readonly compileNs?: number;
}
