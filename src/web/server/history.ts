/** Rows of one case over time: how their ratios changed from run to run, and what else is new in a run. Pure. */

import type { Estimate } from '../../analysis/figures.ts';
import { estimateOf } from '../../analysis/figures.ts';
import type { Graded } from '../../analysis/finding.ts';
import { changeBetween, judgeChanges } from '../../analysis/runs/change.ts';
import { compareMachines } from '../../analysis/runs/machines.ts';
import { type Sides, WITHIN } from '../../analysis/runs/rows.ts';
import { rowName, runtimeName } from '../../define/names.ts';
import { changeText } from '../../report/compare/wording.ts';
import type { CaseFigures, RankedFigures } from './figures.ts';
import type { NumberedMachine } from './layout.tsx';
import type { RunEntry } from './source.ts';

/** A run as far as the history of a case needs it. */
export interface HistoryRun extends Pick<RunEntry, 'key' | 'record'> {
  readonly label: string;
  readonly machine: NumberedMachine;
  /** Of the case; null for a run that can't be read. */
  readonly figures: CaseFigures | null;
}

export interface RowChange extends Sides<HistoryRun>, Graded {
  readonly row: string;
  readonly change: Estimate;
}

/**
 * Rows that are faster or slower, at least likely, than in the run before on the same machine: by their ratios to the
 * baseline. All rows of all runs are one family, whichever of them are shown.
 *
 * @param runs oldest first
 */
export function changesOf(runs: readonly HistoryRun[]): RowChange[] {
  const pairs = runs.flatMap((after, i) => {
    const earlier = runs.slice(0, i).filter(({ machine }) => machine === after.machine);
    return [...(after.figures?.rows.keys() ?? [])].flatMap((row) => {
      const before = earlier.findLast((run) => rankedIn(run, row) !== null);
      return before === undefined ? [] : pairOf(row, before, after);
    });
  });
  const tests = pairs.map(({ test }) => test);
  const judged = judgeChanges(tests, WITHIN);
  return pairs.flatMap(({ test, ...pair }, i) => {
    const { finding, grade } = judged[i]!;
    if (finding !== 'faster' && finding !== 'slower') return [];
    return [{ ...pair, change: estimateOf(test.ratio, test.interval), finding, grade }];
  });
}

/** Nothing for the baseline, and where baseline, documents or batch changed: such ratios have nothing in common. */
function pairOf(row: string, before: HistoryRun, after: HistoryRun) {
  const [was, is] = [before.figures!, after.figures!];
  const [first, second] = [before, after].map((run) => rankedIn(run, row)?.side);
  if (!first || !second || was.baseline !== is.baseline || was.work !== is.work) return [];
  const test = { ...changeBetween(first, second), disturbed: was.disturbed || is.disturbed };
  return [{ row, before, after, test }];
}

/** Null where the run has no ratio of the row. */
export function rankedIn({ figures }: HistoryRun, row: string): RankedFigures | null {
  const found = figures?.rows.get(row);
  return typeof found === 'object' ? found : null;
}

/** `mill/zod: probably 14.2 % slower relative to mill/json since v1.3, compared with v1.2`. */
export function changeSentence({ row, change, grade, before, after }: RowChange): string {
  const probably = grade === 'likely' ? 'probably ' : '';
  const relative = `relative to ${after.figures!.baseline}`;
  return `${row}: ${probably}${changeText(change)} ${relative} since ${quoted(after)}, compared with ${quoted(before)}`;
}

/** A label of several words would run into the sentence. */
function quoted({ label }: HistoryRun): string {
  return label.includes(' ') ? `"${label}"` : label;
}

export function newsOf(rows: readonly string[], runs: readonly HistoryRun[], after: HistoryRun): string[] {
  const before = runs.slice(0, runs.indexOf(after)).findLast(({ machine }) => machine === after.machine);
  if (before === undefined) return [];
  const [was, is] = [before.figures, after.figures];
  const older = new Map(before.record.contenders.map((one) => [rowName(one), one]));
  const asked = [...rows, was?.baseline, is?.baseline];
  const found = after.record.contenders.filter((one) => asked.includes(rowName(one)));
  const runtimes = found.map(runtimeName);
  const recoded = found.filter((now) => changed('', older.get(rowName(now))?.code, now.code).length > 0);
  const { differences } = compareMachines(before.record, after.record);
  return [
    ...(was && is && was.work !== is.work ? ['the documents'] : []),
    ...found.flatMap((now) => changed(rowName(now), older.get(rowName(now))?.version, now.version)),
    // Kit, serializer's file or build options. Their digests would tell a reader nothing.
    ...(recoded.length > 0 ? [`code of ${recoded.map(rowName).join(', ')}`] : []),
    ...differences
      .filter(({ fact }) => !Object.hasOwn(after.record.runtimes, fact) || runtimes.includes(fact))
      .flatMap(({ fact, a, b }) => changed(fact, a, b)),
    ...changed('baseline', was?.baseline, is?.baseline),
  ];
}

/** Nothing where one of them isn't known. */
function changed(what: string, before?: string | null, after?: string | null): string[] {
  return !before || !after || before === after ? [] : [`${what} ${before} → ${after}`];
}
