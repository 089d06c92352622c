import { dirname, join } from 'node:path';
import { loadCatalog } from '../../bench/definitions.ts';
import { ownDataOf, readData } from '../../bench/own-data.ts';
import { attended } from '../attended.ts';
import type { ReadingOptions } from '../data/flags.ts';
import { requestOf, watchOf } from '../data/taking.ts';
import { UsageError } from '../errors.ts';
import type { ExitCode, Place } from '../place.ts';
import { copyTemplate, done, newPlace, refuseTaken } from './beginning.ts';

/** `wiremark new dataset`: from a person's documents; without them, from a schema to begin with. */
export async function newDataset(
  place: Place,
  name: string,
  { from, ...options }: ReadingOptions & { readonly from?: string },
): Promise<ExitCode> {
  const [flag] = from === undefined ? Object.keys(options) : [];
  if (flag !== undefined) throw new UsageError(`--${flag} says how documents are read: add --from FILE`);
  const { datasets } = loadCatalog(place.home);
  refuseTaken(`dataset "${name}"`, datasets.get(name)?.folder);
  const folder = newPlace('datasets', name);
  if (from === undefined) copyTemplate(join(place.home, 'templates', 'dataset'), folder, name);
  else {
    const request = requestOf(from, options);
    const read = await attended(null, (attendance) => readData(request, watchOf(request.source, attendance)));
    await ownDataOf(request, read, dirname(folder), name);
  }
  return done(folder, [`new suite ${name} --dataset ${name}`, `check ${name}`]);
}
