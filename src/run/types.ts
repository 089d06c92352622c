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
  /** Samples of the complete rounds before the run was interrupted. */
  readonly earlier?: readonly Sample[];
  /** Seconds for this case; null for no limit. */
  readonly budget: number | null;
  /** Processes that may work at the same time except while timing. */
  readonly cores: number;
  /** Limit for processes alive at once; by default, as many as fit into memory. */
  readonly processes?: number;
  /** Verifies a row before it is timed, in another process: until its last block, a timed process gets only timed documents. */
  rehearse?(contender: MeasuredRow): Promise<Verdict>;
  /** Whether rows that fail verification are timed, too; they keep their verdict. */
  readonly timeUnverified?: boolean;
  /** Rows that failed before the interruption but are timed on request. */
  readonly failed?: ReadonlyMap<number, Verdict>;
  /** Ends everything at once. Rows must start their processes with the same signal. */
  readonly signal?: AbortSignal;
  now?(): number;
}

/** Step of a case: `rehearse` verifies all rows before the first round; `start` starts processes one after another. */
export type Step = 'rehearse' | 'start' | 'warm up' | 'time' | 'verify';

export interface Progress {
  /** From 0. */
  readonly round: number;
  readonly group: number;
  readonly groups: number;
  readonly step: Step;
  /** In step `time`: the block that begins, from 0, and the number of blocks. */
  readonly block?: number;
  readonly blocks?: number;
}

/** Events of a case; `contender` is the index of a row. */
export interface MeasureEvents {
  /** Takes each sample as it arrives. Not awaited. */
  sample(sample: Sample): void;
  /** A process has started. @throws an error that ends the case */
  started?(contender: number, client: RunnerClient): void;
  /** A row's outputs for the timed documents, in their order, are right. */
  wrote?(contender: number, outputs: readonly Uint8Array[]): Promise<void>;
  /** All results of a process are right. @param used declared deviations that had to be forgiven */
  passed?(contender: number, used: ReadonlySet<Deviation>): void;
  failed?(contender: number, verdict: Verdict): void;
  /** An error that no runner caused; it ends the case. */
  fault?(error: unknown): void;
  /** @param rows timed slices of each live contender so far; called only while nothing is timed */
  progress?(progress: Progress, rows: () => ReadonlyMap<number, readonly Sample[]>): void;
}

export interface CaseOutcome {
  /** Verdicts by contender. `ok`: verified before and after timing. Contenders of an interrupted case may have none. */
  readonly verdicts: ReadonlyMap<number, Verdict>;
  /** Measured rounds; the last may have fewer blocks if the budget ran out. */
  readonly rounds: number;
  readonly ended: 'target' | 'rounds' | 'budget' | 'aborted' | 'no contenders left';
  /** The row that others were compared with at the end; null if nothing was measured. */
  readonly reference: number | null;
  /** Contenders whose interval is still wider than the target. */
  readonly missed: readonly number[];
}
