/** Schemas of each kind, as people write them. */

export const BOOLEAN = { type: 'boolean' };
export const INT32 = { type: 'integer', format: 'int32' };
export const INT64 = { type: 'integer' };
export const DOUBLE = { type: 'number' };
export const STRING = { type: 'string' };
export const INSTANT = { type: 'string', format: 'date-time' };
export const UUID = { type: 'string', format: 'uuid' };
export const BYTES = { type: 'string', format: 'byte' };

export const listOf = (items: unknown, more: object = {}) => ({ type: 'array', items, ...more });
export const mapOf = (additionalProperties: unknown, more: object = {}) => ({
  type: 'object',
  additionalProperties,
  ...more,
});

/** All fields are required. */
export const recordOf = (properties: Readonly<Record<string, unknown>>, more: object = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});

/** A reference to one of the schema's `$defs`. */
export const to = (name: string) => ({ $ref: `#/$defs/${name}` });
