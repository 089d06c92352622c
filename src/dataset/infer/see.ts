import { type Decoded, DecodedMap, NumberLiteral } from '../../format/decoded.ts';
import { parseRfc3339 } from '../../format/instant.ts';
import { GivenError } from '../given/error.ts';
import { Saw } from './saw.ts';
import { keepText, MOST_KEYS, type Shape, Slot, toMap } from './shape.ts';

/** So many places take some hundred MiB. */
const MOST_SLOTS = 200_000;
/** From so many on, objects of fewer keys are taken for maps. */
const MANY_SLOTS = 50_000;

/** Merges documents into a tree of places whose size is bounded, whatever the documents are. */
export class Seen {
  readonly root = new Slot();
  #slots = 1;
  #mostKeys = MOST_KEYS;

  /** @param place of the document, for errors */
  add(value: Decoded, place: string, slot: Slot = this.root): void {
    if (value === null) {
      slot.nulls++;
      return;
    }
    slot.values++;
    const { shape } = slot;
    shape.count++;
    if (typeof value === 'string') addText(shape, value);
    else if (value instanceof NumberLiteral) addNumber(shape, value.text, place);
    else if (value instanceof DecodedMap) this.#addObject(shape, value, place);
    else if (typeof value === 'boolean') shape.bits |= Saw.boolean;
    else {
      const list = value as readonly Decoded[];
      shape.bits |= Saw.list;
      shape.longest = Math.max(shape.longest, list.length);
      shape.elements ??= this.#slot(place);
      for (const element of list) this.add(element, place, shape.elements);
    }
  }

  #addObject(shape: Shape, { keys, values }: DecodedMap, place: string): void {
    shape.bits |= Saw.object;
    shape.longest = Math.max(shape.longest, keys.length);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      let field = shape.values ?? shape.fields?.get(key);
      if (field === undefined) {
        field = this.#slot(place);
        shape.fields ??= new Map();
        shape.fields.set(key, field);
        if (shape.fields.size > this.#mostKeys) {
          this.#slots -= toMap(shape);
          field = shape.values!;
        }
      }
      this.add(values[i]!, place, field);
    }
  }

  #slot(place: string): Slot {
    this.#slots++;
    if (this.#slots > MOST_SLOTS) {
      const most = MOST_SLOTS.toLocaleString('en');
      throw new GivenError(place, `more than ${most} places with values of their own: give --schema FILE`);
    }
    if (this.#slots % MANY_SLOTS === 0) this.#mostKeys = Math.max(32, this.#mostKeys >> 1);
    return new Slot();
  }
}

const INT64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;

function addNumber(shape: Shape, text: string, place: string): void {
  const value = Number(text);
  if (value < shape.least) shape.least = value;
  if (value > shape.most) shape.most = value;
  let bits: number = Saw.number;
  if (!addDigits(shape, text)) bits |= Number.isInteger(value) ? Saw.point : Saw.point | Saw.fraction;
  if (value !== (value | 0)) bits |= Saw.beyond32;
  if (!Number.isSafeInteger(value) && (bits & Saw.fraction) === 0) bits |= Saw.beyond53;
  if ((bits & (Saw.beyond53 | Saw.point)) === Saw.beyond53) {
    const exact = BigInt(text);
    if (exact < INT64[0] || exact > INT64[1]) bits |= Saw.beyond64;
  } else if (!Number.isFinite(value)) bits |= Saw.beyond64;
  if (bits & Saw.beyond64) shape.beyond ??= place;
  shape.bits |= bits;
}

/** Counts the significant digits of a number. @returns whether it is written as an integer */
function addDigits(shape: Shape, text: string): boolean {
  let digits = 0;
  let zeros = 0;
  let integer = true;
  for (let i = 0; i < text.length; i++) {
    const byte = text.charCodeAt(i);
    if (byte === 0x30) {
      if (digits > 0) zeros++;
    } else if (byte >= 0x31 && byte <= 0x39) {
      digits += zeros + 1;
      zeros = 0;
    } else if (byte !== 0x2d) {
      integer = false;
      if (byte !== 0x2e) break;
    }
  }
  if (digits > shape.digits) shape.digits = digits;
  return integer;
}

const INSTANT = /^\d{4}-(?:0\d|1[0-2])-[0-3]\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/;
const SIGNS = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d).*[+/=]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

function addText(shape: Shape, text: string): void {
  shape.characters += text.length;
  if (text.length > shape.longest) shape.longest = Math.max(shape.longest, codePoints(text));
  let bits = shape.bits | Saw.text;
  // What all texts are is asked until one isn't.
  if (!(bits & Saw.noInstant) && !(INSTANT.test(text) && parseRfc3339(text) !== null)) bits |= Saw.noInstant;
  if (!(bits & Saw.noUuid) && !UUID.test(text)) bits |= Saw.noUuid;
  if (!(bits & Saw.noBase64) && !BASE64.test(text)) bits |= Saw.noBase64;
  if (!(bits & (Saw.noBase64 | Saw.signs)) && SIGNS.test(text)) bits |= Saw.signs;
  if (!(bits & Saw.control) && CONTROL.test(text)) bits |= Saw.control;
  shape.bits = bits;
  if (!(bits & Saw.manyTexts)) keepText(shape, text);
}

function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) count--;
  return count;
}
