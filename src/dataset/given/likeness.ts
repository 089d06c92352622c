/**
 * Documents like those that somebody has: every value of a new one is drawn in the likeness of one that was observed at
 * its place, so that lengths, alphabets, ranges, digits and shares are theirs, and a schema's bounds are kept.
 */
import { fieldValue, recordType } from '../../format/fields.ts';
import type { SchemaModel, Type } from '../../schema/model.ts';
import { type MapValue, type RecordValue, setField, typeOfAny, type Value } from '../../schema/value.ts';
import { encodeFixture } from '../fixture.ts';
import { giveWay } from '../give-way.ts';
import { once, onceFor } from '../once.ts';
import type { Random } from '../random.ts';
import { repeatedResource } from '../resources.ts';

/** So many values are looked at of each place, from all over the documents. */
const MOST_OBSERVED = 512;
/** Draws of a document until it is none of the given ones, and of a map's keys until they differ. */
const MOST_TRIES = 8;

/** New documents where they can differ, given ones again where they can't. @param given one at least */
export async function documentsAlike(
  model: SchemaModel,
  given: readonly Value[],
  count: number,
  random: Random,
): Promise<Value[]> {
  const root = new Place(model, model.root, given, random);
  const spelled = (document: Value) => Buffer.from(encodeFixture(model, [document])).toString('latin1');
  const known = once(() => new Set(given.map(spelled)));
  const isNew = (document: Value) =>
    !known().has(spelled(document)) && repeatedResource(model, document) === undefined;
  const made: Value[] = [];
  while (made.length < count) {
    let document = root.make()!;
    let tries = 1;
    while (!isNew(document) && tries++ < MOST_TRIES) document = root.make()!;
    made.push(tries > MOST_TRIES ? random.element(given) : document);
    await giveWay();
  }
  return made;
}

/** A place of the documents. What was observed within it is gathered when it is first asked for. */
class Place {
  readonly #model: SchemaModel;
  readonly #type: Type;
  readonly #random: Random;
  /** Undefined for each that was absent. */
  readonly #observed: readonly (Value | undefined)[];
  readonly #inner = new Map<string, Place>();
  readonly #alphabet = once(() => alphabetOf(this.#there<string>()));
  readonly #ranges = once(() => rangesOf(this.#type, this.#there<number | bigint>()));

  constructor(model: SchemaModel, type: Type, all: readonly (Value | undefined)[], random: Random) {
    this.#model = model;
    this.#type = type;
    this.#random = random;
    const step = Math.max(1, all.length / MOST_OBSERVED);
    this.#observed = Array.from({ length: all.length / step }, (_, at) => all[Math.floor(at * step)]);
  }

  /** Undefined where it is left out. */
  make(): Value | undefined {
    const one = this.#random.element(this.#observed);
    return one === undefined || one === null ? one : this.#like(this.#type, one);
  }

  #like(type: Type, one: Value): Value {
    switch (type.kind) {
      case 'record':
        return this.#record(type.name);
      case 'list':
        return (one as readonly Value[]).map(() => this.#element(type.element));
      case 'map':
        return this.#map(type.value, one as MapValue);
      case 'any':
        return this.#any(type, one);
      case 'string':
        return this.#text(one as string);
      case 'int32':
      case 'int64':
      case 'double':
      case 'instant':
        return this.#number(type, one as number | bigint);
      case 'uuid':
        return (one as string).replace(/[0-9a-f]/g, (digit, at) =>
          KIND_OF_UUID.includes(at) ? digit : this.#random.integer(0, 15).toString(16),
        );
      case 'bytes':
        return (one as Uint8Array).map(() => this.#random.integer(0, 255));
      default:
        return one;
    }
  }

  #there<T extends Value>(): readonly T[] {
    return this.#observed.filter((one) => one !== undefined && one !== null) as T[];
  }

  #at(step: string, type: Type, all: () => readonly (Value | undefined)[]): Place {
    return onceFor(this.#inner, step, () => new Place(this.#model, type, all(), this.#random));
  }

  #record(name: string): RecordValue {
    const made: Record<string, Value> = {};
    for (const field of recordType(this.#model, name).held) {
      const all = () => this.#there<RecordValue>().map((one) => fieldValue(one, field));
      const value = this.#at(field.name, field.type, all).make();
      if (value !== undefined) setField(made, field.name, value);
    }
    return made;
  }

  /** Of a list, or a value of a map. */
  #element(type: Type): Value {
    const all = () => this.#there<readonly Value[] | MapValue>().flatMap((one) => [...one.values()]);
    return this.#at('*', type, all).make()!;
  }

  #map(type: Type, one: MapValue): MapValue {
    const texts = this.#at('@key', TEXT, () => this.#there<MapValue>().flatMap((map) => [...map.keys()]));
    const draw = () => new Set(Array.from(one.keys(), (key) => texts.#text(key)));
    let keys = draw();
    for (let tries = 1; keys.size < one.size && tries < MOST_TRIES; tries++) keys = draw();
    const whole = keys.size === one.size ? keys : one.keys();
    return new Map(Array.from(whole, (key) => [key, this.#element(type)]));
  }

  /** Of the shape of this one: nothing tells which values belong together. */
  #any(any: Type, one: Value): Value {
    const like = (value: Value, type: Type = any) =>
      new Place(this.#model, type, [value], this.#random).make() as Value;
    if (Array.isArray(one)) return one.map((part) => like(part));
    if (one instanceof Map) return new Map(Array.from(one, ([key, part]) => [key, like(part)]));
    return like(one, typeOfAny(one));
  }

  #text(one: string): string {
    const each = (character: string) => this.#random.element(this.#alphabet().get(character) ?? [character]);
    return Array.from(one, each).join('');
  }

  /** Between the smallest and the largest of as many digits and decimals. */
  #number(type: Type, one: number | bigint): number | bigint {
    const { shape, unit } = unitsOf(type, one);
    const [least, most] = this.#ranges().get(shape)!;
    const drawn = least + BigInt(this.#random.integer(0, Number(most - least)));
    const whole = drawn > most ? most : drawn;
    if (type.kind === 'instant') return whole * BigInt(unit);
    return typeof one === 'bigint' ? whole : Number(`${whole}e${unit}`);
  }
}

const TEXT: Type = { kind: 'string' };
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

/** By shape, the smallest and the largest. */
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
