import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateDocuments } from '../../src/dataset/generate.ts';
import { readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { DatasetDefinition } from '../../src/define/types.ts';
import type { SchemaModel, Type } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import type { MapValue, RecordValue, Value } from '../../src/schema/value.ts';
import { folderWith } from '../define/place.ts';
import { recordOf as recordSchema } from '../schema/schemas.ts';

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

/** Writes a dataset into a folder of its own. Title and seed are lines 1 and 2 of its file. */
export function written(
  context: TestContext,
  toml: string,
  schema: object,
  more: Readonly<Record<string, string>> = {},
): Defined {
  const folder = folderWith(context, {
    't/dataset.toml': `title = "T"\nseed = 3\n${toml}`,
    't/schema.json': JSON.stringify(schema),
    ...more,
  });
  const definition = readDataset(join(folder, 't'));
  return { definition, model: readModel(definition) };
}

export async function documentsOf({ definition, model }: Defined): Promise<RecordValue[]> {
  return (await generateDocuments(definition, model, definition.sizes[0]!)) as RecordValue[];
}

type Seen = (type: Type, value: Value) => void;

/** Calls back for each value of a document or object except null. */
export function visit(
  model: SchemaModel,
  type: Type,
  value: Value,
  seen: Seen,
  of: 'fields' | 'stored' = 'fields',
): void {
  const within = (inner: Type, one: Value) => visit(model, inner, one, seen, of);
  seen(type, value);
  if (type.kind === 'list') for (const one of value as Value[]) within(type.element, one);
  if (type.kind === 'map') for (const one of (value as MapValue).values()) within(type.value, one);
  if (type.kind !== 'record') return;
  for (const field of model.records.get(type.name)![of]) {
    if (!Object.hasOwn(value as RecordValue, field.name)) continue;
    const one = (value as RecordValue)[field.name]!;
    if (one !== null) within(field.type, one);
  }
}

export const modelOfSchema = (schema: unknown): SchemaModel =>
  parseSchema(JSON.stringify(schema), 'schema.json');

/** The model of a record with the given fields, all required. */
export const recordOf = (properties: Readonly<Record<string, unknown>>, more: object = {}): SchemaModel =>
  modelOfSchema(recordSchema(properties, { title: 'Thing', ...more }));
