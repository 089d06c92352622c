import { fieldValue } from '../format/fields.ts';
import type { SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, setField, typeOfAny, type Value } from '../schema/value.ts';
import { onceFor } from './once.ts';

/** What the names of places begin with where keys of maps are; those of other places begin with a kind. */
export const KEY = 'key';

/**
 * The same object but for what stands in its leaves and its maps' keys. Resources keep their ids, and what is one record, or one
 * resource, stays one.
 *
 * @param leaf what is to stand there; places of a kind have one name, whichever document, list and map they are in
 */
export function refilled(
  model: SchemaModel,
  object: Value,
  leaf: (type: Type, value: Value, place: string) => Value,
): Value {
  const records = new Map<unknown, Value>();
  const refill = (type: Type, value: Value, path: string): Value => {
    const part = (of: Type, one: Value, step: string) => refill(of, one, `${path}/${step}`);
    if (value === null) return null;
    switch (type.kind) {
      case 'any':
        if (!(value instanceof Map)) return refill(typeOfAny(value), value, path);
        return new Map(Array.from(value, ([key, one]) => [key, part(type, one, '*')]));
      case 'list':
        return (value as readonly Value[]).map((one) => part(type.element, one, '*'));
      case 'map': {
        const parts = Array.from(value as MapValue, ([key, one]) => {
          return {
            key,
            other: leaf({ kind: 'string' }, key, `${KEY} ${path}`) as string,
            one: part(type.value, one, '*'),
          };
        });
        const made = new Map(parts.map(({ other, one }) => [other, one]));
        return made.size === parts.length ? made : new Map(parts.map(({ key, one }) => [key, one]));
      }
      case 'record': {
        const { name, held, resource } = model.records.get(type.name)!;
        const fields = value as RecordValue;
        return onceFor(records, resource === undefined ? value : `${name} ${fields.id}`, () => {
          const made: Record<string, Value> = {};
          for (const field of held) {
            const one = fieldValue(fields, field);
            if (one === undefined) continue;
            const isId = resource !== undefined && field.name === 'id';
            setField(made, field.name, isId ? one : part(field.type, one, field.name));
          }
          return made;
        });
      }
      default:
        return leaf(type, value, `${type.kind} ${path}`);
    }
  };
  return refill(model.root, object, '');
}
