import type { Launch } from '../../src/bench/workbench.ts';
import type { Contender } from '../../src/plan/case.ts';
import type { PlannedCase } from '../../src/plan/plan.ts';

/** Where a cross-check works, and how long it may take. */
export interface Site {
  /** The package folder. */
  readonly home: string;
  readonly cache: string;
  /** Scratch, in the cache. */
  readonly folder: string;
  /** With everybody's usual lengths rather than short ones. */
  readonly full: boolean;
  /** The other harness measures its rows in so many turns, a process each; null: one row after the other. */
  readonly turns: number | null;
  /** tinybench as its introduction shows it, rather than with care. */
  readonly naive: boolean;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** What is to be measured, exactly as wiremark's own runner is told it. */
export interface Target {
  readonly planned: PlannedCase;
  readonly contender: Contender;
  readonly launch: Launch;
  /** A file with its documents as the task takes them, as `set` gives them. */
  readonly documents: string;
  readonly count: number;
}
