import type { Figure } from '../plan/figure.ts';
import type { FailedVerdict } from '../plan/verdict.ts';
import type { Sample } from '../store/record/record.ts';

/**
 * Input of a task (docs/PROTOCOL.md): a fixture (objects in wiremark's binary format) for tasks that write and for `walk`, which
 * only visits objects; otherwise frames (encoded documents, each after its length).
 */
export interface Inputs {
  readonly count: number;
  readonly bytes: Uint8Array;
}

export interface SliceResult extends Pick<Sample, 'ops' | 'ns' | 'cpuNs' | 'waitNs'> {
  readonly keep: number;
  /** Time from sending the command to its answer, by wiremark's clock. */
  readonly elapsedNs: number;
  /** Part of `elapsedNs` in which the timing thread or wiremark waited for a core, or wiremark did other work. */
  readonly heldNs: number;
}

export interface KeptFile {
  readonly path: string;
  readonly count: number;
}

export class RunnerFailure extends Error {
  override readonly name: string = 'RunnerFailure';
  readonly verdict: FailedVerdict;
  constructor(verdict: FailedVerdict) {
    super(verdict.reason);
    this.verdict = verdict;
  }
}

/** The library threw in an operation. The process is still running and accepts other documents. */
export class OperationFailure extends RunnerFailure {
  override readonly name = 'OperationFailure';
  readonly operation: number;
  constructor(operation: number, reason: string) {
    super({ verdict: 'crash', reason });
    this.operation = operation;
  }
}

/** A runner's process with one serializer on one case (docs/PROTOCOL.md). Asynchronous methods may throw RunnerFailure. */
export interface RunnerClient {
  readonly runtimeVersion: string;
  readonly serializerVersion: string;
  /** Time in ns from starting the process until it was ready. */
  readonly startNs: number;
  set(inputs: Inputs): Promise<void>;
  /** Runs the task `ops` times, cycling through the documents, and keeps the last `keep` results. @throws OperationFailure */
  slice(ops: number, keep: number): Promise<SliceResult>;
  /** Has the runner write a file with the results kept since the last call. The caller removes the file. */
  kept(): Promise<KeptFile>;
  /**
   * Time in ns that compiler threads ran or waited for a core since the last call; null if unknown. Reads
   * files, so don't call it while anything is timed.
   */
  compiled(): number | null;
  /** Counts allocations of `ops` operations; null if the runner can't. */
  memory(ops: number): Promise<MemoryReply | null>;
  peakResident(): Figure;
  end(): Promise<void>;
}

export interface MemoryReply {
  readonly allocated: Figure;
  /** Relative error of `allocated`; null if exact or unknown. */
  readonly allocatedError: number | null;
  /**
   * Number of garbage collections by generation, under the runtime's own names, such as `young`. If the runner doesn't
   * report them, the key `collections` has the reason.
   */
  readonly collections: ReadonlyMap<string, Figure>;
}
