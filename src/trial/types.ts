/** The rows of a case, and the documents that their processes get. */
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
  /** A limit is measured like a row, but never compared with others, and a case doesn't wait for its interval. */
  readonly limit?: Limit | null;
  /** Whether an output is only valid until the next call, so that two are never kept. */
  readonly reuses?: boolean | undefined;
  /** MiB that a process may use, from the runner's manifest. */
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
