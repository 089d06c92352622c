import { isWrapped, rootField } from '../../schema/emit/proto.ts';
import { ANY, type Field, type SchemaModel, type Type } from '../../schema/model.ts';
import { type Decoded, type DecodedMap, Instant } from '../decoded.ts';
import { SchemaReader } from './by-schema.ts';

export const WIRE = { varint: 0, fixed64: 1, length: 2 } as const;

const VARINTS: readonly Type['kind'][] = ['boolean', 'int32', 'int64', 'instant', 'enum'];

export function wireType({ kind }: Type): number {
  if (kind === 'double') return WIRE.fixed64;
  return VARINTS.includes(kind) ? WIRE.varint : WIRE.length;
}

/** Types of the fields of google.protobuf.Value, by number. Field 1 is `null_value`. */
export const ANY_FIELDS: readonly (Type | null)[] = [
  null,
  null,
  { kind: 'double' },
  { kind: 'string' },
  { kind: 'boolean' },
  { kind: 'map', value: ANY },
  { kind: 'list', element: ANY },
];
export const ANY_NULL = 1;

/** Decodes one message. Unknown fields, and singular fields that come twice, are errors. */
export function decodeProtobuf(model: SchemaModel, bytes: Uint8Array): Decoded {
  const reader = new ProtobufReader(model, bytes);
  if (model.root.kind === 'record') return reader.readRecord(model.root.name);
  const field = rootField(model);
  const [value = whenLeftOut(field)] = reader.readFields([field]);
  return value === undefined ? reader.fail('a document without its value') : value;
}

type Slot = Decoded | undefined;

interface Tag {
  readonly start: number;
  readonly number: number;
  readonly wire: number;
}

class ProtobufReader extends SchemaReader {
  readonly firstValue = 1;

  integer(what: string): bigint {
    return BigInt.asIntN(64, this.varint(what));
  }

  readTag(): Tag {
    const start = this.offset;
    const tag = this.varint('a tag');
    return { start, number: Number(tag >> 3n), wire: Number(tag & 7n) };
  }

  expectWire({ start, wire }: Tag, expected: number): void {
    if (wire !== expected) this.fail(`wire type ${wire} instead of ${expected}`, start);
  }

  readRecord(name: string): DecodedMap {
    const { fields } = this.model.records.get(name)!;
    const slots = this.readFields(fields);
    const map: DecodedMap = new Map();
    for (const [index, field] of fields.entries()) {
      const value = slots[index] === undefined ? whenLeftOut(field) : slots[index];
      if (value !== undefined) map.set(field.name, value);
    }
    return map;
  }

  /** Reads fields up to the reader's end. @returns values by the field's index; undefined for a missing field */
  readFields(fields: readonly Field[]): Slot[] {
    const slots: Slot[] = new Array(fields.length).fill(undefined);
    while (this.offset < this.end) {
      const tag = this.readTag();
      const index = tag.number - 1;
      const field = fields[index];
      if (field === undefined)
        this.fail(`field number ${tag.number}, which the schema doesn't have,`, tag.start);
      const { name, type } = field;
      slots[index] = this.within(name, () => {
        const before = slots[index];
        if ((type.kind === 'list' || type.kind === 'map') && !isWrapped(field))
          return this.readItems(type, tag, before ?? emptyOf(type));
        if (before !== undefined) this.fail('a singular field that comes twice', tag.start);
        this.expectWire(tag, wireType(type));
        return this.readValue(type);
      });
    }
    return slots;
  }

  readItems(type: Type, tag: Tag, into: Decoded): Decoded {
    if (type.kind === 'map') {
      this.expectWire(tag, WIRE.length);
      this.part('an entry of a map', () => this.readEntry(type.value, into as DecodedMap));
    } else if (type.kind === 'list') this.readRepeated(type.element, tag, into as Decoded[]);
    return into;
  }

  readEntry(type: Type, map: DecodedMap): void {
    const from = this.offset;
    // As values of a map, lists and maps have the wrapper message of nullable fields: `nullable` makes `readFields` expect it.
    const slots = this.readFields([
      { name: 'key', type: { kind: 'string' }, presence: 'nullable' },
      { name: 'value', type, presence: 'nullable' },
    ]);
    const [key = '', value = DEFAULTS[type.kind]] = slots as [string?, Decoded?];
    if (value === undefined) this.fail('an entry of a map without value', from);
    this.entry(map, key, from, () => value);
  }

  readRepeated(element: Type, tag: Tag, list: Decoded[]): void {
    const expected = wireType(element);
    if (expected === WIRE.length || tag.wire !== WIRE.length) {
      this.expectWire(tag, expected);
      this.element(list, () => this.readValue(element));
      return;
    }
    this.part('a packed list', () => {
      while (this.offset < this.end) this.element(list, () => this.readValue(element));
    });
  }

  part<Result>(what: string, read: () => Result): Result {
    const length = this.readLength(what);
    const outer = this.end;
    const end = this.offset + length;
    if (end > outer) this.fail(`${what} needs ${length} bytes, ${outer - this.offset} left`);
    this.end = end;
    const result = read();
    this.end = outer;
    return result;
  }

  readLength(what: string): number {
    return Number(this.varint(`the length of ${what}`));
  }

  readValue(type: Type): Decoded {
    switch (type.kind) {
      case 'record':
        return this.part(`record ${type.name}`, () => this.readRecord(type.name));
      case 'list':
      case 'map':
        return this.part(`a ${type.kind}`, () => this.readWrapper(type));
      case 'any':
        return this.part('a Value', () => this.readAny());
      default:
        return this.scalar(type);
    }
  }

  readWrapper(type: Type): Decoded {
    const into = emptyOf(type);
    while (this.offset < this.end) {
      const tag = this.readTag();
      if (tag.number !== 1)
        this.fail(`field number ${tag.number}, which a ${type.kind}'s message doesn't have,`, tag.start);
      this.readItems(type, tag, into);
    }
    return into;
  }

  readAny(): Decoded {
    if (this.offset === this.end) this.fail('a Value that is none of its kinds');
    const tag = this.readTag();
    const type = ANY_FIELDS[tag.number] ?? null;
    if (type === null && tag.number !== ANY_NULL)
      this.fail(`field number ${tag.number}, which a Value doesn't have,`, tag.start);
    this.expectWire(tag, type === null ? WIRE.varint : wireType(type));
    const value = type === null ? this.readNull() : this.readValue(type);
    if (this.offset < this.end) this.fail('a Value of more than one kind', tag.start);
    return value;
  }

  readNull(): null {
    const start = this.offset;
    const number = this.varint('a NullValue');
    return number === 0n ? null : this.fail(`a NullValue of ${number}`, start);
  }
}

const emptyOf = ({ kind }: Type): Decoded => (kind === 'list' ? [] : new Map());

/** Defaults of proto3. Records and `any` have none; an enum's default, 0, stands for no value. */
const DEFAULTS: Readonly<Partial<Record<Type['kind'], Decoded>>> = {
  boolean: false,
  int32: 0n,
  int64: 0n,
  double: 0,
  instant: new Instant(0n),
  string: '',
  uuid: '',
  bytes: new Uint8Array(),
  list: [],
  map: new Map(),
};

function whenLeftOut({ type, presence }: Field): Slot {
  if (presence === 'required') return DEFAULTS[type.kind];
  return presence === 'nullable' ? null : undefined;
}
