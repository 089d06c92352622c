import type { Figure } from '../plan/figure.ts';
import type { FailedVerdict } from '../plan/verdict.ts';

/** Input of a task (docs/PROTOCOL.md): a fixture for tasks that write, frames for tasks that read. */
export interface Inputs {
  readonly count: number;
  readonly bytes: Uint8Array;
}

export interface SliceResult {
  readonly ops: number;
  readonly keep: number;
  readonly ns: number;
  readonly cpuNs: number;
  /** Time that the timing thread waited for a core; null if the system doesn't report it. */
  readonly waitNs: number | null;
  /** From command to answer by wiremark's clock. */
  readonly elapsedNs: number;
  /** Part of `elapsedNs` in which the timing thread or wiremark waited for a core, or wiremark did other work. */
  readonly heldNs: number;
}

export interface KeptFile {
  readonly path: string;
  readonly count: number;
}

/** A runner failed. Its process group has ended. */
export class RunnerFailure extends Error {
  override readonly name: string = 'RunnerFailure';
  readonly verdict: FailedVerdict;
  constructor(verdict: FailedVerdict) {
    super(verdict.reason);
    this.verdict = verdict;
  }
}

/** The library threw in an operation. The process goes on and accepts other documents. */
export class OperationFailure extends RunnerFailure {
  override readonly name = 'OperationFailure';
  /** Index of the operation in its slice. */
  readonly operation: number;
  constructor(operation: number, reason: string) {
    super({ verdict: 'crash', reason });
    this.operation = operation;
  }
}

/** A runner process with one serializer on one case (docs/PROTOCOL.md). Every method may throw RunnerFailure. */
export interface RunnerClient {
  readonly runtimeVersion: string;
  readonly serializerVersion: string;
  /** ns from the start of the process until it was ready. */
  readonly startNs: number;
  set(inputs: Inputs): Promise<void>;
  /** Runs the task `ops` times, rotating over the documents, and keeps the last `keep` results. @throws OperationFailure */
  slice(ops: number, keep: number): Promise<SliceResult>;
  /** Results kept since the last call. The caller removes the file. */
  kept(): Promise<KeptFile>;
  /** ns that compiler threads ran or waited since the last call; null if unknown. Reads files: not while anything is timed. */
  compiled(): number | null;
  /** Counts allocations of `ops` operations; null for a runner that doesn't count. */
  memory(ops: number): Promise<MemoryReply | null>;
  /** Largest resident memory so far, in bytes; never throws. */
  peakResident(): Figure;
  end(): Promise<void>;
}

export interface MemoryReply {
  readonly allocated: Figure;
  /** Relative error of `allocated`; null if exact or unknown. */
  readonly allocatedError: number | null;
  /** Collections by the runtime's name of the generation; `collections` if it has no generations. */
  readonly collections: ReadonlyMap<string, Figure>;
}
