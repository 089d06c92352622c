/** One flat row for each row of each case: what `--format json` and `--format csv` of a comparison promise to programs. */
import type { VerdictName } from '../../plan/verdict.ts';
import type { Estimate, Finding } from '../view/rows.ts';
import type { RuleOutcome } from './guard/guard.ts';
import type { CompareRow, Growth, PairFacts } from './pairs/rows.ts';
import { factsOf } from './pairs/sides.ts';
import { type CompareView, rowsOf } from './pairs/view.ts';

/** What one run says of the row; every key is there, what a row can't have is null. */
export interface FlatSide {
  /** Id of the run, whether it has the row or not. */
  readonly run: string;
  /** Null where the run doesn't have the row, or ended before there was a verdict. */
  readonly verdict: VerdictName | null;
  readonly reason: string | null;
  readonly version: string | null;
  readonly runtimeVersion: string | null;
  /** Digest of its own code. */
  readonly code: string | null;
  readonly rounds: number | null;
  readonly nsPerOp: Estimate | null;
  /** Time relative to the baseline of the same run. */
  readonly ratio: Estimate | null;
  readonly bytes: number | null;
  readonly allocated: number | null;
}

/** Every row has every key; what a row can't have is null. */
export interface FlatChange extends PairFacts {
  readonly state: CompareRow['kind'];
  /** `runtime/serializer` that the ratios are relative to; null where times are compared. */
  readonly baseline: string | null;
  /** After over before, above 1 is slower; of the baseline's own row, of its time. */
  readonly change: Estimate | null;
  readonly finding: Finding | null;
  readonly preliminary: boolean | null;
  readonly sure: boolean | null;
  /** Adjusted for all rows of the comparison. */
  readonly pValue: number | null;
  /** Why it isn't compared; empty where there is nothing to tell. */
  readonly reason: string | null;
  readonly before: FlatSide;
  readonly after: FlatSide;
  /** After over before: the least and the most that it can be. */
  readonly bytesChange: Growth | null;
  readonly allocatedChange: Growth | null;
  /** The rules of `--fail-if` that it breaks, as they were written. */
  readonly fails: readonly string[];
}

/** In the order of the report. */
export function flatChanges(view: CompareView, outcomes: readonly RuleOutcome[]): FlatChange[] {
  return view.cases.flatMap((one) =>
    rowsOf(one).map((row) => ({
      ...factsOf(row),
      state: row.kind,
      baseline: one.baseline?.name ?? null,
      ...changeOf(row),
      before: sideOf(view.before.id, row.before),
      after: sideOf(view.after.id, row.after),
      fails: outcomes.filter(({ broken }) => broken.includes(row)).map(({ rule }) => rule.text),
    })),
  );
}

const NO_CHANGE = {
  change: null,
  finding: null,
  preliminary: null,
  sure: null,
  pValue: null,
  reason: null,
  bytesChange: null,
  allocatedChange: null,
};

function changeOf(row: CompareRow) {
  if (row.kind !== 'compared' && row.kind !== 'baseline') return { ...NO_CHANGE, reason: row.reason };
  const { change, bytes: bytesChange, allocated: allocatedChange } = row;
  const common = { ...NO_CHANGE, change, bytesChange, allocatedChange };
  if (row.kind === 'baseline') return { ...common, finding: 'baseline' as const };
  const { finding, preliminary, sure, pValue } = row;
  return { ...common, finding, preliminary, sure, pValue };
}

const NO_SIDE: Omit<FlatSide, 'run'> = {
  verdict: null,
  reason: null,
  version: null,
  runtimeVersion: null,
  code: null,
  rounds: null,
  nsPerOp: null,
  ratio: null,
  bytes: null,
  allocated: null,
};

function sideOf(run: string, side: CompareRow['before']): FlatSide {
  if (side === null) return { run, ...NO_SIDE };
  const { verdict, reason, version, runtimeVersion, code } = side;
  const facts = { run, ...NO_SIDE, verdict, reason, version, runtimeVersion, code };
  if (!('nsPerOp' in side)) return facts;
  const { rounds, nsPerOp, ratio, bytes, allocated } = side;
  return { ...facts, rounds, nsPerOp, ratio, bytes, allocated: allocated?.value ?? null };
}
