import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from './error.ts';
import { DATA_FOLDER } from './files.ts';

/**
 * Puts into a run's folder what its own documents were: their schema, from which it is told later what was measured.
 *
 * @param dataset the folder of the dataset that was made of them
 * @param whole whether the documents themselves are kept, so that it can be measured again from there alone
 * @throws StoreError
 */
export function keepData(run: string, dataset: string, whole: boolean): void {
  const folder = join(run, DATA_FOLDER);
  try {
    mkdirSync(folder);
    for (const name of readdirSync(dataset))
      if (whole || name.endsWith('.json')) copyFileSync(join(dataset, name), join(folder, name));
  } catch (error) {
    throw new StoreError(folder, `can't be written (${(error as Error).message})`, { cause: error });
  }
}
