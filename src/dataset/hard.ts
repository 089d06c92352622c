import { type Field, placesIn, type SchemaModel, type Type, typeWithin } from '../schema/model.ts';
import { endingOf, recursiveFields } from '../schema/recursion.ts';
import { type RecordValue, setField, type Value } from '../schema/value.ts';
import { onceFor } from '../stats/group-by.ts';
import { clampedLength } from './clamp.ts';
import { documentOf } from './computed.ts';
import { HARD_KEYS, HARD_VALUES, hardWithin, type IdKind, plainId } from './hard-values.ts';

/** Minimum and maximum number of hard documents. In between, documents are made until every hard value was used. */
const MIN_DOCUMENTS = 12;
const MAX_DOCUMENTS = 56;

/** Recursion ends at MAX_RECURSION levels, or when a document has MOST_RECORDS records. */
const MAX_RECURSION = 2;
const MOST_RECORDS = 2_000;

/** From this nesting depth on, lists and maps of `mixed` documents have one element, or the nearest length within bounds. */
const MOST_BRANCHING = 4;

const MOST_LENGTH = 17;
/**
 * Once a document within the schema's bounds has this many list elements and map values, further lists and maps get at
 * most one element, even if their bounds require more.
 */
const MOST_VALUES = 10_000;

type Shape = 'full' | 'bare' | 'mixed';

/** Hard values stay within the bounds of the schema, or (`strict`) only within the limits of its types. */
type HardRange = 'bounds' | 'strict';

export function hasBounds(model: SchemaModel): boolean {
  return [...placesIn(model)].some(([, type]) => type.bounds !== undefined);
}

/**
 * Makes documents of hard values. Where bounds allow it, the first has every field and one-element lists and maps, and
 * the second has nulls, no optional fields, and empty lists and maps. The others are mixed.
 */
export function hardDocuments(model: SchemaModel, range: HardRange = 'strict'): Value[] {
  const maker = new Maker(model, range);
  const documents: Value[] = [];
  while (documents.length < MIN_DOCUMENTS || (documents.length < MAX_DOCUMENTS && !maker.usedAll())) {
    const shape = (['full', 'bare'] as const)[documents.length] ?? 'mixed';
    documents.push(documentOf(model, maker.object(shape)));
  }
  return documents;
}

class Cycle<T> {
  readonly #values: readonly T[];
  #used = 0;

  constructor(values: readonly T[]) {
    this.#values = values;
  }

  next(): T {
    return this.#values[this.#used++ % this.#values.length]!;
  }

  usedAll(): boolean {
    return this.#used >= this.#values.length;
  }
}

/** Maps of leaves get up to 17 entries, because some binary formats encode maps of 16 or more entries differently. */
function isMapOfLeaves(type: Type): boolean {
  return type.kind === 'map' && typeWithin(type.value) === undefined && type.value.kind !== 'record';
}

class Maker {
  readonly #model: SchemaModel;
  readonly #recursive: ReadonlySet<Field>;
  readonly #range: HardRange;
  readonly #values = new Map<string, Cycle<Value>>();
  readonly #presences = new Map<Field, Cycle<boolean>>();
  readonly #lengths = new Map<Type, Cycle<number>>();
  #ids = new Map<string, Set<Value>>();
  #recursion = 0;
  #around = 0;
  #spent = 0;
  #records = 0;

  constructor(model: SchemaModel, range: HardRange) {
    this.#model = model;
    this.#range = range;
    this.#recursive = recursiveFields(model);
  }

