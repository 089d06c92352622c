/** From a request for a history to its page: chooses case and rows, and reads the runs that have them. */
import { caseName, rowName } from '../../../define/names.ts';
import { groupBy } from '../../../stats/group-by.ts';
import { runLabels } from '../../../store/run-label.ts';
import type { FoundFigures } from '../figures.ts';
import { machinesOf, messagePage, type ServedPage } from '../layout.tsx';
import type { RunEntry } from '../source.ts';
import { type HistoryRun, rankedIn } from './history.ts';
import { historyPage } from './page.tsx';

/** Rows that are shown unless others are chosen. */
const MOST_ROWS = 6;

/**
 * @param entries newest first; a run that is being measured has no part in it yet
 * @param query of the address; what isn't given, or isn't here, is chosen
 * @param figuresOf gives those of as many runs as it can read in time
 * @param hint what to do where there are no runs
 */
export async function historyOf(
  entries: readonly RunEntry[],
  query: URLSearchParams,
  figuresOf: (runs: readonly RunEntry[]) => Promise<FoundFigures>,
  hint: string,
): Promise<ServedPage> {
  const cases = casesOf(entries);
  // The case with most runs; of several the one with the newest run.
  const [most] = [...cases].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return messagePage('History', hint);
  const asked = query.get('case') ?? '';
  const title = cases.has(asked) ? asked : most[0];
  // A case may stand in a suite twice.
  const runs = [...new Set(cases.get(title)!.map(({ run }) => run))].reverse();
  const found = await figuresOf(runs);
  if (found.size < runs.length)
    return {
      ...messagePage('History', `Reading the runs: ${found.size} of ${runs.length} so far.`),
      renews: 2,
    };
  const machines = machinesOf(entries);
  const labels = runLabels(runs.map(({ record }) => record));
  const measured = runs.map((run, i): HistoryRun => {
    const read = found.get(run)!;
    const machine = machines.find((one) => one.runs.includes(run))!;
    const figures = typeof read === 'string' ? null : read.get(title)!;
    return { key: run.key, label: labels[i]!, record: run.record, machine, figures };
  });
  const known = [...new Set(cases.get(title)!.flatMap(({ rows }) => rows))].sort();
  // A row that was never ranked has no history; where none was, each still says why.
  const ranked = known.filter((row) => measured.some((run) => rankedIn(run, row) !== null));
  const all = ranked.length > 0 ? ranked : known;
  const chosen = query.getAll('row').filter((row) => all.includes(row));
  const rows = chosen.length > 0 ? chosen : bestRows(measured, all);
  const used = machines.filter((machine) => measured.some((run) => run.machine === machine));
  return historyPage({ cases: [...cases.keys()].sort(), case: title, all, rows }, measured, used);
}

/** Every case with the runs that have it, newest first, and their rows; limits have no history. */
function casesOf(entries: readonly RunEntry[]) {
  const ended = entries.filter(({ state }) => state !== 'running');
  const found = ended.flatMap((run) =>
    run.record.cases.map((planned) => {
      const contenders = planned.contenders.map((index) => run.record.contenders[index]!);
      const rows = contenders.filter(({ limit }) => limit === null).map(rowName);
      return { title: caseName(planned), run, rows };
    }),
  );
  return groupBy(found, ({ title }) => title);
}

/** The fastest of the newest run that has figures, without the baseline, whose ratio is always 1. */
function bestRows(runs: readonly HistoryRun[], all: readonly string[]): string[] {
  const newest = runs.findLast(({ figures }) => figures && figures.baseline !== null);
  if (newest === undefined) return all.slice(0, MOST_ROWS);
  // Fastest first.
  const { rows, baseline } = newest.figures!;
  const best = [...rows.keys()].filter((row) => row !== baseline && rankedIn(newest, row)?.isLibrary);
  return best.length > 0 ? best.slice(0, MOST_ROWS) : [baseline!];
}
