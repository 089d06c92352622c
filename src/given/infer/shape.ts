import type { OverruleKind } from './overrule.ts';
import { Saw } from './saw.ts';

/** A place of the documents: what stands there, and how often. */
export class Slot {
  shape = new Shape();
  /** Values other than null. */
  values = 0;
  nulls = 0;
  /** The document with the first: `orders.ndjson:17`. */
  firstNull: string | undefined;
  presence: 'optional' | 'nullable' | undefined;
}

/** Bits that no document before had, and the document: `orders.ndjson:17`. */
interface First {
  readonly bits: number;
  readonly place: string;
}

interface Written {
  readonly value: number;
  readonly text: string;
}

/** The values of a place. Places may share one: those of a record that stands in several, or within itself. */
export class Shape {
  bits = 0;
  /** Values, none of them null. */
  count = 0;
  least: Written = { value: Number.POSITIVE_INFINITY, text: '' };
  most: Written = { value: Number.NEGATIVE_INFINITY, text: '' };
  /** Significant digits of a number, at most. */
  digits = 0;
  /** At most one for each bit. */
  readonly firsts: First[] = [];
  /** Code points of a text, elements of a list, keys of an object: the most of one. */
  longest = 0;
  /** Of all texts. */
  characters = 0;
  /** Texts, until there are too many. */
  distinct: Set<string> | undefined;
  elements: Slot | undefined;
  fields: Map<string, Slot> | undefined;
  /** Of a map, whose `fields` are gone. */
  values: Slot | undefined;
  /** As a person says. */
  kind: OverruleKind | undefined;
  /** Why objects are a map. */
  why: string | undefined;
  /** What took this one's values when the two were found to be the same. */
  into: Shape | undefined;
}

/** An enum has no more values, and no longer ones. */
export const MOST_DISTINCT = 64;
export const LONGEST_DISTINCT = 80;
/** Where texts aren't kept. */
export const NO_ENUM = Saw.manyTexts | Saw.longText;
/** A record has no more fields. */
export const MOST_KEYS = 1_000;

/** A place's shape, wherever its values went. */
export function shapeOf(slot: Slot): Shape {
  while (slot.shape.into !== undefined) slot.shape = slot.shape.into;
  return slot.shape;
}

/** Makes objects a map: the values of all their fields are of one shape. @returns how many places are gone */
export function toMap(shape: Shape): number {
  return unifyAll(asMap(shape)) - 1;
}

/** Makes two places' shapes one, and so those within them. */
export function unify(into: Slot, from: Slot): void {
  unifyAll([[into, from]]);
}

type Pair = readonly [into: Slot, from: Slot];

/** One pair after the other: a shape may stand within itself. @returns how many there were */
function unifyAll(open: Pair[]): number {
  let pairs = 0;
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    pairs++;
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
  return pairs;
}

function addScalars(shape: Shape, other: Shape): void {
  shape.firsts.push(...other.firsts.filter(({ bits }) => bits & ~shape.bits));
  shape.bits |= other.bits;
  shape.count += other.count;
  shape.characters += other.characters;
  if (isBelow(other.least, shape.least)) shape.least = other.least;
  if (isBelow(shape.most, other.most)) shape.most = other.most;
  for (const key of ['digits', 'longest'] as const) shape[key] = Math.max(shape[key], other[key]);
  for (const text of other.distinct ?? []) keepText(shape, text);
  if (shape.bits & NO_ENUM) shape.distinct?.clear();
}

/** Whether a number is less than another, also among integers that are one double. */
export function isBelow(one: Written, other: Written): boolean {
  if (one.value !== other.value || Number.isSafeInteger(one.value)) return one.value < other.value;
  return [one, other].every(({ text }) => /^-?\d{1,20}$/.test(text)) && BigInt(one.text) < BigInt(other.text);
}

/** Keeps a text, or none of a place where they are long or many. */
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
