/** A runner process as trials see it (docs/PROTOCOL.md). */
import type { Figure } from '../plan/figure.ts';
import type { FailedVerdict } from '../plan/verdict.ts';

/** Documents as a process takes them: a fixture or frames, depending on its task. */
export interface Inputs {
  readonly count: number;
  readonly bytes: Uint8Array;
}

export interface SliceResult {
  readonly ops: number;
  readonly keep: number;
  /** Whole nanoseconds, as the runner reports them. */
  readonly ns: number;
  readonly cpuNs: number;
  /** Time that the timing thread waited for a core; null where the system doesn't report it. */
  readonly waitNs: number | null;
  /** From command to answer by wiremark's clock, in ns. */
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

/** The library threw in an operation. The process keeps running and accepts another set of documents. */
export class OperationFailure extends RunnerFailure {
  override readonly name = 'OperationFailure';
  /** Number of the operation within its slice, from 0. */
  readonly operation: number;
  constructor(operation: number, reason: string) {
    super({ verdict: 'crash', reason });
    this.operation = operation;
  }
}

/** One trial: a fresh runner process with one serializer on one case. Every method may throw RunnerFailure. */
export interface RunnerClient {
  readonly runtimeVersion: string;
  readonly serializerVersion: string;
  /** Time from the start of the process until it is ready, in ns. */
  readonly startNs: number;
  set(inputs: Inputs): Promise<void>;
  /** Runs the task `ops` times, rotating over the documents, and keeps the last `keep` results. @throws OperationFailure */
  slice(ops: number, keep: number): Promise<SliceResult>;
  /** Makes the runner write the results that it kept since the last call to a file, which the caller removes. */
  kept(): Promise<KeptFile>;
  /**
   * ns that the runtime's compiler threads ran or waited for a core since the last call; null where unknown. Reads a file for
   * each thread: not while anything is timed.
   */
  compiled(): number | null;
  /** Counts what `ops` operations allocate, in the memory pass only; null for a runner that doesn't count. */
  memory(ops: number): Promise<MemoryReply | null>;
  /** Largest resident memory of the process so far, in bytes; never throws. */
  peakResident(): Figure;
  /** Ends the process in an orderly way; never throws. */
  end(): Promise<void>;
}

/** A runner's counts, see `memory` in docs/PROTOCOL.md. */
export interface MemoryReply {
  readonly allocated: Figure;
  /** Relative error, as a fraction; null when the count is exact or its error unknown. */
  readonly allocatedError: number | null;
  /** Collections by the runtime's name of the generation; `collections` if it has no generations. */
  readonly collections: ReadonlyMap<string, Figure>;
}
