import { type Estimate, estimateOf } from '../../analysis/figures.ts';
import type { Graded } from '../../analysis/finding.ts';
import { changeBetween, judgeChanges } from '../../analysis/runs/change.ts';
import { type Sides, WITHIN } from '../../analysis/runs/rows.ts';
import { rowName } from '../../define/names.ts';
import { changeText } from '../../report/compare/wording.ts';
import type { CaseFigures, RankedFigures } from './figures.ts';
import type { NumberedMachine } from './layout.tsx';
import type { RunEntry } from './source.ts';

export interface HistoryRun extends Pick<RunEntry, 'key' | 'record'> {
  readonly label: string;
  readonly machine: NumberedMachine;
  readonly figures: CaseFigures | null;
}

export interface RowChange extends Sides<HistoryRun>, Graded {
  readonly row: string;
  readonly change: Estimate;
}

/**
 * Returns rows that got faster or slower since they were last ranked on the same kind of machine, and sentences about them,
 * newest first. All comparisons are judged together, because with many of them, some would look like changes by chance.
 * @param runs oldest first
 */
export function changesOf(runs: readonly HistoryRun[], rows: readonly string[]) {
  const pairs = runs.flatMap((after, i) => {
    const earlier = runs.slice(0, i).filter(({ machine }) => machine === after.machine);
    return [...(after.figures?.rows.keys() ?? [])].flatMap((row) => {
      const before = earlier.findLast((run) => rankedIn(run, row)?.side);
      return before === undefined ? [] : pairOf(row, before, after);
    });
  });
  const tests = pairs.map(({ test }) => test);
  const judgements = judgeChanges(tests, WITHIN);
  const found = pairs.map(({ test, ...pair }, i): RowChange => {
    return { ...pair, ...judgements[i]!, change: estimateOf(test.ratio, test.interval) };
  });
  const judged = found.filter(({ row }) => rows.includes(row));
  const changes = judged.filter(({ finding }) => finding === 'faster' || finding === 'slower');
  const unclear = judged.filter(({ finding }) => finding === 'unclear').length;
  const rest = unclear > 0 ? `: ${unclear} of ${judged.length} comparisons are unclear` : '';
  const what = unclear < judged.length ? 'No changes found' : 'Nothing can be said about changes';
  const sentences = changes.toReversed().map(changeSentence);
  return { changes, sentences: sentences.length > 0 ? sentences : [`${what}${rest}.`] };
}

function pairOf(row: string, before: HistoryRun, after: HistoryRun) {
  const [was, is] = [before.figures!, after.figures!];
  const [first, second] = [before, after].map((run) => rankedIn(run, row)?.side);
  if (!first || !second || was.baseline !== is.baseline || was.work !== is.work) return [];
  const test = { ...changeBetween(first, second), disturbed: was.disturbed || is.disturbed };
  return [{ row, before, after, test }];
}

export function rankedIn({ figures }: HistoryRun, row: string): RankedFigures | null {
  const found = figures?.rows.get(row);
  return typeof found === 'object' ? found : null;
}

function changeSentence({ row, change, grade, before, after }: RowChange): string {
  const probably = grade === 'likely' ? 'probably ' : '';
  const relative = `relative to ${after.figures!.baseline}`;
  return `${row}: ${probably}${changeText(change)} ${relative} since "${after.label}", compared with "${before.label}"`;
}

export function newsOf(rows: readonly string[], runs: readonly HistoryRun[], after: HistoryRun): string[] {
  const before = runs.slice(0, runs.indexOf(after)).findLast(({ machine }) => machine === after.machine);
  const known = before === undefined ? {} : versionsOf(before, rows);
  return Object.entries(versionsOf(after, rows)).flatMap(([what, version]) => {
    const was = known[what];
    return was && version && was !== version ? [`${what} ${was} → ${version}`] : [];
  });
}

function versionsOf({ record, figures }: HistoryRun, rows: readonly string[]): Record<string, string | null> {
  const shown = record.contenders.filter((one) => [...rows, figures?.baseline].includes(rowName(one)));
  const versions = shown.map((one) => [rowName(one), one.version] as const);
  return { ...Object.fromEntries(versions), ...record.runtimes, wiremark: record.tool };
}
