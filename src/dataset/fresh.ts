/** Documents of a dataset that nobody has seen before: of the same size and shape, from another seed. */
import { writeFile } from 'node:fs/promises';
import type { Value } from '../schema/value.ts';
import { encodeFixture } from './fixture.ts';
import { generateDocuments } from './generate.ts';
import type { PreparedDataset } from './prepare.ts';

export interface FreshDocuments {
  /** Canonical, in order; as many as the timed ones. */
  readonly documents: readonly Value[];
  /** The fixture file. */
  readonly file: string;
}

/**
 * Makes them and writes their fixture.
 *
 * @param seed any; the dataset's own, which would make the timed documents again, is stepped over
 * @param file to write; its folder must exist
 */
export async function makeFresh(
  { definition, model, size }: PreparedDataset,
  seed: number,
  file: string,
): Promise<FreshDocuments> {
  const other = seed === definition.seed ? seed + 1 : seed;
  const documents = await generateDocuments({ ...definition, seed: other }, model, size);
  await writeFile(file, encodeFixture(model, documents));
  return { documents, file };
}
