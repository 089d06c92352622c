import { MOST } from '../../define/bounds.ts';
import { type Decoded, DecodedMap, NumberLiteral } from '../../format/decoded.ts';
import { GivenError } from '../given/error.ts';
import type { OverruleKind } from './overrule.ts';
import { Numbers, Texts } from './scalars.ts';

/** A place of the documents: what stands there, and how often. */
export class Slot {
  shape = new Shape();
  /** Values other than null. */
  values = 0;
  nulls = 0;
  /** As a person says: `optional`, `nullable`. */
  presence: OverruleKind | undefined;
}

/** The values of a place. Places may share one: those of a record that stands in several, or within itself. */
export class Shape {
  booleans = 0;
  numbers: Numbers | undefined;
  texts: Texts | undefined;
  lists: Lists | undefined;
  objects: Objects | undefined;
  /** As a person says. */
  kind: OverruleKind | undefined;
  /** What took this one's values when the two were found to be the same. */
  into: Shape | undefined;
}

export interface Lists {
  longest: number;
  readonly elements: Slot;
}

export interface Objects {
  count: number;
  /** The most keys of one. */
  longest: number;
  readonly fields: Map<string, Slot>;
  /** Why they are a map. */
  why: string | undefined;
  /** Of a map: all its values. Keys are then told apart no more, and `fields` is empty. */
  values: Slot | undefined;
}

/** A place's shape, wherever its values went. */
export function shapeOf(slot: Slot): Shape {
  slot.shape = real(slot.shape);
  return slot.shape;
}

function real(shape: Shape): Shape {
  let last = shape;
  while (last.into !== undefined) last = last.into;
  return last;
}

/** So many places take some hundred MiB. */
const MOST_SLOTS = 200_000;
/** From so many on, objects of fewer keys are taken for maps. */
const MANY_SLOTS = 50_000;

/** Merges documents into a tree of places whose size is bounded, whatever the documents are. */
export class Seen {
  readonly root = new Slot();
  #slots = 1;
  #mostKeys: number = MOST.entries;

  add(value: Decoded, place: string): void {
    this.#add(this.root, value, place);
  }

  #add(slot: Slot, value: Decoded, place: string): void {
    if (value === null) {
      slot.nulls++;
      return;
    }
    slot.values++;
    const { shape } = slot;
    if (typeof value === 'string') {
      shape.texts ??= new Texts();
      shape.texts.add(value);
    } else if (value instanceof NumberLiteral) {
      shape.numbers ??= new Numbers();
      shape.numbers.add(value.text, place);
    } else if (typeof value === 'boolean') shape.booleans++;
    else if (value instanceof DecodedMap) this.#addObject(shape, value, place);
    else this.#addList(shape, value as readonly Decoded[], place);
  }

  #addList(shape: Shape, list: readonly Decoded[], place: string): void {
    shape.lists ??= { longest: 0, elements: this.#slot(place) };
    const { lists } = shape;
    if (list.length > lists.longest) lists.longest = list.length;
    for (const element of list) this.#add(lists.elements, element, place);
  }

  #addObject(shape: Shape, { keys, values }: DecodedMap, place: string): void {
    shape.objects ??= { count: 0, longest: 0, fields: new Map(), why: undefined, values: undefined };
    const { objects } = shape;
    objects.count++;
    if (keys.length > objects.longest) objects.longest = keys.length;
    for (let i = 0; i < keys.length; i++) {
      let field = objects.values ?? objects.fields.get(keys[i]!);
      if (field === undefined) {
        field = this.#slot(place);
        objects.fields.set(keys[i]!, field);
        if (objects.fields.size > this.#mostKeys) {
          this.#slots -= asMap(objects);
          field = objects.values!;
        }
      }
      this.#add(field, values[i]!, place);
    }
  }

  #slot(place: string): Slot {
    this.#slots++;
    if (this.#slots > MOST_SLOTS) {
      throw new GivenError(
        place,
        `more than ${MOST_SLOTS.toLocaleString('en')} places with values of their own: give --schema FILE`,
      );
    }
    if (this.#slots % MANY_SLOTS === 0) this.#mostKeys = Math.max(32, this.#mostKeys >> 1);
    return new Slot();
  }
}

/** Merges the fields of objects into the values of a map. @returns how many places are gone */
export function asMap(objects: Objects): number {
  const open: Pair[] = [];
  toMap(objects, open);
  return unifyAll(open) - 1;
}

/** Makes two shapes one, and so those within them. */
export function unify(shape: Shape, other: Shape): void {
  unifyAll([[shape, other]]);
}

type Pair = readonly [Shape, Shape];

/** One pair after the other: a shape may stand within itself. @returns how many pairs there were */
function unifyAll(open: Pair[]): number {
  let pairs = 0;
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    pairs++;
    const [shape, other] = pair.map(real) as [Shape, Shape];
    if (shape === other) continue;
    other.into = shape;
    shape.booleans += other.booleans;
    shape.kind ??= other.kind;
    shape.numbers = joined(shape.numbers, other.numbers, (into, from) => into.absorb(from));
    shape.texts = joined(shape.texts, other.texts, (into, from) => into.absorb(from));
    shape.lists = joined(shape.lists, other.lists, (into, from) => {
      into.longest = Math.max(into.longest, from.longest);
      join(into.elements, from.elements, open);
    });
    shape.objects = joined(shape.objects, other.objects, (into, from) => joinObjects(into, from, open));
  }
  return pairs;
}

function joined<T>(
  into: T | undefined,
  from: T | undefined,
  join: (into: T, from: T) => void,
): T | undefined {
  if (into !== undefined && from !== undefined) join(into, from);
  return into ?? from;
}

function join(into: Slot, from: Slot, open: Pair[]): void {
  into.values += from.values;
  into.nulls += from.nulls;
  into.presence ??= from.presence;
  open.push([into.shape, from.shape]);
}

function joinObjects(into: Objects, from: Objects, open: Pair[]): void {
  into.count += from.count;
  into.longest = Math.max(into.longest, from.longest);
  if (into.values !== undefined || from.values !== undefined) {
    join(toMap(into, open), toMap(from, open), open);
    return;
  }
  for (const [key, field] of from.fields) {
    const known = into.fields.get(key);
    if (known === undefined) into.fields.set(key, field);
    else join(known, field, open);
  }
  if (into.fields.size > MOST.entries) toMap(into, open);
}

function toMap(objects: Objects, open: Pair[]): Slot {
  if (objects.values !== undefined) return objects.values;
  objects.values = new Slot();
  for (const field of objects.fields.values()) join(objects.values, field, open);
  objects.fields.clear();
  return objects.values;
}
