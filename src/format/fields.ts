import type { Field, RecordType, SchemaModel, Type } from '../schema/model.ts';
import type { RecordValue, Value } from '../schema/value.ts';

/**
 * The value of a field in a canonical document; undefined where an optional one is absent (null means the same). Names
 * like `constructor` are fields as any other.
 */
export function fieldValue(document: RecordValue, field: Field): Value | undefined {
  if (!Object.hasOwn(document, field.name)) return undefined;
  const value = document[field.name];
  return value === null && field.presence === 'optional' ? undefined : value;
}

/** The fields of a document that are there, in the model's order. */
export function* presentFields(record: RecordType, document: RecordValue): Generator<[Field, Value]> {
  for (const field of record.fields) {
    const value = fieldValue(document, field);
    if (value !== undefined) yield [field, value];
  }
}

/** The resource that a value of this type is, or a list of which it is; null if it is neither. */
export function resourceType(model: SchemaModel, type: Type): RecordType | null {
  const one = type.kind === 'list' ? type.element : type;
  const record = one.kind === 'record' ? model.records.get(one.name)! : null;
  return record?.resource === undefined ? null : record;
}

/** The kind of a resource's field `id`, which tells it from others of its type. */
export function idKind({ fields }: RecordType): Type['kind'] {
  return fields.find(({ name }) => name === 'id')!.type.kind;
}

export function enumIndex(model: SchemaModel, name: string, value: string): number {
  return model.enums.get(name)!.values.indexOf(value);
}
