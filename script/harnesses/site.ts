import { caseName } from '../../src/define/names.ts';
import type { Contender } from '../../src/plan/case.ts';
import { contenderName } from '../../src/plan/case.ts';
import type { PlannedCase } from '../../src/plan/plan.ts';
import type { Launch } from '../../src/trial/workbench.ts';
import type { Key, Theirs } from './figures.ts';

/** Paths and settings of a cross-check. */
export interface Site {
  /** The package folder. */
  readonly home: string;
  readonly cache: string;
  /** Scratch folder in the cache. */
  readonly folder: string;
  /** Uses long durations, near each harness's defaults, instead of short ones. */
  readonly full: boolean;
  /** Number of turns of the other harness, each with new processes; null: one row after the other. */
  readonly turns: number | null;
  /** Uses the other harness as in its introduction, instead of carefully. */
  readonly naive: boolean;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A row and case to measure, with the same job as wiremark's runner gets. */
export interface Target {
  readonly planned: PlannedCase;
  readonly contender: Contender;
  readonly launch: Launch;
  /** File with the documents of the case, as for the command `set`. It is rewritten before each measurement. */
  readonly documents: string;
  readonly bytes: Uint8Array;
  readonly count: number;
}

/** Default export of a runtime's evidence/crosscheck.ts: another harness, which measures a row and task at a time. */
export interface Harness {
  readonly title: string;
  readonly settings: (site: Site) => string;
  /** Prepares the harness. @param first one of the rows */
  readonly open: (site: Site, first: Target) => Promise<(target: Target) => Promise<Theirs>>;
}

export function keyOf({ planned, contender }: Target): Key {
  return { name: contenderName(contender), case: caseName(planned) };
}

/** The order in which a harness measures rows, in words, for `settings`. */
export function order({ turns }: Site): string {
  return turns === null ? 'one row after the other' : `rows in ${turns} turns`;
}
