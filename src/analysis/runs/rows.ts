/** The rows of a comparison of two runs: a row as each run has it, and what changed in between. */

import type { Estimate } from '../figures.ts';
import type { Grade } from '../finding.ts';
import type { CaseFacts, Finding, RankedRow, Row, RowFacts } from '../rows.ts';
import type { Change } from './change.ts';

export interface Sides<Side> {
  readonly before: Side;
  readonly after: Side;
}

/** In the order in which a reader has to see them. */
export const STATES = [
  // What the ratios of both runs are relative to.
  'baseline',
  // Ranked in both runs.
  'compared',
  // It was ok and isn't any more: mismatch, clock, remembers, crash or timeout.
  'failing',
  // It was ranked, and is gone, unavailable, unsupported or not measured.
  'lost',
  // It failed before and is ranked now.
  'fixed',
  // The run before didn't have it, or without figures.
  'new',
  // Neither run ranked it.
  'unranked',
  // Both did, but they have nothing in common.
  'incomparable',
] as const;
export type State = (typeof STATES)[number];

/** A row as the later run has it, else the one before, and what changed. What it can't have is null. */
export interface ChangedRow extends RowFacts, Pick<CaseFacts, 'baseline' | 'disturbed'>, Sides<Row | null> {
  readonly state: State;
  /** Time after over time before, each relative to the baseline; of the baseline itself, its time: above 1 is slower. */
  readonly change: Estimate | null;
  readonly finding: Finding | null;
  readonly grade: Grade | null;
  /** Fewer than ten rounds in a run. */
  readonly preliminary: boolean | null;
  /** Adjusted for all rows of the comparison. */
  readonly pValue: number | null;
  /** Why figures of both runs can't be compared. */
  readonly obstacle: string | null;
  /** What it is judged by among all others; null where there is nothing to judge. */
  readonly test: Change | null;
}

export type JudgedRow = ChangedRow &
  Sides<RankedRow> & {
    readonly state: 'compared';
    readonly change: Estimate;
    readonly finding: Exclude<Finding, 'baseline'>;
    readonly grade: Grade;
    readonly preliminary: boolean;
  };

export function isRanked(row: Row | null | undefined): row is RankedRow {
  return row?.kind === 'ranked';
}

/** Of a row that is lost or new, the run that alone was asked for it; null where both were. */
export function onlyIn({ state, before, after }: ChangedRow): keyof Sides<Row> | null {
  if (state === 'lost') return after === null ? 'before' : null;
  return state === 'new' && before === null ? 'after' : null;
}

/** Whether its own code or version differs between the runs, as far as both know. */
export function hasChanged({ before, after }: Sides<Row | null>): boolean {
  if (before === null || after === null) return false;
  const [was, is] = [before.version, after.version];
  return before.code !== after.code || (was !== null && is !== null && was !== is);
}

export function isJudged(row: ChangedRow | undefined): row is JudgedRow {
  return row?.state === 'compared';
}

interface Growth extends Sides<number> {
  /** The least and the most that after / before can be, as far as both are known; equal for what is exact. */
  readonly low: number;
  readonly high: number;
}

/** Of allocations, relatively, where the runner states none: what else a process allocates is spread over the operations. */
const UNSTATED_ERROR = 0.001;

/** How outputs or allocations grew; null where the row isn't compared, or a run doesn't know. */
export function growthOf(what: 'bytes' | 'allocated', row: ChangedRow): Growth | null {
  if (row.state !== 'compared' && row.state !== 'baseline') return null;
  const [was, is] = [row.before, row.after].map((side) => figureOf(what, side));
  if (!was || !is) return null;
  // From nothing to nothing is no growth; from nothing to something it has no measure.
  const over = (a: number, b: number) => (a === b ? 1 : a / b);
  return {
    before: was.value,
    after: is.value,
    low: over(is.value * (1 - is.error), was.value * (1 + was.error)),
    high: over(is.value * (1 + is.error), was.value * (1 - was.error)),
  };
}

function figureOf(what: 'bytes' | 'allocated', row: Row | null) {
  if (row?.kind !== 'ranked') return null;
  const { sizes, memory } = row;
  if (what === 'bytes') return sizes && { value: sizes.raw, error: 0 };
  return memory?.allocated.known
    ? { value: memory.allocated.value, error: memory.allocatedError ?? UNSTATED_ERROR }
    : null;
}

/** What counts as the same unless told: two unchanged full runs show as much in nine of ten rows (docs/COMPARING.md). */
export const WITHIN = 0.05;
