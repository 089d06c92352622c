/** How long a dump may be: what a runner writes is looked at no further than documents can reach. */
import { giveWay } from '../dataset/give-way.ts';
import { fieldValue, recordType } from '../format/fields.ts';
import type { SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, typeOfAny, type Value } from '../schema/value.ts';

/** Bytes for each character of a document, and for what weighs as much: as no format needs them, and as most do. */
export const WORDY = 64;
export const PLAIN = 8;
/** Weight of a value or a field, there or not: it may have a name, links and a line of its own, far to the right. */
const VALUE = 16;
/** Bytes, whatever the documents are. */
const LEAST = 2 ** 20;

/**
 * Bytes that no way of writing the documents needs, however wordy: indented, escaped, with a null for all that is absent.
 * Counts no further than `wanted`.
 */
export async function roomFor(
  model: SchemaModel,
  documents: readonly Value[],
  { wanted, each, signal }: { wanted: number; each: number; signal?: AbortSignal | undefined },
): Promise<number> {
  let room = LEAST;
  for (const document of documents) {
    if (room >= wanted) break;
    await giveWay(signal);
    room += each * weightOf(model, model.root, document, VALUE);
  }
  return room;
}

function weightOf(model: SchemaModel, type: Type, value: Value | undefined, own: number): number {
  if (value === null || value === undefined) return own;
  const known = type.kind === 'any' ? typeOfAny(value) : type;
  let weight = own;
  const add = (part: Type, of: Value | undefined, name = '') => {
    weight += name.length + weightOf(model, part, of, own + 1);
  };
  if (known.kind === 'list') for (const one of value as readonly Value[]) add(known.element, one);
  else if (known.kind === 'map') for (const [key, one] of value as MapValue) add(known.value, one, key);
  else if (known.kind === 'record') {
    for (const field of recordType(model, known.name).properties)
      add(field.type, fieldValue(value as RecordValue, field), field.name);
  } else weight += typeof value === 'string' || value instanceof Uint8Array ? value.length : VALUE;
  return weight;
}
