import type { Deviation } from '../define/types.ts';
import type { FailedVerdict, Verdict } from '../plan/verdict.ts';
import type { CaseEnd, RunSettings, Sample } from '../store/record/record.ts';
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
  readonly cores: number;
  readonly processes?: number;
  /**
   * Verifies a row before its first round, in another process: until its last block, a timed process must see only timed
   * documents.
   */
  rehearse?(contender: MeasuredRow): Promise<Verdict>;
  readonly timeUnverified?: boolean;
  readonly failed?: ReadonlyMap<number, Verdict>;
  readonly signal?: AbortSignal;
  now?(): number;
}

export type Step = 'checking' | 'starting' | 'warming up' | 'timing' | 'verifying';

export interface Progress {
  readonly round: number;
  readonly group: number;
  readonly step: Step;
  readonly block?: number;
  readonly blocks?: number;
}

export interface MeasureEvents {
  sample(sample: Sample): void;
  /** A process has started. If this throws, the case ends. */
  started?(contender: number, client: RunnerClient): void;
  wrote?(contender: number, outputs: readonly Uint8Array[]): Promise<void>;
  /** All results of a process were verified. @param used declared deviations that the results needed */
  passed?(contender: number, used: ReadonlySet<Deviation>): void;
  failed?(contender: number, verdict: FailedVerdict): void;
  fault?(error: unknown): void;
  /** Called only while nothing is timed. @param rows returns the timed slices of rows that haven't failed */
  progress?(progress: Progress, rows: () => ReadonlyMap<number, readonly Sample[]>): void;
}

export interface CaseOutcome {
  /** Number of rounds. If the budget ran out, the last one may have fewer blocks. */
  readonly rounds: number;
  readonly ended: CaseEnd | 'aborted';
  readonly missed: readonly number[];
}
