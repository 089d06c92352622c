import { isDeepStrictEqual } from 'node:util';
import { recordType } from '../format/fields.ts';
import type { SchemaModel, Type } from '../schema/model.ts';
import type { MapValue, RecordValue, Value } from '../schema/value.ts';

/**
 * What is wrong with an object that holds two different resources of a type by one id, which a framework and JSON:API
 * take for the same; undefined for most.
 */
export function repeatedResource(model: SchemaModel, object: Value): string | undefined {
  if (![...model.records.values()].some(({ resource }) => resource)) return undefined;
  const known = new Map<string, RecordValue>();
  const visit = (type: Type, value: Value): string | undefined => {
    if (value === null) return undefined;
    if (type.kind === 'list') return first(value as readonly Value[], (part) => visit(type.element, part));
    if (type.kind === 'map') return first((value as MapValue).values(), (part) => visit(type.value, part));
    if (type.kind !== 'record') return undefined;
    const record = value as RecordValue;
    const { name, resource, held } = recordType(model, type.name);
    if (resource !== undefined) {
      const key = `${name} ${record.id}`;
      const other = known.get(key);
      if (other === record) return undefined;
      if (other !== undefined && !isDeepStrictEqual(other, record)) {
        return `two different records ${name} of a document have the id ${record.id}: number them with "serial"`;
      }
      known.set(key, record);
    }
    return first(held, (field) =>
      visit(field.type, Object.hasOwn(record, field.name) ? record[field.name]! : null),
    );
  };
  return visit(model.root, object);
}

function first<T>(parts: Iterable<T>, of: (part: T) => string | undefined): string | undefined {
  for (const part of parts) {
    const found = of(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
