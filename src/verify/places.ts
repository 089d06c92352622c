/** Documents as places that the state of a slice leads to: see `sample` in docs/PROTOCOL.md. */
import type { TextUnit } from '../define/types.ts';
import type { SchemaModel, Type } from '../schema/model.ts';
import type { RecordValue, Value } from '../schema/value.ts';

/** Where a state chooses one of several, which are made when first chosen: a large document has more than any slice sees. */
interface Parts {
  readonly count: number;
  at(place: number): Place;
  /** Of a field, or the number of an element. */
  name(place: number): string;
}

/** What a place counts by itself, and what comes next in a state: a unit of a text or of bytes, a part, or nothing. */
export interface Place {
  /** What stands there, in the words of docs/PROTOCOL.md. */
  readonly kind: string;
  readonly adds: number;
  readonly units: string | Uint8Array | Uint32Array | null;
  readonly parts: Parts | null;
}

/** A finished document: its length and one of its units. */
export function placeOfOutput(frame: Uint8Array, unit: TextUnit | 'bytes'): Place {
  if (unit === 'bytes') return unitsPlace('output', frame);
  return unitsPlace('output', unitsOf(Buffer.from(frame.buffer, frame.byteOffset, frame.length), unit));
}

function leaf(kind: string, adds: number): Place {
  return { kind, adds, units: null, parts: null };
}

function unitsPlace(kind: string, units: string | Uint8Array | Uint32Array): Place {
  if (units.length === 0) return leaf(`empty ${kind}`, 0);
  return { kind, adds: units.length, units, parts: null };
}

/** A text, given as UTF-8, in what the language's strings consist of. */
function unitsOf(utf8: Buffer, unit: TextUnit): string | Uint8Array | Uint32Array {
  if (unit === 'utf-8') return utf8;
  const text = utf8.toString('utf8');
  return unit === 'utf-16' ? text : Uint32Array.from(text, (character) => character.codePointAt(0)!);
}

function lazyParts(count: number, make: (place: number) => Place, name: Parts['name'] = String): Parts {
  const made = new Array<Place | undefined>(count).fill(undefined);
  const at = (place: number): Place => {
    made[place] ??= make(place);
    return made[place];
  };
  return { count, at, name };
}

const ANY: Type = { kind: 'any' };

/** Makes the places of values, as `decodeFixture` gives them or as they are canonical. */
export class Places {
  readonly #model: SchemaModel;
  readonly #unit: TextUnit;

  constructor(model: SchemaModel, unit: TextUnit) {
    this.#model = model;
    this.#unit = unit;
  }

  of(type: Type, value: Value | undefined): Place {
    if (value === null || value === undefined) return leaf('null', 1);
    if (typeof value === 'boolean') return leaf('boolean', value ? 3 : 2);
    if (typeof value === 'string') return this.#text(type, value);
    if (typeof value === 'number' || typeof value === 'bigint') return numberPlace(type, value);
    if (value instanceof Uint8Array) return unitsPlace('bytes', value);
    if (Array.isArray(value)) return this.#list(type, value);
    if (type.kind === 'record') return this.#record(type.name, value as RecordValue);
    return leaf('map', 6 + (value instanceof Map ? value.size : Object.keys(value).length));
  }

  #text(type: Type, text: string): Place {
    if (type.kind === 'uuid') return leaf('uuid', Number.parseInt(text.slice(-1), 16));
    const units = this.#unit === 'utf-16' ? text : unitsOf(Buffer.from(text, 'utf8'), this.#unit);
    return type.kind === 'enum' ? leaf('enum', units.length) : unitsPlace('string', units);
  }

  #list(type: Type, list: readonly Value[]): Place {
    if (list.length === 0) return leaf('empty list', 5);
    const element = type.kind === 'list' ? type.element : ANY;
    const parts = lazyParts(list.length, (place) => this.of(element, list[place]));
    return { kind: 'list', adds: list.length, units: null, parts };
  }

  #record(name: string, record: RecordValue | ReadonlyMap<string, Value>): Place {
    const { fields } = this.#model.records.get(name)!;
    if (fields.length === 0) return leaf('record', 4);
    const make = (place: number) => {
      const { name: field, type } = fields[place]!;
      const value = record instanceof Map ? record.get(field) : ownValue(record as RecordValue, field);
      return this.of(type, value);
    };
    const parts = lazyParts(fields.length, make, (place) => fields[place]!.name);
    return { kind: 'record', adds: 0, units: null, parts };
  }
}

function ownValue(record: RecordValue, field: string): Value | undefined {
  return Object.hasOwn(record, field) ? record[field] : undefined;
}

const INTEGERS: readonly Type['kind'][] = ['int32', 'int64', 'instant'];

/** Of integers the lowest 16 bits; of everything else those of both halves of the double. */
function numberPlace({ kind }: Type, value: number | bigint): Place {
  const isInteger = INTEGERS.includes(kind) && !(kind === 'instant' && typeof value === 'number');
  if (isInteger)
    return leaf(kind, typeof value === 'number' ? value & 0xffff : Number(BigInt.asUintN(16, value)));
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(Number(value));
  return leaf('double', (bits.readInt32BE(0) ^ bits.readInt32BE(4)) & 0xffff);
}
