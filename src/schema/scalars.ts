import { suggestion } from '../define/nearest.ts';
import type { JsonObject, JsonText } from './json.ts';
import type { ScalarKind } from './model.ts';

/**
 * Kinds by JSON Schema's type and OpenAPI's format. The entry for the empty format applies without a format and for
 * unknown formats.
 */
const SCALARS: Readonly<Record<string, Readonly<Record<string, ScalarKind>>>> = {
  boolean: { '': 'boolean' },
  integer: { '': 'int64', int32: 'int32', int64: 'int64' },
  number: { '': 'double', double: 'double', float: 'double', int32: 'int32', int64: 'int64' },
  string: { '': 'string', 'date-time': 'instant', uuid: 'uuid', byte: 'bytes' },
};

/** Formats that at least one type supports. They are errors for other types, except for strings, which may have any format. */
const FORMS = Object.values(SCALARS).flatMap((formats) => Object.keys(formats));

const TYPES = [...Object.keys(SCALARS), 'array', 'object'];

export function typeKeyword(json: JsonText, schema: JsonObject): { type: string; nullable: boolean } {
  const node = schema.members.get('type');
  if (node === undefined)
    throw json.error(schema.node, `missing "type"; expected one of ${TYPES.join(', ')}`);
  const names =
    node.type === 'array'
      ? (node.children ?? []).map((child) => json.string(child, 'the name of a type'))
      : [json.string(node, 'the name of a type, or a list of one and "null"')];
  const types = names.filter((type) => type !== 'null');
  const type = types[0];
  if (type === undefined || types.length > 1 || names.length > 2) {
    const found = `found ${names.join(', ')}. Write {} for any value`;
    throw json.error(node, `expected one type, or a list of one type and "null"; ${found}`);
  }
  if (!TYPES.includes(type)) throw json.error(node, `unknown type "${type}".${suggestion(type, TYPES)}`);
  return { type, nullable: names.length > 1 };
}

export function scalarKind(json: JsonText, schema: JsonObject, type: string): ScalarKind {
  const node = schema.members.get('format');
  const formats = SCALARS[type]!;
  const format = node === undefined ? '' : json.string(node, 'the name of a format');
  if (Object.hasOwn(formats, format)) return formats[format]!;
  if (type !== 'string' && FORMS.includes(format))
    throw json.error(node!, `"${type}" has no format "${format}": leave it out, or change "type"`);
  return formats['']!;
}

export class TypeNames {
  /** Names in lower case: generated files are named after types, and some file systems ignore case. */
  readonly #taken = new Set<string>();

  take(source: string): string {
    const name = pascalCase(source);
    let free = name;
    for (let number = 2; this.#taken.has(free.toLowerCase()); number++) free = `${name}${number}`;
    this.#taken.add(free.toLowerCase());
    return free;
  }
}

/** `postal_code` → `PostalCode`, `größe` → `Grosse`, `2d` → `Type2d`. */
function pascalCase(text: string): string {
  const name = text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return /^[A-Z]/.test(name) ? name : `Type${name}`;
}
