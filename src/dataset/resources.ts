import { isDeepStrictEqual } from 'node:util';
import { fieldValue } from '../oracle/fields.ts';
import { type RecordType, type SchemaModel, type Type, typeWithin } from '../schema/model.ts';
import type { MapValue, RecordValue, Value } from '../schema/value.ts';

/** Returns a message if two different resources have the same type and id: frameworks and JSON:API would merge them. */
export function repeatedResource(model: SchemaModel, object: Value): string | undefined {
  if (![...model.records.values()].some(({ resource }) => resource)) return undefined;
  const known = new Map<string, RecordValue>();
  for (const [{ name, resource }, record] of recordsIn(model, model.root, object)) {
    if (resource === undefined) continue;
    const key = `${name} ${record.id}`;
    const other = known.get(key) ?? record;
    if (other !== record && !isDeepStrictEqual(other, record))
      return `two different records ${name} of a document have the id ${record.id}`;
    known.set(key, record);
  }
  return undefined;
}

function* recordsIn(
  model: SchemaModel,
  type: Type,
  value: Value | undefined,
): Generator<[RecordType, RecordValue]> {
  if (value === null || value === undefined) return;
  const part = typeWithin(type);
  if (part !== undefined)
    for (const one of (value as readonly Value[] | MapValue).values()) yield* recordsIn(model, part, one);
  if (type.kind !== 'record') return;
  const record = model.records.get(type.name)!;
  yield [record, value as RecordValue];
  for (const field of record.stored)
    yield* recordsIn(model, field.type, fieldValue(value as RecordValue, field));
}
