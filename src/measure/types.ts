/** What measuring a case takes, tells on its way, and gives back. */

import type { Deviation, Limit } from '../define/types.ts';
import type { SetKind, Verdict } from '../plan/verdict.ts';
import type { RunnerClient } from '../runner/client.ts';
import type { RunSettings, Sample } from '../store/record/record.ts';

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

export interface MeasureInput<C extends MeasuredContender = MeasuredContender> {
  readonly baseline: number;
  readonly standIn?: number | undefined;
  /** Index into the run's cases. */
  readonly case: number;
  readonly batch: number;
  readonly contenders: readonly C[];
  readonly settings: RunSettings;
  /** Samples of this case's whole rounds from before the run was interrupted; the next round follows. */
  readonly earlier?: readonly Sample[];
  /** Seconds for this case, of what the run's budget has left; null: as long as it takes. */
  readonly budget: number | null;
  /** Processes that may work at the same time outside of timing: the machine's cores. */
  readonly cores: number;
  /** Most processes alive at once; contenders beyond that are measured in groups. As many as fit by default. */
  readonly processes?: number;
  /** A fresh process that has loaded its job. @throws RunnerFailure with the verdict */
  start(contender: C): Promise<RunnerClient>;
  /**
   * Does the work once in a process of its own, which is verified and ends: what doesn't pass isn't timed. A process that
   * is timed has seen nothing but the case's own documents until its last block is over. There is no rehearsal by default.
   */
  rehearse?(contender: C): Promise<Verdict>;
  /**
   * Gives a process these documents, instead of those before. Not asked while anything is timed.
   *
   * @returns null for what isn't tried with any
   * @throws RunnerFailure
   */
  set(contender: C, client: RunnerClient, kind: SetKind): Promise<GivenSet | null>;
  /** What it put out for the timed documents is right: these, in the documents' order. */
  wrote?(contender: C, outputs: readonly Uint8Array[]): Promise<void>;
  /** All that it put out is right. @param used the declared deviations that had to be forgiven */
  passed?(contender: C, used: ReadonlySet<Deviation>): Promise<void> | void;
  /** Whether rows are timed, too, that don't do the work, or only did it once; they keep their verdict. */
  readonly timeUnverified?: boolean;
  /** Those that failed before the run was interrupted and are timed all the same. */
  readonly failed?: ReadonlyMap<number, Verdict>;
  /**
   * Ends everything at once. Processes must be started with it too, so that a slice under way ends and throws the
   * signal's reason.
   */
  readonly signal?: AbortSignal;
  /** Milliseconds from any fixed moment. The only clock; it serves the budget. */
  now?(): number;
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

/** `rehearse`: once, before the first round; `start`: one process after another, each with its first operation. */
export type Step = 'rehearse' | 'start' | 'warm up' | 'time' | 'verify';

export interface Progress {
  /** From 0. */
  readonly round: number;
  readonly group: number;
  readonly groups: number;
  readonly step: Step;
  /** Of `time`: the block that begins, from 0, and how many there are. */
  readonly block?: number;
  readonly blocks?: number;
}

export interface MeasureEvents {
  /** Each sample as it arrives, before anything is made of it. Not awaited. */
  sample(sample: Sample): void;
  /** A contender's part is over with this verdict, which is not `ok`. */
  failed?(contender: number, verdict: Verdict): void;
  /** @param rows the timed slices of each live contender so far, which are asked for where nothing is timed */
  progress?(progress: Progress, rows: () => ReadonlyMap<number, readonly Sample[]>): void;
}

export interface CaseOutcome {
  /**
   * By index into the run's contenders. `ok` only for what passed verification before and after timing; an interrupted
   * case has no entry for what didn't get that far.
   */
  readonly verdicts: ReadonlyMap<number, Verdict>;
  /** Rounds that were measured, the last perhaps with fewer blocks when the budget ran out in it. */
  readonly rounds: number;
  /** Why no further round was measured. */
  readonly ended: 'target' | 'rounds' | 'budget' | 'aborted' | 'no contenders left';
  /** What the others were compared with when it was decided to stop; null when nothing was measured. */
  readonly reference: number | null;
  /** Contenders whose interval is still wider than the target. */
  readonly missed: readonly number[];
}
