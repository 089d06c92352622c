/** JSON (RFC 8259). Instants are RFC 3339 in UTC with milliseconds, bytes base64 with padding. */
import type { SchemaModel, Type } from '../../schema/model.ts';
import { typeOfAny, type Value } from '../../schema/value.ts';
import type { Codec } from '../decoded.ts';
import { entriesOf } from '../fields.ts';
import { formatOtherRfc3339, formatRfc3339 } from '../instant.ts';
import { decodeJson } from './json-decode.ts';

export const jsonCodec: Codec = {
  title: 'JSON',
  unsupported: () => null,
  encode: (model, document) => Buffer.from(jsonText(model, model.root, document), 'utf8'),
  respelled: (model, document) => escaped(jsonText(model, model.root, document, formatOtherRfc3339)),
  decode: (_model, bytes) => decodeJson(bytes),
};

/** Escapes all characters outside of ASCII. JSON has them only in strings. */
export function escaped(text: string): Uint8Array {
  const codeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return Buffer.from(text.replace(/[^\0-\x7f]/g, codeOf), 'latin1');
}

export function jsonText(model: SchemaModel, type: Type, value: Value, instantText = formatRfc3339): string {
  if (value === null) return 'null';
  const text = (of: Type, part: Value) => jsonText(model, of, part, instantText);
  switch (type.kind) {
    case 'record':
    case 'map': {
      const entries = entriesOf(model, type, value);
      return `{${entries.map(([key, of, part]) => `${JSON.stringify(key)}:${text(of, part)}`).join(',')}}`;
    }
    case 'list':
      return `[${(value as readonly Value[]).map((element) => text(type.element, element)).join(',')}]`;
    case 'any':
      return text(typeOfAny(value), value);
    case 'int32':
    case 'int64':
      return String(value);
    case 'double':
      if (!Number.isFinite(value)) throw new Error(`JSON has no ${value}`);
      // JSON.stringify drops the sign, and some readers take `-0` for the integer 0.
      return Object.is(value, -0) ? '-0.0' : String(value);
    case 'instant':
      return JSON.stringify(instantText(value as bigint));
    case 'bytes':
      return JSON.stringify(Buffer.from(value as Uint8Array).toString('base64'));
    default:
      return JSON.stringify(value);
  }
}
