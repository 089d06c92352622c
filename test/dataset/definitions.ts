import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { DatasetDefinition } from '../../src/define/types.ts';
import type { SchemaModel } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));

export interface Defined {
  readonly definition: DatasetDefinition;
  readonly model: SchemaModel;
}

/** A dataset of this repository, by its folder from the root. */
export function defined(folder: string): Defined {
  const definition = readDataset(join(home, folder));
  return { definition, model: readModel(definition) };
}

/** The model of a record with the given fields, all required. */
export function recordOf(properties: Readonly<Record<string, unknown>>, more: object = {}): SchemaModel {
  const required = Object.keys(properties);
  return parseSchema(
    JSON.stringify({ title: 'Thing', type: 'object', required, properties, ...more }),
    'schema.json',
  );
}
