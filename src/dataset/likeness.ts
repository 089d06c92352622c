/**
 * Documents like a person's own: each is one of these with other texts, numbers, instants, uuids and bytes, drawn
 * in the likeness of those observed at the same place. So shapes, lengths, alphabets, ranges, digits and shares are
 * theirs, and a schema's bounds are kept.
 */
import { presentFields } from '../format/fields.ts';
import type { SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, setField, typeOfAny, type Value } from '../schema/value.ts';
import type { Random } from '../stats/random.ts';
import { encodeFixture } from './fixture.ts';
import { giveWay } from './give-way.ts';
import { once, onceFor } from './once.ts';
import { repeatedResource } from './resources.ts';

/** The most documents that are read, and the most values of each place. */
const MOST_OBSERVED = 512;
/** Draws of a document until it is none of the given ones. */
const MOST_TRIES = 8;

/** New documents where they can differ, given ones again where they can't. @param given one at least */
export async function documentsAlike(
  model: SchemaModel,
  given: readonly Value[],
  count: number,
  random: Random,
): Promise<Value[]> {
  const places = new Map<string, Place>();
  const place = (type: Type, path: string) =>
    onceFor(places, `${type.kind} ${path}`, () => new Place(type, random));
  const walk = (document: Value, leaf: Leaf) => replaced(model, model.root, document, '', leaf);
  const step = Math.max(1, given.length / MOST_OBSERVED);
  for (let at = 0; at < given.length; at += step)
    walk(given[Math.floor(at)]!, (type, value, path) => place(type, path).observe(value));
  const draw = () => walk(random.element(given), (type, value, path) => place(type, path).like(value));
  const spelled = (document: Value) => Buffer.from(encodeFixture(model, [document])).toString('latin1');
  const known = new Set<string>();
  for (const document of given) {
    known.add(spelled(document));
    await giveWay();
  }
  const isNew = (document: Value) =>
    !known.has(spelled(document)) && repeatedResource(model, document) === undefined;
  const made: Value[] = [];
  while (made.length < count) {
    let document = draw();
    let tries = 1;
    while (!isNew(document) && tries++ < MOST_TRIES) document = draw();
    made.push(tries > MOST_TRIES ? random.element(given) : document);
    await giveWay();
  }
  return made;
}

type Leaf = (type: Type, value: Value, path: string) => Value;

/** The same document but for what stands in its leaves and its maps' keys. */
function replaced(model: SchemaModel, type: Type, value: Value, path: string, leaf: Leaf): Value {
  const part = (of: Type, one: Value, step: string) => replaced(model, of, one, `${path}/${step}`, leaf);
  if (value === null) return null;
  switch (type.kind) {
    case 'any':
      if (value instanceof Map)
        return new Map(Array.from(value, ([key, one]) => [key, part(type, one, '*')]));
      return replaced(model, typeOfAny(value), value, path, leaf);
    case 'list':
      return (value as readonly Value[]).map((one) => part(type.element, one, '*'));
    case 'map': {
      const parts = Array.from(value as MapValue, ([key, one]) => {
        return { key, like: part(TEXT, key, '@key') as string, one: part(type.value, one, '*') };
      });
      const made = new Map(parts.map(({ like, one }) => [like, one]));
      return made.size === parts.length ? made : new Map(parts.map(({ key, one }) => [key, one]));
    }
    case 'record': {
      const record: Record<string, Value> = {};
      for (const [field, one] of presentFields(model.records.get(type.name)!, value as RecordValue))
        setField(record, field.name, part(field.type, one, field.name));
      return record;
    }
    default:
      return leaf(type, value, path);
  }
}

const TEXT: Type = { kind: 'string' };

/** Where leaves of one kind stand. */
class Place {
  readonly #type: Type;
  readonly #random: Random;
  readonly #observed: Value[] = [];
  readonly #alphabet = once(() => alphabetOf(this.#observed as string[]));
  readonly #ranges = once(() => rangesOf(this.#type, this.#observed as (number | bigint)[]));

