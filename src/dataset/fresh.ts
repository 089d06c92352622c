/** Documents of a dataset that nobody has seen before: of the same size and shape, made from another seed, or held back. */
import type { Value } from '../schema/value.ts';
import { Random } from '../stats/random.ts';
import { generateDocuments } from './generate.ts';
import { documentsAlike } from './likeness.ts';
import type { PreparedDataset } from './prepare.ts';

/** They are used only once: small ones must be many, so that the cost of beginning doesn't matter; of large ones a few tell. */
const ENOUGH_BYTES = 64 * 1024;
const MOST = 1_000;
const LEAST = 2;
/** Of given ones, which may be large. */
const MOST_GIVEN_BYTES = 4 * 2 ** 20;

/**
 * Makes as many as are enough, canonical, in order; of large ones not more than are timed. Of given documents each turn has
 * the next of those that are held back, and where these are too few, others in the likeness of all that are given.
 *
 * @param seed any; the dataset's own, which would make the timed documents again, is stepped over
 * @param turn from 0
 */
export async function makeFresh(
  prepared: PreparedDataset,
  seed: number,
  turn: number,
): Promise<readonly Value[]> {
  const { definition, model, size, fixtures } = prepared;
  const other = seed === definition.seed ? seed + 1 : seed;
  const bytes = fixtures.documents.length / size.documents;
  const enough = Math.min(MOST, Math.ceil(ENOUGH_BYTES / bytes));
  const count = Math.max(Math.min(LEAST, size.documents), enough);
  if (definition.documents === undefined)
    return generateDocuments({ ...definition, seed: other }, model, { ...size, documents: count });
  const most = Math.min(count, Math.max(1, Math.floor(MOST_GIVEN_BYTES / bytes)));
  const held = prepared.held.slice(turn * most, (turn + 1) * most);
  if (held.length === most) return held;
  const given = [...prepared.documents, ...prepared.held];
  return [...held, ...(await documentsAlike(model, given, most - held.length, new Random(seed, turn)))];
}
