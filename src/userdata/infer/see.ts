import { type Decoded, type DecodedMap, NumberLiteral } from '../../oracle/decoded.ts';
import { parseRfc3339 } from '../../oracle/instant.ts';
import { isBase64, UUID } from '../../schema/value.ts';
import { Saw } from './saw.ts';
import { keepText, MOST_KEYS, NO_ENUM, type Shape, Slot, toMap } from './shape.ts';

/** Merges documents into one tree, with a `Slot` for each path. */
export class Seen {
  readonly root = new Slot();

  add(value: Decoded, place: string, slot: Slot = this.root): void {
    if (value === null) {
      slot.nulls++;
      slot.firstNull ??= place;
      return;
    }
    slot.values++;
    const { shape } = slot;
    const { bits } = shape;
    shape.count++;
    if (typeof value === 'string') addText(shape, value);
    else if (value instanceof NumberLiteral) addNumber(shape, value.text);
    else if (value instanceof Map) this.#addObject(shape, value, place);
    else if (typeof value === 'boolean') shape.bits |= Saw.boolean;
    else {
      const list = value as readonly Decoded[];
      shape.bits |= Saw.list;
      shape.longest = Math.max(shape.longest, list.length);
      shape.elements ??= new Slot();
      for (const element of list) this.add(element, place, shape.elements);
    }
    if (shape.bits !== bits) shape.firsts.push({ bits: shape.bits & ~bits, place });
  }

  #addObject(shape: Shape, object: DecodedMap, place: string): void {
    shape.bits |= Saw.object;
    shape.longest = Math.max(shape.longest, object.size);
    for (const [key, value] of object) {
      let field = shape.values ?? shape.fields?.get(key);
      if (field === undefined) {
        field = new Slot();
        shape.fields ??= new Map();
        shape.fields.set(key, field);
        if (shape.fields.size > MOST_KEYS) {
          toMap(shape);
          field = shape.values!;
        }
      }
      this.add(value, place, field);
    }
  }
}

function addNumber(shape: Shape, text: string): void {
  const value = Number(text);
  const number = { value, text };
  if (value < shape.least.value) shape.least = number;
  if (value > shape.most.value) shape.most = number;
  let bits: number = Saw.number;
  if (value !== (value | 0)) bits |= Saw.beyond32;
  if (/[.eE]/.test(text)) {
    bits |= Number.isInteger(value) ? Saw.point : Saw.point | Saw.fraction;
    if (!Number.isFinite(value)) bits |= Saw.beyond64;
    const digits = Math.abs(value).toExponential().indexOf('e');
    shape.digits = Math.max(shape.digits, digits === 1 ? 1 : digits - 1);
  } else if (!Number.isSafeInteger(value)) {
    bits |= Saw.beyond53;
    // Longer texts can't be 64-bit integers, and converting a million digits would take seconds.
    if (text.length > 20 || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) bits |= Saw.beyond64;
  }
  shape.bits |= bits;
}

const INSTANT = /^\d{4}-(?:0\d|1[0-2])-[0-3]\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z$/;
const SIGNS = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d).*[+/=]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

function addText(shape: Shape, text: string): void {
  shape.characters += text.length;
  if (text.length > shape.longest) {
    const pairs = text.match(/[\uD800-\uDBFF]/g)?.length ?? 0;
    shape.longest = Math.max(shape.longest, text.length - pairs);
  }
  let bits = shape.bits | Saw.string;
  // Each property is tested only until one string has decided it.
  if (!(bits & Saw.noInstant) && !(INSTANT.test(text) && parseRfc3339(text) !== null)) bits |= Saw.noInstant;
  if (!(bits & Saw.noUuid) && !UUID.test(text)) bits |= Saw.noUuid;
  if (!(bits & Saw.noBase64) && !isBase64(text)) bits |= Saw.noBase64;
  if (!(bits & (Saw.noBase64 | Saw.signs)) && SIGNS.test(text.slice(0, 100))) bits |= Saw.signs;
  if (!(bits & Saw.control) && CONTROL.test(text)) bits |= Saw.control;
  shape.bits = bits;
  if (!(bits & NO_ENUM)) keepText(shape, text);
}