  usedAll(): boolean {
    return [...this.#values.values()].every((cycle) => cycle.usedAll());
  }

  object(shape: Shape): Value {
    this.#ids = new Map();
    this.#spent = 0;
    this.#records = 0;
    // A document is never null, even if its type is `any`.
    return this.#value(this.#model.root, shape) ?? this.object(shape);
  }

  #value(type: Type, shape: Shape): Value {
    switch (type.kind) {
      case 'record':
        return this.#record(type.name, shape);
      case 'list':
        return Array.from({ length: this.#length(type, shape) }, () => this.#within(type.element, shape));
      case 'map':
        return this.#map(type, shape);
      case 'enum':
        return this.#next(`enum ${type.name}`, () => this.#model.enums.get(type.name)!.values);
      default: {
        const bounds = this.#boundsOf(type);
        if (bounds === undefined) return this.#next(type.kind, () => HARD_VALUES[type.kind]);
        const key = `${type.kind} ${Object.entries(bounds).join()}`;
        return this.#next(key, () => hardWithin(type.kind, bounds));
      }
    }
  }

  #boundsOf(type: Type) {
    return this.#range === 'bounds' ? type.bounds : undefined;
  }

  #next(key: string, values: () => readonly Value[]): Value {
    return onceFor(this.#values, key, () => new Cycle(values())).next();
  }

  #map(type: Type & { kind: 'map' }, shape: Shape): Value {
    const length = this.#length(type, shape);
    const keys = Array.from({ length }, (_, index) => {
      const key = this.#next('key of a map', () => HARD_KEYS) as string;
      return index < HARD_KEYS.length ? key : `${key}-${index}`;
    });
    return new Map(keys.map((key) => [key, this.#within(type.value, shape)]));
  }

  #length(type: Type, shape: Shape): number {
    const bounds = this.#spent < MOST_VALUES ? this.#boundsOf(type) : undefined;
    if (shape !== 'mixed') return clampedLength(shape === 'full' ? 1 : 0, bounds);
    if (this.#around >= MOST_BRANCHING || this.#spent >= MOST_VALUES) return clampedLength(1, bounds);
    const { shortest = 2, longest = 2 } = bounds ?? {};
    const ends = [shortest, longest].filter((end) => end <= MOST_LENGTH);
    const lengths = [...ends, ...(isMapOfLeaves(type) ? [2, 17, 0, 1] : [2, 3, 0, 1])];
    const possible = new Set(lengths.map((length) => clampedLength(length, bounds)));
    return onceFor(this.#lengths, type, () => new Cycle([...possible])).next();
  }

  #within(type: Type, shape: Shape): Value {
    this.#around++;
    if (this.#range === 'bounds') this.#spent++;
    const value = this.#value(type, shape);
    this.#around--;
    return value;
  }

  #record(name: string, shape: Shape): RecordValue {
    this.#records++;
    const record: Record<string, Value> = {};
    const { stored, resource } = this.#model.records.get(name)!;
    for (const field of stored) {
      const value =
        resource !== undefined && field.name === 'id'
          ? this.#id(resource, field.type)
          : this.#recursive.has(field)
            ? this.#recursiveField(field, shape)
            : this.#field(field, shape);
      if (value !== undefined) setField(record, field.name, value);
    }
    return record;
  }

  #id(resource: string, type: Type): Value {
    const kind = type.kind as IdKind;
    const ids = onceFor(this.#ids, resource, () => new Set());
    let tries = HARD_VALUES[kind].length;
    const next = () => this.#next(kind, () => HARD_VALUES[kind]);
    let id = next();
    while (ids.has(id) && --tries > 0) id = next();
    for (let number = 1; ids.has(id); number++) id = plainId(kind, number);
    ids.add(id);
    return id;
  }

  #field(field: Field, shape: Shape): Value | undefined {
    const isThere =
      field.presence === 'required' ||
      (shape === 'mixed'
        ? onceFor(this.#presences, field, () => new Cycle([true, true, false])).next()
        : shape === 'full');
    if (isThere) return this.#value(field.type, shape);
    return field.presence === 'nullable' ? null : undefined;
  }

  #recursiveField(field: Field, shape: Shape): Value | undefined {
    const isEnd = this.#recursion >= MAX_RECURSION || this.#records >= MOST_RECORDS;
    const end = isEnd ? endingOf(field, this.#boundsOf(field.type)) : null;
    if (end !== null) return end.value;
    this.#recursion++;
    const value = this.#field(field, shape);
    this.#recursion--;
    return value;
  }
}
