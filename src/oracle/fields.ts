import type { Field, RecordType, SchemaModel, Type } from '../schema/model.ts';
import type { MapValue, RecordValue, Value } from '../schema/value.ts';

/** Value of a field; undefined if the field is absent, or optional and null. */
export function fieldValue(document: RecordValue, field: Field): Value | undefined {
  // A field may be named `constructor`, which every object inherits.
  if (!Object.hasOwn(document, field.name)) return undefined;
  const value = document[field.name];
  return value === null && field.presence === 'optional' ? undefined : value;
}

export function entriesOf(
  model: SchemaModel,
  type: Extract<Type, { kind: 'record' | 'map' }>,
  value: Value,
): [key: string, type: Type, value: Value][] {
  if (type.kind === 'map') return Array.from(value as MapValue, ([key, part]) => [key, type.value, part]);
  return model.records.get(type.name)!.fields.flatMap((field) => {
    const part = fieldValue(value as RecordValue, field);
    return part === undefined ? [] : [[field.name, field.type, part]];
  });
}

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
