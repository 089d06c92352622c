import type { OverruleKind } from './overrule.ts';
import { Saw } from './saw.ts';

/** Values at one path of the documents, such as `/customer/name`. */
export class Slot {
  shape = new Shape();
  values = 0;
  nulls = 0;
  firstNull: string | undefined;
  presence: 'optional' | 'nullable' | undefined;
}

/** Flags of `Saw`, and the place of the first document that had them, such as `orders.ndjson:17`. */
interface First {
  readonly bits: number;
  readonly place: string;
}

interface Written {
  readonly value: number;
  readonly text: string;
}

/** Facts about the values of one slot, or of several slots that were found to have the same type. */
export class Shape {
  bits = 0;
  count = 0;
  least: Written = { value: Number.POSITIVE_INFINITY, text: '' };
  most: Written = { value: Number.NEGATIVE_INFINITY, text: '' };
  digits = 0;
  readonly firsts: First[] = [];
  /** Maximum length: code points of a string, elements of a list, keys of an object. */
  longest = 0;
  characters = 0;
  /** Distinct strings; cleared when there are too many, or one is too long, for an enum. */
  distinct: Set<string> | undefined;
  elements: Slot | undefined;
  fields: Map<string, Slot> | undefined;
  /** Slot for the values of a map; if set, `fields` is undefined. */
  values: Slot | undefined;
  kind: OverruleKind | undefined;
  why: string | undefined;
  into: Shape | undefined;
}

export const MOST_DISTINCT = 64;
export const LONGEST_DISTINCT = 80;
export const NO_ENUM = Saw.manyTexts | Saw.longText;
export const MOST_KEYS = 1_000;

export function shapeOf(slot: Slot): Shape {
  while (slot.shape.into !== undefined) slot.shape = slot.shape.into;
  return slot.shape;
}

/** Turns records into a map: merges all fields into the map's values. */
export function toMap(shape: Shape): void {
  unifyAll(asMap(shape));
}

export function unify(into: Slot, from: Slot): void {
  unifyAll([[into, from]]);
}

type Pair = readonly [into: Slot, from: Slot];

/** Merges pairs of slots. A list of open pairs replaces recursive calls, which could nest as deeply as there are shapes. */
function unifyAll(open: Pair[]): void {
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [shape, other] = [shapeOf(pair[0]), shapeOf(pair[1])];
    if (shape === other) continue;
    other.into = shape;
    addScalars(shape, other);
    shape.kind ??= other.kind;
    shape.why ??= other.why;
    if (shape.values !== undefined || other.values !== undefined) open.push(...asMap(shape), ...asMap(other));
    for (const key of ['elements', 'values'] as const) {
      if (other[key] === undefined) continue;
      shape[key] ??= new Slot();
      open.push(...joined(shape[key], other[key]));
    }
    for (const [key, field] of other.fields ?? []) {
      shape.fields ??= new Map();
      const known = shape.fields.get(key);
      if (known === undefined) shape.fields.set(key, field);
      else open.push(...joined(known, field));
    }
    if ((shape.fields?.size ?? 0) > MOST_KEYS) open.push(...asMap(shape));
  }
}

function addScalars(shape: Shape, other: Shape): void {
  shape.firsts.push(...other.firsts.filter(({ bits }) => bits & ~shape.bits));
  shape.bits |= other.bits;
  shape.count += other.count;
  shape.characters += other.characters;
  if (other.least.value < shape.least.value) shape.least = other.least;
  if (other.most.value > shape.most.value) shape.most = other.most;
  for (const key of ['digits', 'longest'] as const) shape[key] = Math.max(shape[key], other[key]);
  for (const text of other.distinct ?? []) keepText(shape, text);
  if (shape.bits & NO_ENUM) shape.distinct?.clear();
}

export function keepText(shape: Shape, text: string): void {
  shape.distinct ??= new Set();
  shape.distinct.add(text);
  if (shape.distinct.size > MOST_DISTINCT) shape.bits |= Saw.manyTexts;
  if (text.length > LONGEST_DISTINCT) shape.bits |= Saw.longText;
  if (shape.bits & NO_ENUM) shape.distinct.clear();
}

function joined(into: Slot, from: Slot): Pair[] {
  into.values += from.values;
  into.nulls += from.nulls;
  into.firstNull ??= from.firstNull;
  into.presence ??= from.presence;
  return [[into, from]];
}

function asMap(shape: Shape): Pair[] {
  shape.values ??= new Slot();
  const { values } = shape;
  const pairs = [...(shape.fields?.values() ?? [])].flatMap((field) => joined(values, field));
  shape.fields = undefined;
  return pairs;
}
