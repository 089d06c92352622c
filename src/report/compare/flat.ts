/** One flat row for each row of each case: what `--format json` and `--format csv` of a comparison promise to programs. */
import type { Finding } from '../view/rows.ts';
import type { RuleOutcome } from './guard/guard.ts';
import {
  type ComparedRow,
  type CompareRow,
  type Growth,
  isFigured,
  type MeasuredSide,
  type PairFacts,
  type Side,
} from './pairs/rows.ts';
import { factsOf } from './pairs/sides.ts';
import { type CompareView, rowsOf } from './pairs/view.ts';

type OrNull<Facts> = { readonly [Key in keyof Facts]: Facts[Key] | null };

/** What one run says of the row; every key is there, what a row can't have is null. */
export interface FlatSide
  extends OrNull<Side>,
    OrNull<Pick<MeasuredSide, 'rounds' | 'nsPerOp' | 'ratio' | 'bytes'>> {
  /** Id of the run, whether it has the row or not. */
  readonly run: string;
  readonly allocated: number | null;
}

/** Every row has every key; what a row can't have is null. */
export interface FlatChange
  extends PairFacts,
    OrNull<Pick<ComparedRow, 'change' | 'preliminary' | 'sure' | 'pValue'>> {
  readonly state: CompareRow['kind'];
  /** `runtime/serializer` that the ratios are relative to; null where times are compared. */
  readonly baseline: string | null;
  readonly finding: Finding | null;
  /** Why it isn't compared; empty where there is nothing to tell. */
  readonly reason: string | null;
  readonly before: FlatSide;
  readonly after: FlatSide;
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

function changeOf(row: CompareRow) {
  const figured = isFigured(row) ? row : null;
  const compared = row.kind === 'compared' ? row : null;
  return {
    change: figured?.change ?? null,
    finding: compared?.finding ?? (figured && ('baseline' as const)),
    preliminary: compared?.preliminary ?? null,
    sure: compared?.sure ?? null,
    pValue: compared?.pValue ?? null,
    reason: isFigured(row) ? null : row.reason,
    bytesChange: figured?.bytes ?? null,
    allocatedChange: figured?.allocated ?? null,
  };
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
  const allocated = side !== null && 'allocated' in side ? (side as MeasuredSide).allocated : null;
  return { run, ...NO_SIDE, ...side, allocated: allocated?.value ?? null };
}
