/** What `wiremark runs` says about a run: facts of its record, in words. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure, type VerdictName } from '../../plan/verdict.ts';
import { grouped } from '../../report/text/numbers.ts';
import { markOf } from '../../report/text/said.ts';
import { buildCase, indexRun } from '../../report/view/case.ts';
import { StoreError } from '../../store/error.ts';
import { readRun } from '../../store/reader.ts';
import type { RunRecord } from '../../store/record.ts';

/** Rows of serializers by verdict, over all cases, `ok` first; `open` are planned and had none. Limits aren't counted. */
export function rowCounts(run: Pick<RunRecord, 'contenders' | 'cases' | 'outcomes'>) {
  const { contenders, cases, outcomes } = run;
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

/** Whether an available row failed. */
export function hasFailures({ outcomes }: RunRecord): boolean {
  return outcomes.some(({ verdict }) => isFailure(verdict));
}

/**
 * The answer of a run's first case: `node/msgpackr 1.8×`, with ~ in front of what is only likely; of several that lead,
 * `node/json, node/msgpackr`. Null for a run that is damaged: `wiremark runs verify` says what is wrong with it.
 */
export function fastestText(folder: string): string | null {
  try {
    const { record, samples } = readRun(folder);
    const answer = record.cases.length > 0 && buildCase(indexRun(record), 0, samples.of(0)).answer;
    if (!answer) return '';
    const { names, grade } = answer.fastest;
    if (names.length > 1) return leadersText(names);
    return `${markOf(grade)}${names[0]} ${answer.headline.figure}`.trim();
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

/** Longer lists would take other columns their room. */
const LONGEST_LIST = 30;

function leadersText(names: readonly string[]): string {
  const all = names.join(', ');
  return all.length > LONGEST_LIST ? `${names[0]} and ${names.length - 1} more` : all;
}

/** The files of a run's folder, and folders. */
export function filesOf(folder: string): { name: string; bytes: number }[] {
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, bytes: bytesOf(join(folder, name)) }));
}

/** Of a file, or of all that is in a folder. */
export function bytesOf(path: string): number {
  const facts = statSync(path);
  return facts.isDirectory() ? filesOf(path).reduce((sum, { bytes }) => sum + bytes, 0) : facts.size;
}

/** `2.4 MB`. */
export function spelledBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${grouped(bytes / 1e3, 1)} kB`;
  return `${grouped(bytes / 1e6, 1)} MB`;
}
