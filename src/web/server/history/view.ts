/** From a request for a history to what its page shows: picks, and reads the runs that have it. */
import { caseName, rowName } from '../../../define/names.ts';
import { readRun } from '../../../store/reader.ts';
import type { RunRecord } from '../../../store/record.ts';
import { makeCache } from '../cache.ts';
import type { ServedPage } from '../layout.tsx';
import { machinesOf } from '../machines.tsx';
import { type RunEntry, reasonOf } from '../source.ts';
import {
  figuresKey,
  figuresOfRun,
  type History,
  type HistoryOf,
  historiesOf,
  pointsOf,
  type RowFigures,
  type RunFigures,
} from './history.ts';
import { emptyHistoryPage, historyPage, readingPage } from './page.tsx';

/** What the address asks for; what isn't given is picked. */
export interface HistoryQuery {
  readonly row: string | null;
  readonly case: string | null;
}

/** What can be said now. */
export interface HistoryAnswer {
  /** Changes as its runs are read for the first time. */
  readonly read: number;
  readonly page: ServedPage;
}

/** Runs whose figures are kept in memory. */
const MOST_RUNS = 10_000;

/**
 * A function that makes the history's page. It keeps what it found of runs that don't change.
 *
 * @param patience milliseconds after which a request whose runs aren't all read is told how many are; the next request
 *   goes on from there
 */
export function makeHistory(patience: number) {
  const kept = makeCache<RunFigures | string>(MOST_RUNS, () => 1);

  /** One after the other: the samples of all at once may be more than memory holds. */
  async function readAll({ of, runs }: History<RunEntry>): Promise<RowFigures[]> {
    const deadline = performance.now() + patience;
    const figures: RowFigures[] = [];
    let isNew = false;
    for (const run of runs) {
      // At least one is read, so that each request brings it forward.
      if (isNew && performance.now() > deadline) return figures;
      const found = await kept.get(run.key, run.version, async () => {
        isNew = true;
        return figuresOrReason(run);
      });
      figures.push(
        typeof found === 'string'
          ? { kind: 'unranked', verdict: "can't be read", reason: found }
          : found.get(figuresKey(of))!,
      );
    }
    return figures;
  }

  /** @param entries newest first; a run that is being measured has no part in it yet */
  return async (entries: readonly RunEntry[], query: HistoryQuery): Promise<HistoryAnswer> => {
    const histories = historiesOf(entries.filter(({ state }) => state !== 'running').toReversed());
    const choices = {
      rows: [...new Set(histories.map(({ of }) => of.row))].sort(),
      cases: [...new Set(histories.map(({ of }) => of.case))].sort(),
    };
    const found = pick(histories, query);
    if (found === null) {
      const why =
        histories.length === 0 ? 'There are no runs yet. `wiremark run` makes one.' : nothingOf(query);
      return { read: 0, page: emptyHistoryPage(why, choices) };
    }
    const { of, runs } = found;
    const figures = await readAll(found);
    if (figures.length < runs.length)
      return { read: figures.length, page: readingPage(figures.length, runs.length) };
    const machines = machinesOf(entries);
    const measured = runs.map((run, i) => ({
      ...{ key: run.key, record: run.record, figures: figures[i]! },
      machine: machines.find((one) => one.runs.includes(run))!,
    }));
    const used = machines.filter((machine) => measured.some((run) => run.machine === machine));
    return { read: runs.length, page: historyPage({ ...choices, of }, pointsOf(of, measured), used) };
  };
}

/** What a run found; of a damaged one that it is. */
async function figuresOrReason(run: RunEntry): Promise<RunFigures | string> {
  try {
    return figuresOfRun(readRun(run.folder));
  } catch (error) {
    return reasonOf(error, run.folder);
  }
}

function nothingOf({ row, case: title }: HistoryQuery): string {
  return `No run here has ${row ?? 'anything'}${title === null ? '' : ` on ${title}`}. Pick another.`;
}

/**
 * Of what fits the query, the history with most runs; of several one that isn't the baseline's, whose ratio is always
 * 1, and the one with the newest run; then the first.
 */
function pick(
  histories: readonly History<RunEntry>[],
  { row, case: title }: HistoryQuery,
): History<RunEntry> | null {
  const fits = histories.filter(({ of }) => (row ?? of.row) === of.row && (title ?? of.case) === of.case);
  const newest = ({ runs }: History<RunEntry>) => runs.at(-1)!.record;
  const ofBaseline = (one: History<RunEntry>) => Number(isBaseline(newest(one), one.of));
  const began = (one: History<RunEntry>) => Date.parse(newest(one).startedAt);
  const [best = null] = fits.sort(
    (a, b) => b.runs.length - a.runs.length || ofBaseline(a) - ofBaseline(b) || began(b) - began(a),
  );
  return best;
}

function isBaseline({ cases, contenders }: RunRecord, of: HistoryOf): boolean {
  return cases.some((one) => caseName(one) === of.case && rowName(contenders[one.baseline]!) === of.row);
}
