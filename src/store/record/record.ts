/**
 * What one run leaves on disk, in `.wiremark/runs/<id>/`: `run.json` (RunRecord, rewritten whole when a fact is added),
 * `samples.csv` (one Sample a line, appended as it arrives) and, when it is over, `SHA256SUMS` over both.
 */
import type { Read } from '../../define/check.ts';
import type * as shape from './schema.ts';

/** Runs of another are refused. */
export const RUN_SCHEMA = 4;

export type RunRecord = Read<typeof shape.run>;
export type Machine = Read<typeof shape.machine>;
export type RunSettings = Read<typeof shape.settings>;
export type RunContender = Read<typeof shape.contender>;
export type RunCase = Read<typeof shape.plannedCase>;
export type CaseEnd = NonNullable<RunCase['ended']>;
export type DataRequest = Read<typeof shape.data>;
export type OwnDocuments = Read<typeof shape.own>;
export type RunRequest = Read<typeof shape.request>;
export type RecordedSamples = Read<typeof shape.samples>;
export type Stopped = Read<typeof shape.stopped>;
export type Interruption = Read<typeof shape.interruption>;
export type Sizes = Read<typeof shape.sizes>;
export type RunOutcome = Read<typeof shape.outcome>;
export type MemoryFigures = Read<typeof shape.memory>;

export const PHASES = ['start', 'first', 'warmup', 'block', 'unseen', 'again'] as const;

/** One timed slice. All numbers are whole, from 0 to 2⁵³ − 1; all times are nanoseconds. */
export interface Sample {
  readonly case: number;
  readonly contender: number;
  readonly round: number;
  /**
   * - `start`: from starting the process to its being ready, 0 operations
   * - `first`: the process's first operation
   * - `warmup`
   * - `block`: what counts
   * - `unseen`: once over documents never seen before, after the last block; `ops` says how many
   * - `again`: before that, once over timed documents in slices of as many operations
   */
  readonly phase: (typeof PHASES)[number];
  /** Position within its phase. */
  readonly block: number;
  readonly ops: number;
  readonly ns: number;
  readonly cpuNs: number;
  /** Time that the timing thread was runnable but waited for a core, in ns; null where the system doesn't tell. */
  readonly waitNs: number | null;
  /** The core's own stopwatch, from command to answer, in ns; absent where it wasn't held. */
  readonly elapsedNs?: number;
  /**
   * Of a slice of a warm-up: time that the runtime's compiler threads ran or waited for a core since the slice before,
   * in ns; absent where the system or the runtime doesn't tell.
   */
  readonly compileNs?: number;
}
