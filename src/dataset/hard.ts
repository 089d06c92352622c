/** Makes the documents that every serializer must carry whole and that are never timed: the hard ones of a schema. */
import { type Field, placesIn, type SchemaModel, type Type, typeWithin } from '../schema/model.ts';
import { endingOf, recursiveFields } from '../schema/recursion.ts';
import { type RecordValue, setField, type Value } from '../schema/value.ts';
import { clampedLength } from './clamp.ts';
import { documentOf } from './computed.ts';
import { HARD_KEYS, HARD_VALUES, hardWithin, type IdKind, plainId } from './hard-values.ts';
import { onceFor } from './once.ts';

/** Fewest and most documents: with few places, more documents are needed until every hard value had its turn. */
const MIN_DOCUMENTS = 12;
const MAX_DOCUMENTS = 56;

/** Records within themselves end here, and where a document has so many records already: hundreds of them multiply. */
const MAX_RECURSION = 2;
const MOST_RECORDS = 2_000;

/** Within so many lists and maps, those of documents that mix have one element, or all of them would be beyond measure. */
const MOST_BRANCHING = 4;

/** Of a list's or a map's bounds, those beyond are no length of one; nor are any where a document has so many values. */
const MOST_LENGTH = 17;
const MOST_VALUES = 10_000;

/** What all optional and nullable fields, and all lists, of a document are. Most documents mix. */
type Shape = 'full' | 'bare' | 'mixed';

/** How far hard documents go: within the bounds of the schema, or to the limits of its types whatever it says. */
export type HardRange = 'bounds' | 'strict';

/** Whether a schema bounds any of its values: without, hard documents are the same in both ranges. */
export function hasBounds(model: SchemaModel): boolean {
  return [...placesIn(model)].some(([, type]) => type.bounds !== undefined);
}

/**
 * The hard documents of a schema. The first has every field and lists and maps of one element, the second nothing that
 * may be left out (null, absent, empty lists and maps); the others mix. Each kind's hard values are dealt out in turn, and there are as
 * many documents as it takes for each to be dealt once, at least 12 and at most 56. Within bounds, values that go beyond
 * are clamped or cut, and the bounds themselves and their neighbors are dealt too.
 *
 * Nothing here is random: the same schema always has the same hard documents.
 */
export function hardDocuments(model: SchemaModel, range: HardRange = 'strict'): Value[] {
  const dealer = new Dealer(model, range);
  const documents: Value[] = [];
  while (documents.length < MIN_DOCUMENTS || (documents.length < MAX_DOCUMENTS && !dealer.allDealt())) {
    const shape = (['full', 'bare'] as const)[documents.length] ?? 'mixed';
    documents.push(documentOf(model, dealer.object(shape)));
  }
  return documents;
}

class Deck<T> {
  readonly #values: readonly T[];
  #dealt = 0;

  constructor(values: readonly T[]) {
    this.#values = values;
  }

  deal(): T {
    return this.#values[this.#dealt++ % this.#values.length]!;
  }

  isDone(): boolean {
    return this.#dealt >= this.#values.length;
  }
}

/** Such maps may be large, and should: binary formats write those of 16 and more otherwise. */
function isMapOfLeaves(type: Type): boolean {
  return type.kind === 'map' && typeWithin(type.value) === undefined && type.value.kind !== 'record';
}

class Dealer {
  readonly #model: SchemaModel;
  readonly #recursive: ReadonlySet<Field>;
  readonly #range: HardRange;
  readonly #decks = new Map<string, Deck<Value>>();
  /** By field: whether it is there, and how long its lists are, goes round for each by itself. */
  readonly #presences = new Map<Field, Deck<boolean>>();
  readonly #lengths = new Map<Type, Deck<number>>();
  /** Ids of the document at hand, by resource. */
  #ids = new Map<string, Set<Value>>();
  #recursion = 0;
  /** Lists and maps around the value at hand. */
  #around = 0;

  /** Values of the document at hand that stand within lists and maps. */
  #spent = 0;
  #records = 0;

  constructor(model: SchemaModel, range: HardRange) {
    this.#model = model;
    this.#range = range;
    this.#recursive = recursiveFields(model);
  }

  allDealt(): boolean {
    return [...this.#decks.values()].every((deck) => deck.isDone());
  }

  object(shape: Shape): Value {
    this.#ids = new Map();
    this.#spent = 0;
    this.#records = 0;
    // A document itself is never null, whatever `any` may be elsewhere.
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
        return this.#deal(`enum ${type.name}`, this.#model.enums.get(type.name)!.values);
      default: {
        const bounds = this.#boundsOf(type);
        if (bounds === undefined) return this.#deal(type.kind, HARD_VALUES[type.kind]);
        const key = `${type.kind} ${Object.entries(bounds).join()}`;
        return onceFor(this.#decks, key, () => new Deck(hardWithin(type.kind, bounds))).deal();
      }
    }
  }

  #boundsOf(type: Type) {
    return this.#range === 'bounds' ? type.bounds : undefined;
  }

  #deal(key: string, values: readonly Value[]): Value {
    return onceFor(this.#decks, key, () => new Deck(values)).deal();
  }

  #map(type: Type & { kind: 'map' }, shape: Shape): Value {
    const length = this.#length(type, shape);
    const keys = Array.from({ length }, (_, index) => {
      const key = this.#deal('key of a map', HARD_KEYS) as string;
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
    const fitting = new Set(lengths.map((length) => clampedLength(length, bounds)));
    return onceFor(this.#lengths, type, () => new Deck([...fitting])).deal();
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

  /** One that no other of these has in the document. */
  #id(resource: string, type: Type): Value {
    const kind = type.kind as IdKind;
    const ids = onceFor(this.#ids, resource, () => new Set());
    let tries = HARD_VALUES[kind].length;
    let id = this.#deal(kind, HARD_VALUES[kind]);
    while (ids.has(id) && --tries > 0) id = this.#deal(kind, HARD_VALUES[kind]);
    for (let number = 1; ids.has(id); number++) id = plainId(kind, number);
    ids.add(id);
    return id;
  }

  /** Undefined for an optional field that is left out. */
  #field(field: Field, shape: Shape): Value | undefined {
    if (field.presence === 'required' || this.#isThere(field, shape)) return this.#value(field.type, shape);
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

  #isThere(field: Field, shape: Shape): boolean {
    if (shape !== 'mixed') return shape === 'full';
    return onceFor(this.#presences, field, () => new Deck([true, true, false])).deal();
  }
}
