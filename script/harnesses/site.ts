import { caseName } from '../../src/define/names.ts';
import type { Contender } from '../../src/plan/case.ts';
import { contenderName } from '../../src/plan/case.ts';
import type { PlannedCase } from '../../src/plan/plan.ts';
import type { Launch } from '../../src/trial/workbench.ts';
import type { Key, Theirs } from './figures.ts';

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
  /** As the introduction of the other harness shows it, rather than with care. */
  readonly naive: boolean;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** What is to be measured, exactly as wiremark's own runner is told it. */
export interface Target {
  readonly planned: PlannedCase;
  readonly contender: Contender;
  readonly launch: Launch;
  /** A file with its documents as the task takes them, as `set` gives them. Written anew before each measurement. */
  readonly documents: string;
  readonly bytes: Uint8Array;
  readonly count: number;
}

/** What a runtime's own evidence/crosscheck.ts has: another harness, which takes one row and task at a time, as its users do. */
export interface Harness {
  readonly title: string;
  readonly settings: (site: Site) => string;
  /** Makes it ready. @param first one of the rows */
  readonly open: (site: Site, first: Target) => Promise<(target: Target) => Promise<Theirs>>;
}

/** What a harness's figures are of. */
export function keyOf({ planned, contender }: Target): Key {
  return { name: contenderName(contender), case: caseName(planned) };
}

/** How a harness takes its rows, for its `settings`. */
export function order({ turns }: Site): string {
  return turns === null ? 'one row after the other' : `rows in ${turns} turns`;
}
