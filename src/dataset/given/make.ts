/** Makes a dataset's folder of documents that somebody has. */
import type { DatasetDefinition } from '../../define/types.ts';
import type { Taken } from './take.ts';

export interface GivenDataset {
  /** What the dataset and its folder are called. */
  readonly name: string;
  readonly title: string;
  /** The text of schema.json. */
  readonly schema: string;
  readonly taken: Taken;
}

/**
 * Makes the folder `parent/name` with schema.json, dataset.toml and documents.ndjson. A fifth of the documents is held
 * back, none of fewer than five.
 *
 * @param parent the folder in which the dataset's is made, such as `datasets`; made if it isn't there
 * @throws GivenError for a folder that exists, and for a document that isn't of the schema; DefinitionError for a schema
 *   that can't be modelled
 */
export async function makeGivenDataset(parent: string, given: GivenDataset): Promise<DatasetDefinition> {
  throw new Error(`${parent}/${given.name}`);
}
