/** From a request for a history to what its page shows: picks, reads the runs that have it, draws. */
import type { RunData } from '../report/view.ts';
import {
  caseName,
  figuresKey,
  figuresOfRun,
  type HistoryOf,
  type HistoryRun,
  historiesOf,
  machinesOf,
  pointsOf,
  type RowFigures,
  type RunFigures,
} from './history.ts';
import { ratioChart, timeChart } from './history-charts.ts';
import { emptyHistoryPage, type HistoryMachine, historyPage } from './history-page.tsx';
import { makeCache } from './serve-cache.ts';
import type { ServedPage } from './serve-layout.tsx';
import { machineMark } from './serve-list.tsx';
import { type RunEntry, reasonOf } from './serve-source.ts';

/** What the address asks for; what isn't given is picked. */
export interface HistoryQuery {
  readonly row: string | null;
  readonly case: string | null;
  /** Key of any run on the machine. */
  readonly machine: string | null;
}

/** Runs whose figures are kept in memory. */
const MOST_RUNS = 10_000;

/**
 * A function that makes the history's page. It keeps what it found of runs that don't change.
 *
 * @param read a run's samples, from disk
 */
export function makeHistory(read: (entry: RunEntry) => Promise<RunData>) {
  const kept = makeCache<RunFigures>(MOST_RUNS, () => 1);
  const figures = async (run: RunEntry, of: HistoryOf): Promise<RowFigures> => {
    try {
      const found = await kept.get(run.key, run.version, async () => figuresOfRun(await read(run)));
      return found.get(figuresKey(of))!;
    } catch (error) {
      const reason = reasonOf(error, run.folder);
      return { kind: 'unranked', verdict: "can't be read", reason };
    }
  };
  /**
   * @param entries newest first; a run that is being measured has no part in it yet
   * @param told how many of the runs that it needs have been read
   */
  return async (
    entries: readonly RunEntry[],
    query: HistoryQuery,
    told: (read: number, all: number) => void,
  ): Promise<ServedPage> => {
    const histories = historiesOf(entries.filter(({ state }) => state !== 'running').toReversed());
    if (histories.length === 0)
      return emptyHistoryPage('There are no runs yet. `wiremark run` makes one.', null);
    const choices = {
      rows: [...new Set(histories.map(({ of }) => of.row))].sort(),
      cases: [...new Set(histories.map(({ of }) => of.case))].sort(),
    };
    const found = pick(histories, query);
    if (found === null) return emptyHistoryPage(nothingOf(query), choices);
    const { of } = found;
    const runs: MeasuredRun[] = [];
    // One after the other: the samples of all at once may be more than memory holds.
    for (const run of found.runs) {
      told(runs.length, found.runs.length);
      runs.push({ ...run, figures: await figures(run, of) });
    }
    const machines = machinesWith(runs, entries);
    const machineOf = (key: string) => machines.findIndex((one) => one.runs.some((run) => run.key === key));
    const asked = query.machine === null ? -1 : machineOf(query.machine);
    const machine = asked >= 0 ? asked : machineOf(runs.at(-1)!.key);
    const points = pointsOf(of, machines[machine]!.runs, () => machine);
    const everywhere = machines.length > 1 ? pointsOf(of, runs, ({ key }) => machineOf(key)) : [];
    const names = machines.map(({ mark, name }) => `${mark}: ${name}`);
    return historyPage({
      ...{ ...choices, of, machines, machine, points, everywhere },
      charts: {
        time: await timeChart({ of, points, machines: names }),
        ratio: await ratioChart({ of, points, machines: names }),
        everywhere: await ratioChart({ of, points: everywhere, machines: names }),
      },
    });
  };
}

type MeasuredRun = RunEntry & { readonly figures: RowFigures };

/** Marked as in the list of all runs; those without any of these runs are left out. */
function machinesWith<Run extends HistoryRun>(
  runs: readonly Run[],
  entries: readonly RunEntry[],
): HistoryMachine<Run>[] {
  return machinesOf(entries.toReversed())
    .map((group, i) => {
      const keys = new Set(group.runs.map(({ key }) => key));
      return { mark: machineMark(i), name: group.name, runs: runs.filter(({ key }) => keys.has(key)) };
    })
    .filter((one) => one.runs.length > 0);
}

function nothingOf({ row, case: title }: HistoryQuery): string {
  return `No run here has ${row ?? 'anything'}${title === null ? '' : ` on ${title}`}. Pick another.`;
}

interface Found<Run> {
  readonly of: HistoryOf;
  readonly runs: readonly Run[];
}

/**
 * Of what fits the query, the history with most runs; of several one that isn't the baseline's, whose ratio is always
 * 1, and the one with the newest run; then the first.
 */
function pick<Run extends HistoryRun>(
  histories: readonly Found<Run>[],
  { row, case: title }: HistoryQuery,
): Found<Run> | null {
  const fits = histories.filter(({ of }) => (row ?? of.row) === of.row && (title ?? of.case) === of.case);
  const worth = ({ of, runs }: Found<Run>) => {
    const { record } = runs.at(-1)!;
    return [runs.length, Number(!isBaseline(record, of)), Date.parse(record.startedAt)] as const;
  };
  return fits.reduce<Found<Run> | null>(
    (best, one) => (best === null || isMore(worth(one), worth(best)) ? one : best),
    null,
  );
}

/** Whether the first is greater where they first differ. */
function isMore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && a[at]! > b[at]!;
}

function isBaseline({ cases, contenders }: HistoryRun['record'], of: HistoryOf): boolean {
  return cases.some((one) => {
    const { runtime, serializer } = contenders[one.baseline]!;
    return caseName(one) === of.case && `${runtime}/${serializer}` === of.row;
  });
}
