/** The view `results`: what reports say of each row, over any number of runs. */
import { RESULT_COLUMNS } from '../../report/view/columns.ts';
import type { Row } from '../../report/view/rows.ts';
import { buildView, runRows } from '../../report/view/view.ts';
import type { DataColumn, Datum } from '../../store/columns.ts';
import { StoreError } from '../../store/error.ts';
import type { ListedRun } from '../../store/locate.ts';
import type { Results } from '../../store/query/query.ts';
import { readRun } from '../../store/reader.ts';
import { FORGETFUL, type KeptResults, type ResultRow } from './kept.ts';

const RUN: DataColumn<RunRow, Datum> = {
  id: 'run',
  type: 'VARCHAR',
  what: 'id of the run',
  of: ({ run }) => run,
};

type RunRow = Row & { readonly run: string };

export const SQL_COLUMNS: readonly DataColumn<RunRow, Datum>[] = [RUN, ...RESULT_COLUMNS];

export interface Asking {
  /** Told before each run's statistics are made, and when all are. */
  progress(done: number, of: number): void;
  /** Told of what is wrong with the files. */
  warn(message: string): void;
  /** Told of a run that can't be read and is left out; throws where it must not be. */
  damaged(error: StoreError): void;
}

export function resultsOf(
  runs: readonly ListedRun[],
  { progress, warn, damaged }: Asking,
  kept: KeptResults = FORGETFUL,
): Results {
  return {
    name: 'results',
    what: 'a row for each contender of each case of each run, as `report --format csv` has it',
    columns: SQL_COLUMNS,
    async rows() {
      const rows: ResultRow[] = [];
      for (const [done, run] of runs.entries()) {
        progress(done, runs.length);
        try {
          for (const row of rowsOfRun(run.folder, warn, kept)) rows.push(row);
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          damaged(error);
        }
      }
      progress(runs.length, runs.length);
      return rows;
    },
  };
}

function rowsOfRun(folder: string, warn: Asking['warn'], kept: KeptResults): readonly ResultRow[] {
  const { record, samples } = readRun(folder);
  const { id, finishedAt } = record;
  // A run that is under way is another one in a moment.
  const place = finishedAt === null ? null : kept.place(record);
  const known = place === null ? null : kept.read(place);
  if (known !== null) return known;
  for (const warning of samples.warnings) warn(`run ${id}: ${warning}`);
  const view = buildView({ record, samples });
  const rows = runRows(view).map((row) => SQL_COLUMNS.map(({ of }) => of({ ...row, run: id })));
  if (place !== null) kept.keep(place, rows);
  return rows;
}
