/** Documents of a shape: what stands in their leaves is another's to say. */
import { fieldValue } from '../format/fields.ts';
import { type SchemaModel, type Type, typeWithin } from '../schema/model.ts';
import { type MapValue, type RecordValue, setField, typeOfAny, type Value } from '../schema/value.ts';
import { onceFor } from './once.ts';

/** What is to stand in a leaf, or as the key of a map, instead of a value. */
export type Leaf<P> = (type: Type, value: Value, place: P) => Value;

/** Where leaves stand, whichever document, list and map they are in; any JSON value may have several kinds of them there. */
export class Place<T> {
  readonly #parts = new Map<string, Place<T>>();
  readonly #leaves = new Map<Type['kind'], T>();

  part(step: string): Place<T> {
    return onceFor(this.#parts, step, () => new Place<T>());
  }

  leaves(kind: Type['kind'], make: () => T): T {
    return onceFor(this.#leaves, kind, make);
  }
}

/**
 * The same object but for what stands in its leaves and its maps' keys. Its resources keep their ids, and what is one record, or
 * one resource, stays one.
 */
export function refilled<T>(model: SchemaModel, object: Value, root: Place<T>, leaf: Leaf<Place<T>>): Value {
  const records = new Map<unknown, Value>();
  const refill = (type: Type, value: Value, place: Place<T>): Value => {
    if (value === null) return null;
    if (type.kind === 'record') {
      const { name, resource } = model.records.get(type.name)!;
      const which = resource === undefined ? value : `${name} ${(value as RecordValue).id}`;
      return onceFor(records, which, () => record(type.name, value as RecordValue, place));
    }
    if (type.kind === 'any') {
      if (!(value instanceof Map)) return refill(typeOfAny(value), value, place);
      const part = place.part('*');
      return new Map(Array.from(value as MapValue, ([key, one]) => [key, refill(type, one, part)]));
    }
    const within = typeWithin(type);
    if (within === undefined) return leaf(type, value, place);
    if (type.kind === 'map') return map(within, value as MapValue, place);
    const part = place.part('*');
    return (value as readonly Value[]).map((one) => refill(within, one, part));
  };
  const record = (name: string, value: RecordValue, place: Place<T>): RecordValue => {
    const { held, resource } = model.records.get(name)!;
    const made: Record<string, Value> = {};
    for (const field of held) {
      const one = fieldValue(value, field);
      if (one === undefined) continue;
      const isId = resource !== undefined && field.name === 'id';
      setField(made, field.name, isId ? one : refill(field.type, one, place.part(field.name)));
    }
    return made;
  };
  const map = (type: Type, value: MapValue, place: Place<T>): MapValue => {
    const [keys, values] = [place.part('@key'), place.part('*')];
    const parts = Array.from(value, ([key, one]) => {
      return { key, other: leaf(TEXT, key, keys) as string, one: refill(type, one, values) };
    });
    const made = new Map(parts.map(({ other, one }) => [other, one]));
    return made.size === parts.length ? made : new Map(parts.map(({ key, one }) => [key, one]));
  };
  return refill(model.root, object, root);
}

const TEXT: Type = { kind: 'string' };
