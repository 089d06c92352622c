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

/** So many observed values are remembered of each place. */
const MOST_OBSERVED = 512;
/** A document that comes out as an observed one, and a key that a map has already, are drawn so often again. */
const MOST_TRIES = 8;

/** New documents, as far as their places allow any. @param observed one at least */
export async function documentsAlike(
  model: SchemaModel,
  observed: readonly Value[],
  count: number,
  random: Random,
): Promise<Value[]> {
  const place = new Place(model, model.root, observed, random);
  const spelled = (document: Value) => Buffer.from(encodeFixture(model, [document])).toString('latin1');
  const known = once(() => new Set(observed.map(spelled)));
  const made: Value[] = [];
  while (made.length < count) {
    let document = place.make()!;
    const isTaken = () => known().has(spelled(document)) || repeatedResource(model, document) !== undefined;
    for (let tries = 0; tries < MOST_TRIES && isTaken(); tries++) document = place.make()!;
    made.push(repeatedResource(model, document) === undefined ? document : random.element(observed));
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
  readonly #observed: (Value | undefined)[] = [];
  readonly #inner = new Map<string, Place>();
  readonly #there = once(() => this.#observed.filter((one) => one !== undefined && one !== null));
  readonly #alphabet = once(() => alphabetOf(this.#there() as string[]));
  readonly #range = once(() => {
    const sorted = (this.#there() as (number | bigint)[]).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return [sorted[0]!, sorted.at(-1)!] as const;
  });

  constructor(model: SchemaModel, type: Type, observed: Iterable<Value | undefined>, random: Random) {
    this.#model = model;
    this.#type = type;
    this.#random = random;
    let seen = 0;
    for (const value of observed) {
      const at = seen < MOST_OBSERVED ? seen : random.integer(0, seen);
      if (at < MOST_OBSERVED) this.#observed[at] = value;
      seen++;
    }
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
        return this.#any(one);
      case 'string':
        return Array.from(one as string, (each) =>
          this.#random.element(this.#alphabet().get(each) ?? [each]),
        ).join('');
      case 'int32':
        return Number(this.#integer(BigInt(one as number)));
      case 'int64':
        return this.#integer(BigInt(one as bigint | number));
      case 'double':
        return this.#double(one as number);
      case 'instant':
        return this.#instant(one as bigint);
      case 'uuid':
        return (one as string).replace(/[0-9a-f]/g, (digit, at) =>
          at === VERSION || at === VARIANT ? digit : this.#random.integer(0, 15).toString(16),
        );
      case 'bytes':
        return (one as Uint8Array).map(() => this.#random.integer(0, 255));
      default:
        return one;
    }
  }

  #at(step: string, type: Type, observed: () => Iterable<Value | undefined>): Place {
    return onceFor(this.#inner, step, () => new Place(this.#model, type, observed(), this.#random));
  }

  #record(name: string): RecordValue {
    const made: Record<string, Value> = {};
    for (const field of recordType(this.#model, name).held) {
      const all = () => (this.#there() as RecordValue[]).map((one) => fieldValue(one, field));
      const value = this.#at(field.name, field.type, all).make();
      if (value !== undefined) setField(made, field.name, value);
    }
    return made;
  }

  /** Of a list, or a value of a map. */
  #element(type: Type): Value {
    return this.#at('*', type, () => parts(this.#there() as MapValue[], (one) => one.values())).make()!;
  }

  #map(type: Type, one: MapValue): MapValue {
    const string = { kind: 'string' } as const;
    const texts = this.#at('@key', string, () => parts(this.#there() as MapValue[], (map) => map.keys()));
    const keys = new Set<string>();
    for (let tries = 0; keys.size < one.size && tries < MOST_TRIES; tries++) {
      for (const key of one.keys()) if (keys.size < one.size) keys.add(texts.#like(string, key) as string);
    }
    const whole = keys.size === one.size ? keys : one.keys();
    return new Map(Array.from(whole, (key) => [key, this.#element(type)]));
  }

  /** Of the shape of this one: nothing tells which values belong together. */
  #any(one: Value): Value {
    const like = (type: Type, value: Value) =>
      new Place(this.#model, type, [value], this.#random).make() as Value;
    if (Array.isArray(one)) return one.map((part) => like(this.#type, part));
    if (one instanceof Map) return new Map([...one].map(([key, part]) => [key, like(this.#type, part)]));
    const made = like(typeOfAny(one), one);
    return typeof one === 'number' ? Number(made) : made;
  }

  #integer(one: bigint): bigint {
    const [least, most] = this.#range();
    return this.#digits(one, BigInt(least), BigInt(most));
  }

  /** As many decimals and digits. */
  #double(one: number): number {
    const [digits = '', exponent] = one.toExponential().split('e');
    const unit = Number(exponent) - (digits.split('.')[1]?.length ?? 0);
    const [least, most] = this.#range() as readonly [number, number];
    const inUnits = (end: number) =>
      BigInt(Math.round(Math.min(MOST_UNITS, Math.max(-MOST_UNITS, end / 10 ** unit || 0))));
    const drawn = this.#digits(BigInt(digits.replace('.', '')), inUnits(least), inUnits(most));
    const made = Number(`${drawn}e${unit}`);
    return one === 0 || made < least || made > most ? one : made;
  }

  /** Of the same sign and as many digits; zero is itself. */
  #digits(one: bigint, least: bigint, most: bigint): bigint {
    if (one === 0n) return one;
    const length = BigInt(String(one).replace('-', '').length);
    const [low, high] = [10n ** (length - 1n), 10n ** length - 1n];
    const [from, to] = one < 0n ? [-high, -low] : [low, high];
    return this.#between(from > least ? from : least, to < most ? to : most) ?? one;
  }

  /** Of the same resolution. */
  #instant(one: bigint): bigint {
    const unit = RESOLUTIONS.find((candidate) => one % candidate === 0n)!;
    const [least, most] = this.#range() as readonly [bigint, bigint];
    return one + unit * this.#between((least - one) / unit, (most - one) / unit)!;
  }

  #between(low: bigint, high: bigint): bigint | null {
    if (low > high) return null;
    const drawn = low + BigInt(this.#random.integer(0, Number(high - low)));
    return drawn > high ? high : drawn;
  }
}

/** Where the digits of a uuid stand that tell its kind. */
const VERSION = 14;
const VARIANT = 19;
/** Milliseconds of a day, an hour, a minute, a second, and one. */
const RESOLUTIONS = [86_400_000n, 3_600_000n, 60_000n, 1_000n, 1n];
/** More than a double has digits. */
const MOST_UNITS = 1e18;

function* parts<T>(all: Iterable<T>, of: (one: T) => Iterable<Value>): Generator<Value> {
  for (const one of all) yield* of(one);
}

const CLASSES = [/[0-9]/, /\p{Ll}/u, /\p{Lu}/u, /\p{L}/u];

/** By character, those that may stand for it: of its class and its part of Unicode, so that texts keep their bytes. */
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
