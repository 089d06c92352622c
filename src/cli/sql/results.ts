/** The view `results`: what reports say of each row, over any number of runs. */
import { RESULT_COLUMNS } from '../../report/view/columns.ts';
import { type FlatRow, flatRows } from '../../report/view/flat.ts';
import { buildView } from '../../report/view/view.ts';
import type { DataColumn } from '../../store/columns.ts';
import { StoreError } from '../../store/error.ts';
import type { ListedRun } from '../../store/locate.ts';
import type { Results } from '../../store/query/query.ts';
import { type Tuple, tupleOf } from '../../store/query/relations.ts';
import { readRun } from '../../store/reader.ts';

const RUN: DataColumn<RunRow> = { id: 'run', type: 'VARCHAR', what: 'id of the run', of: ({ run }) => run };

type RunRow = FlatRow & { readonly run: string };

export const SQL_COLUMNS: readonly DataColumn<RunRow>[] = [RUN, ...RESULT_COLUMNS];

export interface Asking {
  /** Told before each run's statistics are made, and when all are. */
  progress(done: number, of: number): void;
  /** Told of what is wrong with the files. */
  warn(message: string): void;
  /** Told of a run that can't be read and is left out; throws where it must not be. */
  damaged(error: StoreError): void;
}

export function resultsOf(runs: readonly ListedRun[], { progress, warn, damaged }: Asking): Results {
  return {
    name: 'results',
    what: 'a row for each contender of each case of each run, as `report --format csv` has it',
    columns: SQL_COLUMNS,
    async tuples() {
      const tuples: Tuple[] = [];
      for (const [done, { folder }] of runs.entries()) {
        progress(done, runs.length);
        try {
          tuples.push(...(await tuplesOfRun(folder, warn)));
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          damaged(error);
        }
      }
      progress(runs.length, runs.length);
      return tuples;
    },
  };
}

async function tuplesOfRun(folder: string, warn: Asking['warn']): Promise<Tuple[]> {
  const run = await readRun(folder);
  const { id } = run.record;
  for (const warning of run.warnings) warn(`run ${id}: ${warning}`);
  return flatRows(buildView(run)).map((row) => tupleOf(SQL_COLUMNS, { ...row, run: id }));
}
