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
    const fields = [...presentFields(model.records.get(known.name)!, value as RecordValue)];
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
