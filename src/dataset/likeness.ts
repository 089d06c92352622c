/**
 * Documents like a person's own: each is one of these with other texts, numbers, instants, uuids and bytes, drawn
 * in the likeness of those observed at the same place. So shapes, lengths, alphabets, ranges, digits and shares are
 * theirs, and a schema's bounds are kept.
 */
import { hash } from 'node:crypto';
import type { SchemaModel, Type } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import type { Random } from '../stats/random.ts';
import { encodeFixture } from './fixture.ts';
import { giveWay } from './give-way.ts';
import { KEY, refilled } from './leaves.ts';
import { once, onceFor } from './once.ts';

/** The most documents that are read, and the most values of each place. */
const MOST_OBSERVED = 512;
/** Draws of a document until it is none of the given ones. */
const MOST_TRIES = 8;

export class Likeness {
  readonly #model: SchemaModel;
  readonly #given: readonly Value[];
  readonly #places = new Map<string, Observed>();
  /** How often each key of maps came, by place and key. */
  readonly #keys = new Map<string, number>();
  /** By digest. */
  readonly #known = once(async () => {
    const known = new Set<string>();
    for (const document of this.#given) {
      known.add(this.#digest(document));
      await giveWay();
    }
    return known;
  });

  /** @param given one at least */
  constructor(model: SchemaModel, given: readonly Value[]) {
    this.#model = model;
    this.#given = given;
    const step = Math.max(1, given.length / MOST_OBSERVED);
    for (let at = 0; at < given.length; at += step)
      refilled(model, given[Math.floor(at)]!, (type, value, place) => this.#observe(type, value, place));
  }

  /** New documents where they can differ, given ones again where they can't. */
  async draw(count: number, random: Random): Promise<Value[]> {
    const like = (type: Type, value: Value, place: string) =>
      this.#comesAgain(value, place) ? value : this.#at(type, place).like(value, random);
    const draw = () => refilled(this.#model, random.element(this.#given), like);
    const known = await this.#known();
    const made: Value[] = [];
    while (made.length < count) {
      let document = draw();
      let tries = 1;
      while (known.has(this.#digest(document)) && tries++ < MOST_TRIES) document = draw();
      made.push(document);
      await giveWay();
    }
    return made;
  }

  #observe(type: Type, value: Value, place: string): Value {
    if (place.startsWith(KEY)) {
      const key = `${place} ${value}`;
      this.#keys.set(key, (this.#keys.get(key) ?? 0) + 1);
    }
    return this.#at(type, place).observe(value);
  }

  /** Whether it is a key that several maps had, such as a language. One document doesn't tell: then it is said of all. */
  #comesAgain(value: Value, place: string): boolean {
    if (!place.startsWith(KEY)) return false;
    return this.#given.length === 1 || (this.#keys.get(`${place} ${value}`) ?? 0) > 1;
  }

  #at(type: Type, place: string): Observed {
    return onceFor(this.#places, place, () => new Observed(type));
  }

  #digest(document: Value): string {
    return hash('sha256', encodeFixture(this.#model, [document]), 'base64');
  }
}

/** The values of one kind at a place. */
class Observed {
  readonly #type: Type;
  readonly #observed: Value[] = [];
  readonly #alphabet = once(() => alphabetOf(this.#observed as string[]));
  readonly #ranges = once(() => rangesOf(this.#type, this.#observed as (number | bigint)[]));

  constructor(type: Type) {
    this.#type = type;
  }

  observe(value: Value): Value {
    if (this.#observed.length < MOST_OBSERVED) this.#observed.push(value);
    return value;
  }

  like(value: Value, random: Random): Value {
    switch (this.#type.kind) {
      case 'string': {
        const each = (character: string) => random.element(this.#alphabet().get(character) ?? [character]);
        return Array.from(value as string, each).join('');
      }
      case 'int32':
      case 'int64':
      case 'double':
      case 'instant':
        return this.#number(value as number | bigint, random);
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
  #number(value: number | bigint, random: Random): number | bigint {
    const { shape, unit, whole } = unitsOf(this.#type, value);
    const [least, most] = this.#ranges().get(shape) ?? [whole, whole];
    const drawn = least + BigInt(random.integer(0, Number(most - least)));
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