  constructor(type: Type, random: Random) {
    this.#type = type;
    this.#random = random;
  }

  observe(value: Value): Value {
    if (this.#observed.length < MOST_OBSERVED) this.#observed.push(value);
    return value;
  }

  like(value: Value): Value {
    const random = this.#random;
    switch (this.#type.kind) {
      case 'string': {
        const each = (character: string) => random.element(this.#alphabet().get(character) ?? [character]);
        return Array.from(value as string, each).join('');
      }
      case 'int32':
      case 'int64':
      case 'double':
      case 'instant':
        return this.#number(value as number | bigint);
      case 'uuid':
        return (value as string).replace(/[0-9a-f]/g, (digit, at) =>
          KIND_OF_UUID.includes(at) ? digit : random.integer(0, 15).toString(16),
        );
      case 'bytes':
        return (value as Uint8Array).map(() => random.integer(0, 255));
      default:
        return value;
    }
  }

  /** Between the smallest and the largest of as many digits and decimals. */
  #number(value: number | bigint): number | bigint {
    const { shape, unit, whole } = unitsOf(this.#type, value);
    const [least, most] = this.#ranges().get(shape) ?? [whole, whole];
    const drawn = least + BigInt(this.#random.integer(0, Number(most - least)));
    const made = drawn > most ? most : drawn;
    if (this.#type.kind === 'instant') return made * BigInt(unit);
    return typeof value === 'bigint' ? made : Number(`${made}e${unit}`);
  }
}

/** Where the digits of a uuid stand that tell its version and its variant. */
const KIND_OF_UUID = [14, 19];
/** Milliseconds of a day, an hour, a minute, a second, and one. */
const RESOLUTIONS = [86_400_000, 3_600_000, 60_000, 1_000, 1];

/** A number as a whole one, of a power of ten or a span of time; those of one shape have as many digits of the same. */
function unitsOf(type: Type, one: number | bigint): { shape: string; unit: number; whole: bigint } {
  if (type.kind === 'instant') {
    const unit = RESOLUTIONS.find((span) => BigInt(one) % BigInt(span) === 0n)!;
    return { shape: `${unit}`, unit, whole: BigInt(one) / BigInt(unit) };
  }
  const [mantissa = '', exponent = '0'] = String(one).split('e');
  const unit = Number(exponent) - (mantissa.split('.')[1]?.length ?? 0);
  const whole = BigInt(mantissa.replace('.', ''));
  return { shape: `${String(whole).replace(/\d/g, '0')}e${unit}`, unit, whole };
}

function rangesOf(type: Type, numbers: readonly (number | bigint)[]): Map<string, [bigint, bigint]> {
  const ranges = new Map<string, [bigint, bigint]>();
  for (const { shape, whole } of numbers.map((one) => unitsOf(type, one))) {
    const [least, most] = ranges.get(shape) ?? [whole, whole];
    ranges.set(shape, [whole < least ? whole : least, whole > most ? whole : most]);
  }
  return ranges;
}

const CLASSES = [/[0-9]/, /\p{Ll}/u, /\p{Lu}/u, /\p{L}/u];

/**
 * By character, those that may stand for it: the digits or letters of its class and its part of Unicode, so that texts
 * keep their bytes; all others stay.
 */
function alphabetOf(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const classes = new Map<string, string[]>();
  const alphabet = new Map<string, string[]>();
  for (const character of new Set(texts.flatMap((text) => [...new Set(text)]))) {
    const kind = CLASSES.findIndex((one) => one.test(character));
    const block = kind < 0 ? character : character.codePointAt(0)! >> 7;
    const members = onceFor(classes, `${kind} ${block}`, () => []);
    members.push(character);
    alphabet.set(character, members);
  }
  return alphabet;
}
