/** Schemas of each kind. */
import type { Field } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';

export const BOOLEAN = { type: 'boolean' };
export const NULL = { type: 'null' };
export const INT32 = { type: 'integer', format: 'int32' };
export const INT64 = { type: 'integer' };
export const DOUBLE = { type: 'number' };
export const STRING = { type: 'string' };
export const INSTANT = { type: 'string', format: 'date-time' };
export const UUID = { type: 'string', format: 'uuid' };
export const BYTES = { type: 'string', format: 'byte' };

export const SCALARS = {
  ...{ boolean: BOOLEAN, int32: INT32, int64: INT64, double: DOUBLE },
  ...{ string: STRING, instant: INSTANT, uuid: UUID, bytes: BYTES },
};

export const listOf = (items: unknown, more: object = {}) => ({ type: 'array', items, ...more });
export const mapOf = (additionalProperties: unknown, more: object = {}) => ({
  type: 'object',
  additionalProperties,
  ...more,
});

/** A record whose fields are all required. */
export const recordOf = (properties: Readonly<Record<string, unknown>>, more: object = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});

export const computed = (source: unknown, type: object = STRING) => ({
  ...type,
  ...{ readOnly: true, 'x-computed': source },
});

/** The field of the model for a required field with this schema. */
export function fieldOf(x: unknown, more: object = {}): Field {
  const text = JSON.stringify(recordOf({ x }, { title: 'Thing', ...more }));
  return parseSchema(text, 'schema.json').records.get('Thing')!.fields[0]!;
}

export const to = (name: string) => ({ $ref: `#/$defs/${name}` });
