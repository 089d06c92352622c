import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { reaching } from './error.ts';
import { DATA_FOLDER } from './files.ts';

/**
 * Puts into a run's folder the dataset that was made of a person's own documents, so that what was measured can be told
 * later.
 *
 * @param dataset its folder
 * @param leftOut name of the file of documents; null: it is kept too, and the run can go on from its own folder
 * @throws StoreError
 */
export function keepData(run: string, dataset: string, leftOut: string | null): void {
  const folder = join(run, DATA_FOLDER);
  const filter = (path: string) => basename(path) !== leftOut;
  reaching(folder, 'written', () => cpSync(dataset, folder, { recursive: true, filter }));
}
