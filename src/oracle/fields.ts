import type { Field, RecordType, SchemaModel, Type } from '../schema/model.ts';
import type { RecordValue, Value } from '../schema/value.ts';

/** The value of a field in a canonical document; undefined for an optional field that is absent or null. */
export function fieldValue(document: RecordValue, field: Field): Value | undefined {
  // A field can be named `constructor`.
  if (!Object.hasOwn(document, field.name)) return undefined;
  const value = document[field.name];
  return value === null && field.presence === 'optional' ? undefined : value;
}

/** The present fields of a document, in the model's order. */
export function* presentFields(record: RecordType, document: RecordValue): Generator<[Field, Value]> {
  for (const field of record.fields) {
    const value = fieldValue(document, field);
    if (value !== undefined) yield [field, value];
  }
}

/** The record type of a resource, or of a list of resources; null for other types. */
export function resourceType(model: SchemaModel, type: Type): RecordType | null {
  const one = type.kind === 'list' ? type.element : type;
  const record = one.kind === 'record' ? model.records.get(one.name)! : null;
  return record?.resource === undefined ? null : record;
}

export function idKind({ fields }: RecordType): Type['kind'] {
  return fields.find(({ name }) => name === 'id')!.type.kind;
}

export function enumIndex(model: SchemaModel, name: string, value: string): number {
  return model.enums.get(name)!.values.indexOf(value);
}
