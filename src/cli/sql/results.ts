/** The view `results`: what reports say of each row, over any number of runs. */
import { join } from 'node:path';
import { RESULT_COLUMNS } from '../../report/view/columns.ts';
import { type FlatRow, flatRows } from '../../report/view/flat.ts';
import { buildView } from '../../report/view/view.ts';
import type { DataColumn, Datum } from '../../store/columns.ts';
import { StoreError } from '../../store/error.ts';
import { RUN_FILE } from '../../store/files.ts';
import type { ListedRun } from '../../store/locate.ts';
import type { Results } from '../../store/query/query.ts';
import { findSamples, reading, readRecord, readRun } from '../../store/reader.ts';
import { digestOfFile } from '../../store/seal.ts';
import type { Place } from '../place.ts';
import { FORGETFUL, type KeptResults, openKept, type ResultRow } from './kept.ts';

const RUN: DataColumn<RunRow, Datum> = {
  id: 'run',
  type: 'VARCHAR',
  what: 'id of the run',
  of: ({ run }) => run,
};

type RunRow = FlatRow & { readonly run: string };

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
          rows.push(...(await reading(run, (one) => rowsOfRun(one, warn, kept))));
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

/** Makes the results of a run that is over, so that nobody waits for them later. @param folder of the run */
export async function keepResults(place: Place, folder: string): Promise<void> {
  const run = { folder, record: await readRecord(join(folder, RUN_FILE)) };
  const silent = { progress() {}, warn() {}, damaged() {} };
  await resultsOf([run], silent, openKept(place)).rows();
}

async function rowsOfRun(
  { folder, record }: ListedRun,
  warn: Asking['warn'],
  kept: KeptResults,
): Promise<readonly ResultRow[]> {
  const { id, finishedAt } = record;
  const { file } = await findSamples(folder, record);
  // A run that is under way is another one in a moment.
  const place = finishedAt === null ? null : kept.place(record, digestOfFile(file));
  const known = place === null ? null : kept.read(place);
  if (known !== null) return known;
  const run = await readRun(folder);
  for (const warning of run.warnings) warn(`run ${id}: ${warning}`);
  const rows = flatRows(buildView(run)).map((row) => SQL_COLUMNS.map(({ of }) => of({ ...row, run: id })));
  // Unless the run has changed between the two.
  const same = JSON.stringify(run.record) === JSON.stringify(record);
  if (place !== null && same && run.warnings.length === 0) kept.keep(place, rows);
  return rows;
}
