import { isFailure, type VerdictName } from '../plan/verdict.ts';
import type { RunRecord } from '../store/record/record.ts';

type RowCounts = ReadonlyMap<VerdictName | 'not measured', number>;

export function rowCounts(run: Pick<RunRecord, 'contenders' | 'cases' | 'outcomes'>): RowCounts {
  const { contenders, cases, outcomes } = run;
  const isSerializer = (index: number) => contenders[index]!.limit === null;
  const planned = cases.flatMap(({ contenders }) => contenders.filter(isSerializer)).length;
  const found = outcomes.filter(({ contender }) => isSerializer(contender));
  const counts = new Map<VerdictName | 'not measured', number>([['ok', 0]]);
  for (const { verdict } of found) counts.set(verdict.verdict, (counts.get(verdict.verdict) ?? 0) + 1);
  if (planned > found.length) counts.set('not measured', planned - found.length);
  return counts;
}

export function spelledRows(counts: RowCounts): string {
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
}

/**
 * Returns whether a row failed. On a user's own documents, only added rows count (all rows if the user added a runner):
 * what a library can't handle is a finding, not a failure.
 */
export function hasFailures({
  outcomes,
  contenders,
  request,
}: Pick<RunRecord, 'outcomes' | 'contenders' | 'request'>): boolean {
  return outcomes.some(({ verdict, contender }) => {
    const { added } = contenders[contender]!;
    return isFailure(verdict, added) && (added === true || areAllOwn(request));
  });
}

/** Returns true if failures of all rows count, false if only those of added rows do. */
export function areAllOwn({
  data,
  runners,
}: {
  readonly data?: unknown;
  readonly runners: readonly string[];
}): boolean {
  return data === undefined || runners.length > 0;
}
