/** Documents of a dataset that nobody has seen before: of the same size and shape, from another seed. */
import { stat } from 'node:fs/promises';
import { keep } from '../files/kept.ts';
import type { Value } from '../schema/value.ts';
import { encodeFixture } from './fixture.ts';
import { generateDocuments } from './generate.ts';
import type { PreparedDataset } from './prepare.ts';

export interface FreshDocuments {
  /** Canonical, in order. */
  readonly documents: readonly Value[];
  /** The fixture file. */
  readonly file: string;
}

/** They are gone through but once: small ones must be so many that what it takes to begin doesn't matter. */
const ENOUGH_BYTES = 256 * 1024;
const MOST = 1_000;

/**
 * Makes as many as there are timed ones, or more of small ones, and writes their fixture.
 *
 * @param seed any; the dataset's own, which would make the timed documents again, is stepped over
 * @param file to write
 */
export async function makeFresh(
  { definition, model, size, files }: PreparedDataset,
  seed: number,
  file: string,
): Promise<FreshDocuments> {
  const other = seed === definition.seed ? seed + 1 : seed;
  const bytes = (await stat(files.documents)).size / size.documents;
  const enough = Math.min(MOST, Math.ceil(ENOUGH_BYTES / bytes));
  const many = { ...size, documents: Math.max(size.documents, enough) };
  const documents = await generateDocuments({ ...definition, seed: other }, model, many);
  keep(file, encodeFixture(model, documents));
  return { documents, file };
}
