import type { Deviation, Limit } from '../define/types.ts';
import type { SetKind } from '../plan/verdict.ts';
import { SLICE_NS } from '../stats/steady.ts';
import type { RunSettings } from '../store/record/record.ts';
import type { RunnerClient } from './client.ts';

export interface MeasuredRow {
  /** Index of the row among the run's contenders. */
  readonly index: number;
  readonly warmup: { readonly minimum: number; readonly maximum: number };
  /** Blocks of a round; a case has the maximum over its rows. */
  readonly blocks: number;
  /** Name of a limit; null for a serializer. A case may end before a limit's interval is narrow enough. */
  readonly limit?: Limit | null;
  /** An output is only valid until the next call: a slice keeps one result. */
  readonly reuses?: boolean | undefined;
  /** Limit of the process's memory in MiB. */
  readonly memory: number;
  start(): Promise<RunnerClient>;
  /** Replaces a process's documents; null if the row gets none of this kind. */
  give(client: RunnerClient, kind: SetKind): Promise<GivenSet | null>;
}

export interface GivenSet {
  readonly count: number;
  /** Fixture bytes of all timed documents, roughly those of kept results. */
  readonly bytes: number;
  /** See `Expected.places`. */
  readonly places?: readonly string[];
  readonly unseen: number;
  /** Compares kept results. @param of for each kept result, oldest first, the index of its document. @throws RunnerFailure for a wrong result */
  compare(of: readonly number[]): Promise<Compared>;
}

export interface Compared {
  readonly used: ReadonlySet<Deviation>;
  /** Outputs in the order of the documents. */
  readonly outputs: readonly Uint8Array[];
}

/** Uncounted time before a counted slice: a process that slept is slow at first (docs/EVIDENCE.md). */
export const RESUME_NS = 5_000_000;

/** The parts of a trial that depend on the settings, not on the runtime. */
export interface Procedure {
  readonly blocks: number;
  readonly sliceNs: number;
  /** Longest warm-up in ms. */
  readonly warmup: number;
}

export function procedureOf({ quick }: Pick<RunSettings, 'quick'>): Procedure {
  const unlimited = Number.POSITIVE_INFINITY;
  return quick
    ? { blocks: 3, sliceNs: SLICE_NS / 2, warmup: 3_600 }
    : { blocks: unlimited, sliceNs: SLICE_NS, warmup: unlimited };
}
