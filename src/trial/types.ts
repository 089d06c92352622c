import type { Deviation, Limit } from '../define/types.ts';
import type { SetKind } from '../plan/verdict.ts';
import { SLICE_NS } from '../stats/steady.ts';
import type { RunSettings } from '../store/record/record.ts';
import type { RunnerClient } from './client.ts';

export interface MeasuredRow {
  readonly index: number;
  readonly warmup: { readonly minimum: number; readonly maximum: number };
  /** Number of blocks (timed slices) in a round. A case uses the largest number among its rows, at most that of `Procedure`. */
  readonly blocks: number;
  /** The minimal operation that the row measures, such as `copy`; null or absent for a serializer. */
  readonly limit?: Limit | null;
  /** True if each output is valid only until the next call. Then a slice keeps at most one result. */
  readonly reuses?: boolean | undefined;
  /** MiB that a process may use, by its manifest: decides how many run at once. */
  readonly memory: number;
  start(): Promise<RunnerClient>;
  /** Sends documents to a process, in place of earlier ones; null if the row gets none of this kind. */
  give(client: RunnerClient, kind: SetKind): Promise<GivenSet | null>;
}

export interface GivenSet {
  readonly count: number;
  /** Size of all timed documents in wiremark's format, which is roughly the size of their results. */
  readonly bytes: number;
  readonly places?: readonly string[];
  readonly unseen: number;
  /**
   * Fetches the results that the runner has kept, and compares them with their documents. @param of index of each result's
   * document, that of the oldest result first. @throws RunnerFailure if a result is wrong
   */
  compare(of: readonly number[]): Promise<Compared>;
}

export interface Compared {
  readonly used: ReadonlySet<Deviation>;
  /** Kept results, sorted by document; empty for `walk`, which only visits objects. */
  readonly outputs: readonly Uint8Array[];
}

/** Duration in ns of the unrecorded slice before a timed one: a process that slept is slow at first (docs/EVIDENCE.md). */
export const RESUME_NS = 5_000_000;

export interface Procedure {
  readonly blocks: number;
  readonly sliceNs: number;
  /** Longest warm-up in ms. */
  readonly warmup: number;
}

export function procedureOf({ quick }: Pick<RunSettings, 'quick'>): Procedure {
  const unlimited = Number.POSITIVE_INFINITY;
  const [blocks, warmup] = quick ? [3, 3_600] : [unlimited, unlimited];
  return { blocks, sliceNs: SLICE_NS, warmup };
}
