/** From a request for a history to what its page shows: picks, reads the runs that have it, draws. */
import { caseName, rowName } from '../../../define/names.ts';
import type { RunData } from '../../../report/view/view.ts';
import { makeCache } from '../cache.ts';
import type { ServedPage } from '../layout.tsx';
import { machineMark } from '../list.tsx';
import { type RunEntry, reasonOf } from '../source.ts';
import { ratioChart, timeChart } from './charts.ts';
import {
  figuresKey,
  figuresOfRun,
  type HistoryOf,
  type HistoryRun,
  historiesOf,
  machinesOf,
  pointsOf,
  type RowFigures,
} from './history.ts';
import {
  emptyHistoryPage,
  type HistoryMachine,
  type HistoryView,
  historyPage,
  readingPage,
} from './page.tsx';

/** What the address asks for; what isn't given is picked. */
export interface HistoryQuery {
  readonly row: string | null;
  readonly case: string | null;
  /** Key of any run on the machine. */
  readonly machine: string | null;
}

/** Runs whose figures are kept in memory. */
const MOST_RUNS = 10_000;

/** Histories that are kept as they were drawn. */
const MOST_DRAWN = 20;

/**
 * A function that makes the history's page. It keeps what it found of runs that don't change.
 *
 * @param read a run's samples, from disk
 * @param patience milliseconds after which a request whose runs aren't all read is told how many are; the next request
 *   goes on from there
 */
export function makeHistory(read: (entry: RunEntry) => Promise<RunData>, patience: number) {
  const kept = makeCache<FiguresOf>(MOST_RUNS, () => 1);
  const drawn = makeCache<Drawn>(MOST_DRAWN, () => 1);

  /** One after the other: the samples of all at once may be more than memory holds. */
  async function readAll({ of, runs }: Found<RunEntry>): Promise<MeasuredRun[]> {
    const deadline = performance.now() + patience;
    const measured: MeasuredRun[] = [];
    let isNew = false;
    for (const run of runs) {
      // At least one is read, so that each request brings it forward.
      if (isNew && performance.now() > deadline) return measured;
      const figures = await kept.get(run.key, run.version, async () => {
        isNew = true;
        return figuresOrReason(run, read);
      });
      measured.push({ ...run, figures: figures(of) });
    }
    return measured;
  }

  /** @param entries newest first; a run that is being measured has no part in it yet */
  return async (entries: readonly RunEntry[], query: HistoryQuery): Promise<ServedPage> => {
    const histories = historiesOf(entries.filter(({ state }) => state !== 'running').toReversed());
    if (histories.length === 0)
      return emptyHistoryPage('There are no runs yet. `wiremark run` makes one.', null);
    const choices = {
      rows: [...new Set(histories.map(({ of }) => of.row))].sort(),
      cases: [...new Set(histories.map(({ of }) => of.case))].sort(),
    };
    const found = pick(histories, query);
    if (found === null) return emptyHistoryPage(nothingOf(query), choices);
    const runs = await readAll(found);
    if (runs.length < found.runs.length) return readingPage(runs.length, found.runs.length);
    const version = entries.map((one) => [one.key, one.version]).join(' ');
    const view = await drawn.get(`${figuresKey(found.of)}\n${query.machine}`, version, () =>
      viewOf(found.of, runs, entries, query.machine),
    );
    return historyPage({ ...choices, ...view });
  };
}

/** What a run found of a row; of a damaged one that it is. */
type FiguresOf = (of: HistoryOf) => RowFigures;

async function figuresOrReason(
  run: RunEntry,
  read: (entry: RunEntry) => Promise<RunData>,
): Promise<FiguresOf> {
  try {
    const found = figuresOfRun(await read(run));
    return (of) => found.get(figuresKey(of))!;
  } catch (error) {
    const reason = reasonOf(error, run.folder);
    return () => ({ kind: 'unranked', verdict: "can't be read", reason });
  }
}

/** @param asked key of a run on the machine that is wanted; unless it is known, the newest run's is */
async function viewOf(
  of: HistoryOf,
  runs: readonly MeasuredRun[],
  entries: readonly RunEntry[],
  asked: string | null,
): Promise<Drawn> {
  const machines = machinesWith(runs, entries);
  const machineOf = (key: string) => machines.findIndex((one) => one.runs.some((run) => run.key === key));
  const wanted = asked === null ? -1 : machineOf(asked);
  const machine = wanted >= 0 ? wanted : machineOf(runs.at(-1)!.key);
  const points = pointsOf(of, machines[machine]!.runs, () => machine);
  const everywhere = machines.length > 1 ? pointsOf(of, runs, ({ key }) => machineOf(key)) : [];
  const names = machines.map(({ mark, name }) => `${mark}: ${name}`);
  return {
    ...{ of, machines, machine, points, everywhere },
    charts: {
      time: await timeChart({ of, points, machines: names }),
      ratio: await ratioChart({ of, points, machines: names }),
      everywhere: await ratioChart({ of, points: everywhere, machines: names }),
    },
  };
}

type Drawn = Omit<HistoryView, 'rows' | 'cases'>;

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
  return cases.some((one) => caseName(one) === of.case && rowName(contenders[one.baseline]!) === of.row);
}
