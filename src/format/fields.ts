import type { Field, RecordType, SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, typeOfAny, type Value } from '../schema/value.ts';

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

/** Throws if the model doesn't define the record. */
export function recordType(model: SchemaModel, name: string): RecordType {
  const record = model.records.get(name);
  if (record === undefined) throw new Error(`the model has no record ${name}`);
  return record;
}

/** The resource that a value of this type is, or a list of which it is; null if it is neither. */
export function resourceType(model: SchemaModel, type: Type): RecordType | null {
  const one = type.kind === 'list' ? type.element : type;
  const record = one.kind === 'record' ? recordType(model, one.name) : null;
  return record?.resource === undefined ? null : record;
}

/** The field that tells a resource from others of its type. Throws for a record without. */
export function idField(record: RecordType): Field {
  const field = record.fields.find(({ name }) => name === 'id');
  if (field === undefined) throw new Error(`the resource ${record.name} has no field id`);
  return field;
}

/** The values of an enum in the model's order. Throws if the model doesn't define it. */
export function enumValues(model: SchemaModel, name: string): readonly string[] {
  const definition = model.enums.get(name);
  if (definition === undefined) throw new Error(`the model has no enum ${name}`);
  return definition.values;
}

/** The index of an enum's value. Throws if it has no such value. */
export function enumIndex(model: SchemaModel, name: string, value: string): number {
  const index = enumValues(model, name).indexOf(value);
  if (index === -1) throw new Error(`enum ${name} has no value ${JSON.stringify(value)}`);
  return index;
}

/** Writes a format in which lists, and maps with their keys as texts, tell first how many follow. */
export interface CountedWriter {
  null(): void;
  list(length: number): void;
  map(length: number): void;
  text(text: string): void;
  /** Of all other types. */
  scalar(type: Type, value: Value): void;
}

/** Writes a value; records are maps of the fields that are there. */
export function writeCounted(writer: CountedWriter, model: SchemaModel, type: Type, value: Value): void {
  const known = type.kind === 'any' && value !== null ? typeOfAny(value) : type;
  if (value === null) writer.null();
  else if (known.kind === 'record') {
    const fields = [...presentFields(recordType(model, known.name), value as RecordValue)];
    writer.map(fields.length);
    for (const [field, part] of fields) {
      writer.text(field.name);
      writeCounted(writer, model, field.type, part);
    }
  } else if (known.kind === 'map') {
    writer.map((value as MapValue).size);
    for (const [key, part] of value as MapValue) {
      writer.text(key);
      writeCounted(writer, model, known.value, part);
    }
  } else if (known.kind === 'list') {
    writer.list((value as readonly Value[]).length);
    for (const element of value as readonly Value[]) writeCounted(writer, model, known.element, element);
  } else if (typeof value === 'string') writer.text(value);
  else writer.scalar(known, value);
}
