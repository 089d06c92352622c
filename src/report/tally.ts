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

export function hasFailures({ outcomes, contenders }: Pick<RunRecord, 'outcomes' | 'contenders'>): boolean {
  return outcomes.some(({ verdict, contender }) => isFailure(verdict, contenders[contender]!.added));
}
