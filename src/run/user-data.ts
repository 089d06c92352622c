import { cpSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readDataset } from '../define/dataset.ts';
import { scratchFor } from '../machine/scratch.ts';
import { BenchError } from '../plan/error.ts';
import { reaching } from '../store/error.ts';
import { DATA_FOLDER } from '../store/folder/files.ts';
import type { StoredRun } from '../store/folder/reader.ts';
import type { Watch } from '../userdata/source.ts';
import { takeUserData, type UserData, withObjects } from '../userdata/userdata.ts';

/**
 * Reads the user's documents of a resumed run again; null if the run used only datasets of a suite.
 * @throws BenchError for documents of standard input that weren't kept; UserDataError if documents can't be read
 */
export async function userDataAgain({ folder, record }: StoredRun, watch: Watch): Promise<UserData | null> {
  const { own, request } = record;
  if (request.data === undefined || own === undefined) return null;
  const kept = join(folder, DATA_FOLDER);
  if (request.data.keep && existsSync(kept))
    return {
      request: request.data,
      own,
      definition: withObjects({ ...readDataset(kept), name: own.name }, request.data),
    };
  if (request.data.source === '-')
    throw new BenchError(
      `run ${record.id} was measured on standard input, which can't be read again: begin a new run, with --keep-data to make it resumable`,
    );
  return takeUserData(request.data, watch, scratchFor('data'));
}

/** Copies a dataset into a run's folder. @param leftOut name of a file that isn't copied; null for none */
export function keepData(run: string, dataset: string, leftOut: string | null): void {
  const folder = join(run, DATA_FOLDER);
  const filter = (path: string) => basename(path) !== leftOut;
  reaching(folder, 'written', () => cpSync(dataset, folder, { recursive: true, filter }));
}
