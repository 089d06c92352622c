import type { Estimate } from '../figures.ts';
import type { Grade } from '../finding.ts';
import type { CaseFacts, Finding, RankedRow, Row, RowFacts } from '../rows.ts';
import type { Change } from './change.ts';

export interface Sides<Side> {
  readonly before: Side;
  readonly after: Side;
}

/** States of a row in two runs, in the order of the tables. */
export const STATES = [
  'baseline',
  // Ranked in both runs, and compared.
  'compared',
  // Was ok, and fails now: mismatch, clock, remembers, crash or timeout.
  'failing',
  // Was ranked, and is now missing, unavailable, unsupported or not measured.
  'lost',
  // Failed before, and is ranked now.
  'fixed',
  // Missing from the earlier run; or ranked now, and unavailable, unsupported or not measured then.
  'new',
  // Ranked in neither run.
  'unranked',
  // Ranked in both, not comparable.
  'incomparable',
] as const;
export type State = (typeof STATES)[number];

/** A row of two runs with its change. RowFacts are those of the later run, or of the only run that has the row. */
export interface ChangedRow extends RowFacts, Pick<CaseFacts, 'baseline' | 'disturbed'>, Sides<Row | null> {
  readonly state: State;
  /** Ratio after / before; for the baseline, time after / before. Above 1 is slower. */
  readonly change: Estimate | null;
  readonly finding: Finding | null;
  readonly grade: Grade | null;
  readonly preliminary: boolean | null;
  readonly pValue: number | null;
  readonly obstacle: string | null;
  readonly test: Change | null;
}

export type JudgedChange = ChangedRow &
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

/** Returns which run has a `lost` or `new` row; null if both runs have it, and for other rows. */
export function onlyIn({ state, before, after }: ChangedRow): keyof Sides<Row> | null {
  if (state === 'lost') return after === null ? 'before' : null;
  return state === 'new' && before === null ? 'after' : null;
}

export function hasChanged({ before, after }: Sides<Row | null>): boolean {
  if (before === null || after === null) return false;
  const [was, is] = [before.version, after.version];
  return before.code !== after.code || (was !== null && is !== null && was !== is);
}

export function isJudged(row: ChangedRow | undefined): row is JudgedChange {
  return row?.state === 'compared';
}

/** Relative error of allocations if the runner states none. */
const UNSTATED_ERROR = 0.001;

/**
 * Growth of a figure, after / before; `low` and `high` allow for errors of measurement. Null if the row isn't comparable or a
 * figure is missing.
 */
export function growthOf(what: 'bytes' | 'allocated', row: ChangedRow) {
  if (row.state !== 'compared' && row.state !== 'baseline') return null;
  const [was, is] = [row.before, row.after].map((side) => figureOf(what, side));
  if (!was || !is) return null;
  // 0 / 0 counts as 1: no growth.
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

/** Default of `--within`. Between quick runs at rest, 95 % of ratios changed by at most 5.4 % (docs/EVIDENCE.md). */
export const WITHIN = 0.05;
