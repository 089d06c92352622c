/** A run's `run.json`, rewritten when a fact is added, and `samples.csv`, appended. */
import type { Read } from '../../define/check.ts';
import type * as shape from './schema.ts';

/** Version of run.json; runs of other versions are refused. */
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

/** One timed slice. Times are nanoseconds. */
export interface Sample {
  readonly case: number;
  readonly contender: number;
  readonly round: number;
  /**
   * - `start`: until the process is ready, 0 operations
   * - `first`: its first operation
   * - `warmup`
   * - `block`: the timed slices that results are computed from
   * - `again`: after the last block, one pass over timed documents in slices as short as those of `unseen`
   * - `unseen`: one pass over unseen documents
   */
  readonly phase: (typeof PHASES)[number];
  readonly block: number;
  readonly ops: number;
  readonly ns: number;
  readonly cpuNs: number;
  /** Time waiting for a core; null where the system doesn't report it. */
  readonly waitNs: number | null;
  /** Time in ns from sending the command to its answer, on wiremark's clock; absent if no command timed the sample. */
  readonly elapsedNs?: number;
  /** Warm-up only: time of compiler threads since the slice before; absent where unknown. */
  readonly compileNs?: number;
}
