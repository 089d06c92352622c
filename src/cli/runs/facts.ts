/** What `wiremark runs` says of a run: facts of its record, put in words. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure, type VerdictName } from '../../plan/verdict.ts';
import { grouped } from '../../report/text/numbers.ts';
import type { RunRecord } from '../../store/record.ts';

/** Rows of serializers by verdict, over all cases, `ok` first; `open` are planned and had none. Limits aren't counted. */
export function rowCounts({
  contenders,
  cases,
  outcomes,
}: Pick<RunRecord, 'contenders' | 'cases' | 'outcomes'>): ReadonlyMap<VerdictName | 'open', number> {
  const isSerializer = (index: number) => contenders[index]!.limit === null;
  const planned = cases.flatMap(({ contenders }) => contenders.filter(isSerializer)).length;
  const found = outcomes.filter(({ contender }) => isSerializer(contender));
  const counts = new Map<VerdictName | 'open', number>([['ok', 0]]);
  for (const { verdict } of found) counts.set(verdict.verdict, (counts.get(verdict.verdict) ?? 0) + 1);
  if (planned > found.length) counts.set('open', planned - found.length);
  return counts;
}

/** `12 ok, 1 mismatch`. */
export function spelledRows(counts: ReturnType<typeof rowCounts>): string {
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
}

/** Whether a row that could be had did not do the work. */
export function hasFailures({ outcomes }: RunRecord): boolean {
  return outcomes.some(({ verdict }) => isFailure(verdict));
}

export interface RunFile {
  readonly name: string;
  readonly bytes: number;
}

/** What lies in a run's folder. */
export function filesOf(folder: string): RunFile[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
}

/** `2.4 MB`. */
export function spelledBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${grouped(bytes / 1e3, 1)} kB`;
  return `${grouped(bytes / 1e6, 1)} MB`;
}
