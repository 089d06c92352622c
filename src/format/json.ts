/**
 * JSON, RFC 8259. A map is an object, a uuid a string, an instant RFC 3339 in UTC with milliseconds, bytes are standard base64 with
 * padding, enums their strings.
 */
import type { SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, typeOfAny, type Value } from '../schema/value.ts';
import type { Codec } from './decoded.ts';
import { presentFields } from './fields.ts';
import { formatRfc3339 } from './instant.ts';
import { decodeJson } from './json-decode.ts';

export const jsonCodec: Codec = {
  title: 'JSON',
  unsupported: () => null,
  encode: (model, document) => Buffer.from(jsonText(model, model.root, document), 'utf8'),
  decode: (_model, bytes) => decodeJson(bytes),
};

function recordText(model: SchemaModel, name: string, document: RecordValue): string {
  const members: string[] = [];
  for (const [field, value] of presentFields(model.records.get(name)!, document)) {
    members.push(`${JSON.stringify(field.name)}:${jsonText(model, field.type, value)}`);
  }
  return `{${members.join(',')}}`;
}

export function jsonText(model: SchemaModel, type: Type, value: Value): string {
  if (value === null) return 'null';
  switch (type.kind) {
    case 'record':
      return recordText(model, type.name, value as RecordValue);
    case 'list':
      return `[${(value as readonly Value[]).map((element) => jsonText(model, type.element, element)).join(',')}]`;
    case 'map': {
      const members = [...(value as MapValue)].map(
        ([key, part]) => `${JSON.stringify(key)}:${jsonText(model, type.value, part)}`,
      );
      return `{${members.join(',')}}`;
    }
    case 'any':
      return jsonText(model, typeOfAny(value), value);
    case 'int32':
    case 'int64':
      return String(value);
    case 'double':
      // JSON.stringify loses the sign; `-0` alone is read as the integer 0 by some readers.
      return Object.is(value, -0) ? '-0.0' : finite(value as number);
    case 'instant':
      return JSON.stringify(formatRfc3339(value as bigint));
    case 'bytes':
      return JSON.stringify(Buffer.from(value as Uint8Array).toString('base64'));
    default:
      return JSON.stringify(value);
  }
}

function finite(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`JSON has no ${value}`);
  return String(value);
}
