/** The core's end of the runner protocol (docs/PROTOCOL.md), as the steps above see it. */
import type { Figure } from '../plan/figure.ts';
import type { Verdict } from '../plan/verdict.ts';

/** Documents as a process is given them: a fixture or frames, by its task. */
export interface Inputs {
  readonly count: number;
  readonly bytes: Uint8Array;
}

export interface SliceResult {
  readonly ops: number;
  /** How many results of it were kept. */
  readonly keep: number;
  /** Integers of nanoseconds. */
  readonly ns: number;
  readonly cpuNs: number;
  /** Time that the timing thread was runnable but waited for a core; null where the system doesn't tell. */
  readonly waitNs: number | null;
  /** By wiremark's clock, from sending the command to its answer, in ns. */
  readonly elapsedNs: number;
  /**
   * Of `elapsedNs`, how long the timing thread and wiremark waited for a core, as far as the system tells, and how long
   * wiremark was at other work.
   */
  readonly heldNs: number;
}

export interface KeptFile {
  readonly path: string;
  readonly count: number;
}

/** The runner didn't do what it was told; `verdict` says how. Its process group is ended by then. */
export class RunnerFailure extends Error {
  override readonly name: string = 'RunnerFailure';
  readonly verdict: Verdict;
  constructor(verdict: Verdict & { reason: string }) {
    super(verdict.reason);
    this.verdict = verdict;
  }
}

/** The library refused an operation, or threw. The process goes on, and takes another set. */
export class OperationFailure extends RunnerFailure {
  override readonly name = 'OperationFailure';
  /** Within its slice, from 0. */
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
  /** From starting the process to its being ready, in ns. */
  readonly startNs: number;
  /** Replaces the documents that it works on. */
  set(inputs: Inputs): Promise<void>;
  /**
   * Runs the task so often, in rotation over the set.
   *
   * @param keep results of the last operations that are kept
   * @throws OperationFailure: the process goes on
   */
  slice(ops: number, keep: number): Promise<SliceResult>;
  /** What was kept since this was asked last, in a file that is the caller's to remove. */
  kept(): Promise<KeptFile>;
  /**
   * For how long the runtime's compiler threads ran, or waited for a core, since this was asked last, in ns; null where
   * that can't be told. Reads a file for each thread: not to be asked while anything is timed.
   */
  compiled(): number | null;
  /** Ends the process in an orderly way; never throws. */
  end(): Promise<void>;
}

/** What a runner counted while it ran the task, see `memory` in docs/PROTOCOL.md. */
export interface MemoryReply {
  /** Bytes, of all operations together. */
  readonly allocated: Figure;
  /** As a fraction; null when it is exact or unknown. */
  readonly allocatedError: number | null;
  /** By the runtime's own names of its generations; `collections` where it can tell of none. */
  readonly collections: ReadonlyMap<string, Figure>;
}

/** A process of the memory pass. What is timed is only given a RunnerClient, so that nothing is counted there. */
export interface MemoryClient extends RunnerClient {
  /** Null for a runner that doesn't count. */
  memory(ops: number): Promise<MemoryReply | null>;
  /** Largest resident memory of the process so far, in bytes; never throws. */
  peakResident(): Figure;
}
