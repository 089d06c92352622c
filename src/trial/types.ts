/** The rows of a case, and the documents that their processes get. */
import type { Deviation, Limit } from '../define/types.ts';
import type { SetKind } from '../plan/verdict.ts';
import { SLICE_NS } from '../stats/steady.ts';
import type { RunSettings } from '../store/record/record.ts';
import type { RunnerClient } from './client.ts';

export interface MeasuredRow {
  /** Index into the run's contenders. */
  readonly index: number;
  /** The runtime's shortest and longest warm-up, in milliseconds. */
  readonly warmup: { readonly minimum: number; readonly maximum: number };
  /** Blocks per round that the runtime's manifest asks for; a case uses the largest number of its rows. */
  readonly blocks: number;
  /** A limit is never compared with rows, and a case doesn't wait for its interval. */
  readonly limit?: Limit | null;
  /** Whether an output is only valid until the next call: then a slice keeps one result. */
  readonly reuses?: boolean | undefined;
  /** MiB that a process may use. */
  readonly memory: number;
  /** Starts a process that has loaded its job. @throws RunnerFailure */
  start(): Promise<RunnerClient>;
  /** Replaces a process's documents; null if the row gets none of this kind. @throws RunnerFailure */
  give(client: RunnerClient, kind: SetKind): Promise<GivenSet | null>;
}

/** The documents of a process, after one command `set`. */
export interface GivenSet {
  readonly count: number;
  /** Fixture bytes of all timed documents: the size of kept results, roughly. */
  readonly bytes: number;
  /** Number of unseen documents that the row will get. */
  readonly unseen: number;
  /** Compares the kept results. @param of each result's document, by index, oldest first. @throws RunnerFailure for a wrong result */
  compare(of: readonly number[]): Promise<Compared>;
}

/** Outcome of a comparison in which all results were right. */
export interface Compared {
  /** Declared deviations that had to be forgiven. */
  readonly used: ReadonlySet<Deviation>;
  /** Outputs in the order of their documents. */
  readonly outputs: readonly Uint8Array[];
}

/** Length of the uncounted slice before a counted one, in ns: a process that slept is slow at first (docs/EVIDENCE.md). */
export const RESUME_NS = 5_000_000;

/** The parts of a trial that depend on the settings, not on the runtime. */
export interface Procedure {
  /** Maximum number of blocks in a round. */
  readonly blocks: number;
  /** Intended length of a timed slice. */
  readonly sliceNs: number;
  /** Longest warm-up in milliseconds. */
  readonly warmup: number;
}

/** Quick rounds have fewer and shorter blocks, and a shorter longest warm-up. */
export function procedureOf({ quick }: Pick<RunSettings, 'quick'>): Procedure {
  const unlimited = Number.POSITIVE_INFINITY;
  return quick
    ? { blocks: 3, sliceNs: SLICE_NS / 2, warmup: 3_600 }
    : { blocks: unlimited, sliceNs: SLICE_NS, warmup: unlimited };
}
