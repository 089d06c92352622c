import { suggestion } from '../define/nearest.ts';
import type { JsonObject, JsonText } from './json.ts';
import type { ScalarKind } from './model.ts';

/** JSON Schema type → OpenAPI format → kind; the empty format is the default. */
const SCALARS: Readonly<Record<string, Readonly<Record<string, ScalarKind>>>> = {
  boolean: { '': 'boolean' },
  integer: { '': 'int64', int32: 'int32', int64: 'int64' },
  number: { '': 'double', double: 'double' },
  string: { '': 'string', 'date-time': 'instant', uuid: 'uuid', byte: 'bytes' },
};

const TYPES = [...Object.keys(SCALARS), 'array', 'object'];

/** The one type that a schema names, and whether null is listed beside it. @throws DefinitionError */
export function typeKeyword(json: JsonText, schema: JsonObject): { type: string; nullable: boolean } {
  const node = schema.members.get('type');
  if (node === undefined) {
    throw json.error(schema.node, `missing "type"; expected one of ${TYPES.join(', ')}`);
  }
  const names =
    node.type === 'array'
      ? (node.children ?? []).map((child) => json.string(child, 'the name of a type'))
      : [json.string(node, 'the name of a type, or a list of one and "null"')];
  const types = names.filter((type) => type !== 'null');
  const type = types[0];
  if (type === undefined || types.length > 1 || names.length > 2) {
    throw json.error(node, `expected one type, or a list of one type and "null"; found ${names.join(', ')}`);
  }
  if (!TYPES.includes(type)) {
    throw json.error(node, `unknown type "${type}".${suggestion(type, TYPES)}`);
  }
  return { type, nullable: names.length > 1 };
}

/** The kind of a scalar: its type, and its format if it has one. @throws DefinitionError */
export function scalarKind(json: JsonText, schema: JsonObject, type: string): ScalarKind {
  const node = schema.members.get('format');
  const formats = SCALARS[type]!;
  const format = node === undefined ? '' : json.string(node, 'the name of a format');
  const kind = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (kind === undefined || (node !== undefined && format === '')) {
    const known = Object.keys(formats).filter((name) => name !== '');
    const expected = known.length === 0 ? 'there is none' : `expected one of ${known.join(', ')}`;
    throw json.error(node!, `unknown format "${format}" of "${type}"; ${expected}`);
  }
  return kind;
}
