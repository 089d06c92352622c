import { join } from 'node:path';
import { loadCatalog } from '../../bench/definitions.ts';
import type { ExitCode, Place } from '../place.ts';
import { copyTemplate, done, newPlace, refuseTaken } from './beginning.ts';

/** `wiremark new dataset`: without documents, a schema to begin with. */
export async function newDataset(place: Place, name: string): Promise<ExitCode> {
  const { datasets } = loadCatalog(place.home);
  refuseTaken('dataset', name, datasets.get(name)?.folder);
  const folder = newPlace('datasets', name);
  copyTemplate(join(place.home, 'templates', 'dataset'), folder, name);
  return done(folder, [`new suite ${name} --dataset ${name}`, `check ${name}`]);
}
