import type { SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, typeOfAny, type Value } from '../schema/value.ts';
import { presentFields, recordType } from './fields.ts';

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
