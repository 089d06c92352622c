/** Documents of a dataset that nobody has seen before: of the same size and shape, from another seed. */
import type { Value } from '../schema/value.ts';
import { generateDocuments } from './generate.ts';
import type { PreparedDataset } from './prepare.ts';

/** They are gone through but once: small ones must be so many that what it takes to begin doesn't matter. */
const ENOUGH_BYTES = 256 * 1024;
const MOST = 1_000;

/**
 * Makes as many as there are timed ones, or more of small ones: canonical, in order.
 *
 * @param seed any; the dataset's own, which would make the timed documents again, is stepped over
 */
export async function makeFresh(
  { definition, model, size, fixtures }: PreparedDataset,
  seed: number,
): Promise<readonly Value[]> {
  const other = seed === definition.seed ? seed + 1 : seed;
  const bytes = fixtures.documents.length / size.documents;
  const enough = Math.min(MOST, Math.ceil(ENOUGH_BYTES / bytes));
  const many = { ...size, documents: Math.max(size.documents, enough) };
  return generateDocuments({ ...definition, seed: other }, model, many);
}
