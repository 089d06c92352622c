/** What a trial works with: a row, and the documents that its process is given. */
import type { Deviation, Limit } from '../define/types.ts';
import type { SetKind } from '../plan/verdict.ts';
import type { RunnerClient } from './client.ts';

/** One row of the case. */
export interface MeasuredContender {
  /** Index into the run's contenders. */
  readonly index: number;
  /** Its runtime's shortest and longest warm-up, in milliseconds. */
  readonly warmup: { readonly minimum: number; readonly maximum: number };
  /** Blocks a round that its runtime asks for; the case takes the most that any asks for. */
  readonly blocks: number;
  /** A limit is a row like any, but others are never compared with it, and its interval keeps no case from ending. */
  readonly limit?: Limit | null;
  /** Its output is valid until the next call alone: never asked to keep two. */
  readonly reuses?: boolean | undefined;
  /** MiB that one of its processes may hold, as its runner's manifest says. */
  readonly memory: number;
}

/** The rows of one case. */
export interface Rows<C extends MeasuredContender, Client extends RunnerClient = RunnerClient> {
  /** Starts a process that has loaded its job. @throws RunnerFailure with the verdict */
  start(row: C): Promise<Client>;
  /**
   * Gives a process these documents, instead of those before. Not asked while anything is timed.
   *
   * @returns null where there are none for the row
   * @throws RunnerFailure
   */
  give(row: C, client: RunnerClient, kind: SetKind): Promise<GivenSet | null>;
}

/** Documents that a process has been given. */
export interface GivenSet {
  readonly count: number;
  /** Of the timed ones together, in the fixture: whatever a row reads, its objects are written so after the clock. */
  readonly bytes: number;
  /** Documents of a fresh set; 0 for a row that is given none. */
  readonly fresh: number;
  /**
   * Compares what the process kept since, whole, with the documents.
   *
   * @param of the document of each result, oldest first
   * @throws RunnerFailure for the first that is wrong
   */
  compare(of: readonly number[]): Promise<Compared>;
}

/** Results that are right. */
export interface Compared {
  /** The declared deviations that had to be forgiven. */
  readonly used: ReadonlySet<Deviation>;
  /** In the order of their documents. */
  readonly outputs: readonly Uint8Array[];
}
