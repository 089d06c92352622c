import { beyondBounds } from '../schema/bounds.ts';
import type { SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, setField, typeOfAny, type Value } from '../schema/value.ts';
import { onceFor } from '../stats/group-by.ts';
import { Random } from '../stats/random.ts';
import { documentOf } from './computed.ts';
import { giveWay } from './give-way.ts';
import type { PreparedDataset } from './prepare.ts';

const SET_BYTES = 64 * 1024;
const FEWEST = 2;
const MOST = 1_000;

export function unseenCount({ fixture, size }: PreparedDataset): number {
  const bytes = fixture.length / size.documents;
  return Math.max(FEWEST, Math.min(MOST, Math.ceil(SET_BYTES / bytes)));
}

/**
 * Returns held-back documents, then copies of timed ones with new values. A serializer that remembers documents takes longer
 * for these. Documents from another seed would have other shapes and scripts, for which any may take longer.
 */
export async function unseenDocuments(dataset: PreparedDataset): Promise<Value[]> {
  const { definition, model, objects } = dataset;
  const count = unseenCount(dataset);
  const documents = dataset.heldBack.slice(0, count);
  const renew = renewing(new Random(definition.seed + 1));
  while (documents.length < count) {
    const object = objects[documents.length % objects.length]!;
    documents.push(documentOf(model, withLeaves(model, object, renew)));
    await giveWay();
  }
  return documents;
}

type Leaf = (type: Type, value: Value) => Value;

/** Copies an object with other values. Shape, map keys and ids of resources stay. */
function withLeaves(model: SchemaModel, object: Value, leaf: Leaf): Value {
  const resources = new Map<string, Value>();
  const copy = (type: Type, value: Value): Value => {
    if (value === null) return null;
    switch (type.kind) {
      case 'any':
        return copy(typeOfAny(value), value);
      case 'list':
        return (value as readonly Value[]).map((one) => copy(type.element, one));
      case 'map':
        return new Map(Array.from(value as MapValue, ([key, one]) => [key, copy(type.value, one)]));
      case 'record': {
        const { stored, resource } = model.records.get(type.name)!;
        const record = value as RecordValue;
        const copyRecord = () => {
          const made: Record<string, Value> = {};
          for (const { name, type } of stored) {
            if (!Object.hasOwn(record, name)) continue;
            const isId = resource !== undefined && name === 'id';
            setField(made, name, isId ? record.id! : copy(type, record[name]!));
          }
          return made;
        };
        if (resource === undefined) return copyRecord();
        return onceFor(resources, `${type.name} ${record.id}`, copyRecord);
      }
      default:
        return leaf(type, value);
    }
  };
  return copy(model.root, object);
}

/**
 * Returns a function that replaces a value by one of the same length, script and precision. Booleans, enums, and values
 * whose replacement would be out of bounds stay.
 */
function renewing(random: Random): Leaf {
  const alphabets = new Map<string, readonly string[]>();
  const like = ({ kind }: Type, value: Value): Value => {
    switch (kind) {
      case 'string':
        return Array.from(value as string, (one) => random.element(alphabetOf(one, alphabets))).join('');
      case 'int32':
      case 'int64':
      case 'instant':
      case 'double': {
        // No digit grows, so that the value fits its type, and none becomes 0, so that its length stays.
        const text = String(value).replace(/(?<!e.*)[1-9]/g, (digit) => `${random.integer(1, +digit)}`);
        return typeof value === 'bigint' ? BigInt(text) : Number(text);
      }
      case 'uuid':
        // Characters 14 and 19 are the version and the variant.
        return (value as string).replace(/[0-9a-f]/g, (digit, at) =>
          at === 14 || at === 19 ? digit : random.integer(0, 15).toString(16),
        );
      case 'bytes':
        return (value as Uint8Array).map(() => random.integer(0, 255));
      default:
        return value;
    }
  };
  return (type, value) => {
    const made = like(type, value);
    return type.bounds !== undefined && beyondBounds(type.bounds, made) ? value : made;
  };
}

const CLASSES = [/\p{Nd}/u, /\p{Ll}/u, /\p{Lu}/u, /\p{L}/u];

/**
 * Returns the characters of the same class (digit, lower case, …) in the same block of 128 code points, so that the length in
 * UTF-8 stays. Characters without a class, such as punctuation, stay.
 */
function alphabetOf(character: string, known: Map<string, readonly string[]>): readonly string[] {
  const kind = CLASSES.find((one) => one.test(character));
  if (kind === undefined) return [character];
  const block = character.codePointAt(0)! & ~0x7f;
  return onceFor(known, `${kind} ${block}`, () =>
    Array.from({ length: 128 }, (_, at) => String.fromCodePoint(block + at)).filter((one) => kind.test(one)),
  );
}
