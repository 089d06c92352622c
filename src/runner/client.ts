/** The core's end of the runner protocol (docs/PROTOCOL.md), as the steps above see it. */
import type { Figure } from '../plan/figure.ts';
import type { Verdict } from '../plan/verdict.ts';
import type { DocumentFile } from './job.ts';

export interface SliceResult {
  readonly ops: number;
  /** Integers of nanoseconds. */
  readonly ns: number;
  readonly cpuNs: number;
  /** Time that the timing thread was runnable but waited for a core; null where the system doesn't tell. */
  readonly waitNs: number | null;
  /** By wiremark's clock, from sending the command to its answer, in ns. */
  readonly elapsedNs: number;
  /** Of `elapsedNs`, how long wiremark and the timing thread waited for a core; null: unknown. */
  readonly heldNs: number | null;
  readonly checksum: bigint;
}

/** Once through documents that the process has never seen. */
export interface FreshResult extends Pick<SliceResult, 'ops' | 'ns' | 'cpuNs' | 'waitNs'> {}

/** A slice as it was asked for, and the checksum that its runner told. */
export interface ToldSlice extends Pick<SliceResult, 'ops' | 'checksum'> {
  readonly seed: number;
}

/** What `dump` can be asked for: `fresh` is what came of the last `fresh`. */
export type DumpSet = 'documents' | 'hard' | 'fresh';

/** The runner didn't do what it was told; `verdict` says how. Its process group is ended by then. */
export class RunnerFailure extends Error {
  override readonly name = 'RunnerFailure';
  readonly verdict: Verdict;
  constructor(verdict: Verdict & { reason: string }) {
    super(verdict.reason);
    this.verdict = verdict;
  }
}

/** One trial: a fresh runner process with one serializer on one case. Every method may throw RunnerFailure. */
export interface RunnerClient {
  readonly runtimeVersion: string;
  readonly serializerVersion: string;
  /** From starting the process to its being ready, in ns. */
  readonly startNs: number;
  /** @param seed tells where results are looked into: a whole number from 0 to 2³² − 1 */
  slice(ops: number, seed: number): Promise<SliceResult>;
  /** Runs the task once on each of these documents, in order, and keeps the results for `dump`. */
  fresh(file: DocumentFile): Promise<FreshResult>;
  /**
   * CPU time of the whole process so far, all threads, by the system's account in ns; null where it doesn't tell, or where
   * the runner is more than one process.
   */
  cpuNs(): number | null;
  /**
   * For how long the runtime's compiler threads ran, or waited for a core, since this was asked last, in ns; null where
   * that can't be told. Reads a file for each thread: not to be asked while anything is timed.
   */
  compiled(): number | null;
  /** Returns the file that holds the results, see `dump` in docs/PROTOCOL.md. */
  dump(set: DumpSet): Promise<string>;
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
  memory(ops: number): Promise<MemoryReply>;
  /** Largest resident memory of the process so far, in bytes; never throws. */
  peakResident(): Figure;
}
