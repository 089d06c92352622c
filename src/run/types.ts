import type { Deviation } from '../define/types.ts';
import type { Verdict } from '../plan/verdict.ts';
import type { RunSettings, Sample } from '../store/record/record.ts';
import type { RunnerClient } from '../trial/client.ts';
import type { MeasuredRow } from '../trial/types.ts';

export interface MeasureInput {
  readonly baseline: number;
  readonly standIn?: number | undefined;
  readonly case: number;
  readonly batch: number;
  readonly contenders: readonly MeasuredRow[];
  readonly settings: RunSettings;
  readonly earlier?: readonly Sample[];
  /** Seconds for this case; null for no limit. */
  readonly budget: number | null;
  /** Processes that may work at the same time, except while timing. */
  readonly cores: number;
  /** Maximum number of processes alive at once; by default, as many as fit into memory. */
  readonly processes?: number;
  /** Verifies a row in another process: until its last block, a timed process gets only timed documents. */
  rehearse?(contender: MeasuredRow): Promise<Verdict>;
  /** Rows that fail verification are timed, too, and keep their verdict. */
  readonly timeUnverified?: boolean;
  /** Rows that failed before the interruption and are timed on request. */
  readonly failed?: ReadonlyMap<number, Verdict>;
  /** Interrupts the case. Rows must start their processes with it, too. */
  readonly signal?: AbortSignal;
  now?(): number;
}

/** `rehearse` verifies all rows before the first round; `start` starts processes one after another. */
export type Step = 'rehearse' | 'start' | 'warm up' | 'time' | 'verify';

export interface Progress {
  /** Counted from 0, like `group`. */
  readonly round: number;
  readonly group: number;
  readonly groups: number;
  readonly step: Step;
  /** While timing: the block that begins, from 0, of `blocks`. */
  readonly block?: number;
  readonly blocks?: number;
}

export interface MeasureEvents {
  sample(sample: Sample): void;
  /** A process has started. @throws an error that ends the case */
  started?(contender: number, client: RunnerClient): void;
  /** A row's outputs for the timed documents are right. */
  wrote?(contender: number, outputs: readonly Uint8Array[]): Promise<void>;
  /** All results of a process are right. @param used deviations that had to be forgiven */
  passed?(contender: number, used: ReadonlySet<Deviation>): void;
  failed?(contender: number, verdict: Verdict): void;
  fault?(error: unknown): void;
  /** Called only while nothing is timed. @param rows timed slices of live contenders */
  progress?(progress: Progress, rows: () => ReadonlyMap<number, readonly Sample[]>): void;
}

export interface CaseOutcome {
  /** Verdicts by contender. `ok`: verified before and after timing. */
  readonly verdicts: ReadonlyMap<number, Verdict>;
  /** Number of rounds; the last may have fewer blocks if the budget ran out. */
  readonly rounds: number;
  readonly ended: 'target' | 'rounds' | 'budget' | 'aborted' | 'no contenders left';
  readonly reference: number | null;
  readonly missed: readonly number[];
}
