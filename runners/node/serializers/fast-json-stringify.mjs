/**
 * fast-json-stringify, which compiles a writer from a JSON Schema. It supports Draft 7 with OpenAPI's `nullable`, so
 * the schema is generated from the model: with `anyOf` and null, ajv would check each value, which the README advises
 * against. The README's "Object mechanism" recommends `objectMechanism: 'native'` for Node 25 and later; in older
 * versions it has no effect. The library writes bigint as an integer and Date as date-time; it has no type for bytes,
 * which are first converted to base64. https://github.com/fastify/fast-json-stringify#readme
 */
import fastJson from 'fast-json-stringify';
import { compileConversion } from '../kit/conversion.mjs';
import { isInherited } from '../kit/source.mjs';

const SCALARS = {
  boolean: { type: 'boolean' },
  int32: { type: 'integer' },
  int64: { type: 'integer' },
  double: { type: 'number' },
  string: { type: 'string' },
  instant: { type: 'string', format: 'date-time' },
  uuid: { type: 'string' },
  bytes: { type: 'string' },
  enum: { type: 'string' },
  any: {},
};

export default {
  package: 'fast-json-stringify',
  create({ model }) {
    const stringify = fastJson(draft7(model), { objectMechanism: 'native' });
    const outgoing = compileConversion(model, {
      scalar: (type, value) => (type.kind === 'bytes' ? `${value}.toString('base64')` : undefined),
      // The library would read an inherited property as the value of an absent field of the same name.
      absent: (name) => (isInherited(name) ? 'undefined' : undefined),
    });
    return { serialize: outgoing ? (document) => stringify(outgoing(document)) : stringify };
  },
};

/**
 * Returns the model as a Draft 7 schema. Records are inlined, since `objectMechanism` supports no references. Only a record that
 * contains itself becomes a definition, with a second definition for nullable fields.
 */
function draft7(model) {
  const names = [...model.records.keys()];
  const recursive = names.filter((name) => reaches(model, name, name));
  const key = (name) => `record${names.indexOf(name)}`;
  const definitions = recursive.flatMap((name) => [
    [key(name), record(name)],
    [`${key(name)}-or-null`, { ...record(name), nullable: true }],
  ]);
  return { ...type(model.root), definitions: Object.fromEntries(definitions) };

  function type(of) {
    if (of.kind === 'list') return { type: 'array', items: type(of.element) };
    if (of.kind === 'map') return { type: 'object', additionalProperties: type(of.value) };
    if (of.kind !== 'record') return SCALARS[of.kind];
    return recursive.includes(of.name) ? { $ref: `#/definitions/${key(of.name)}` } : record(of.name);
  }

  function record(name) {
    const fields = model.records.get(name);
    return {
      type: 'object',
      required: fields.filter((field) => field.presence !== 'optional').map((field) => field.name),
      properties: Object.fromEntries(fields.map((field) => [field.name, property(field)])),
    };
  }

  function property(field) {
    const schema = type(field.type);
    if (field.presence !== 'nullable') return schema;
    if (schema.$ref !== undefined) return { $ref: `${schema.$ref}-or-null` };
    const hasShortForm = ['string', 'number', 'boolean'].includes(schema.type) && schema.format === undefined;
    return hasShortForm ? { type: [schema.type, 'null'] } : { ...schema, nullable: true };
  }
}

function reaches(model, from, to, seen = new Set()) {
  if (seen.has(from)) return false;
  seen.add(from);
  return model.records.get(from).some((field) => {
    let type = field.type;
    while (type.kind === 'list' || type.kind === 'map')
      type = type.kind === 'list' ? type.element : type.value;
    return type.kind === 'record' && (type.name === to || reaches(model, type.name, to, seen));
  });
}
