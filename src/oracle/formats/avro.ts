/** Avro 1.12's binary encoding, with the schema of src/schema/emit/avro.ts. */
import { avroLacks } from '../../schema/emit/avro.ts';
import type { Type } from '../../schema/model.ts';
import type { RecordValue, Value } from '../../schema/value.ts';
import type { Codec, Decoded, DecodedMap } from '../decoded.ts';
import { entriesOf, enumIndex, fieldValue } from '../fields.ts';
import { SchemaReader, SchemaWriter } from './by-schema.ts';

export const avroCodec: Codec = {
  title: 'Avro',
  unsupported: avroLacks,
  encode(model, document) {
    const writer = new AvroWriter(model);
    writer.writeValue(model.root, document);
    return writer.finish();
  },
  decode(model, bytes) {
    const reader = new AvroReader(model, bytes);
    return reader.finish(reader.readValue(model.root));
  },
};

class AvroWriter extends SchemaWriter {
  writeRecord(name: string, document: RecordValue): void {
    for (const field of this.model.records.get(name)!.fields) {
      const value = fieldValue(document, field) ?? null;
      if (field.presence !== 'required') this.integer(value === null ? 0n : 1n);
      if (value !== null) this.writeValue(field.type, value);
    }
  }

  writeValue(type: Type, value: Value): void {
    switch (type.kind) {
      case 'record':
        this.writeRecord(type.name, value as RecordValue);
        break;
      case 'list':
        this.writeBlock(value as readonly Value[], (element) => {
          this.writeValue(type.element, element);
        });
        break;
      case 'map':
        this.writeBlock(entriesOf(this.model, type, value), ([key, of, part]) => {
          this.lengthAndBytes(Buffer.from(key));
          this.writeValue(of, part);
        });
        break;
      case 'enum':
        this.integer(BigInt(enumIndex(this.model, type.name, value as string)));
        break;
      default:
        this.scalar(type, value);
    }
  }

  writeBlock<Item>(items: readonly Item[], write: (item: Item) => void): void {
    if (items.length > 0) this.integer(BigInt(items.length));
    for (const item of items) write(item);
    this.integer(0n);
  }

  /** Writes a varint in zigzag encoding: 0, -1, 1, -2 become 0, 1, 2, 3. */
  integer(value: bigint): void {
    this.varint((value << 1n) ^ (value >> 63n));
  }
}

class AvroReader extends SchemaReader {
  readonly firstValue = 0;

  integer(what: string): bigint {
    const zigzag = this.varint(what);
    return (zigzag >> 1n) ^ -(zigzag & 1n);
  }

  readRecord(name: string): DecodedMap {
    const map: DecodedMap = new Map();
    for (const field of this.model.records.get(name)!.fields) {
      this.entry(map, field.name, this.offset, () => {
        const isNull = field.presence !== 'required' && this.readBranch() === 0n;
        return isNull ? null : this.readValue(field.type);
      });
    }
    return map;
  }

  readBranch(): bigint {
    const start = this.offset;
    const branch = this.integer("a union's branch");
    if (branch !== 0n && branch !== 1n) this.fail(`branch ${branch} of a union of two`, start);
    return branch;
  }

  readValue(type: Type): Decoded {
    switch (type.kind) {
      case 'record':
        return this.readRecord(type.name);
      case 'list':
        return this.readList(type.element);
      case 'map':
        return this.readMap(type.value);
      default:
        return this.scalar(type);
    }
  }

  readList(element: Type): Decoded[] {
    const list: Decoded[] = [];
    this.readBlocks(() => {
      this.element(list, () => this.readValue(element));
    });
    return list;
  }

  readMap(type: Type): DecodedMap {
    const map: DecodedMap = new Map();
    this.readBlocks(() => {
      const start = this.offset;
      const key = this.utf8(this.readLength('a key'), 'a key');
      this.entry(map, key, start, () => this.readValue(type));
    });
    return map;
  }

  /** Reads blocks up to an empty one. After a negative count, the block's size in bytes follows. */
  readBlocks(readItem: () => void): void {
    for (;;) {
      const start = this.offset;
      const count = this.integer("a block's count");
      if (count === 0n) return;
      const size = count < 0n ? this.readLength('a block') : null;
      const items = count < 0n ? -count : count;
      const from = this.offset;
      if (items > BigInt(this.end - from))
        this.fail(`a block of ${items} items, ${this.end - from} bytes left`, start);
      for (let item = 0n; item < items; item++) readItem();
      if (size !== null && this.offset - from !== size)
        this.fail(`a block of ${size} bytes has ${this.offset - from},`, start);
    }
  }

  readLength(what: string): number {
    const start = this.offset;
    const length = this.integer(`the length of ${what}`);
    if (length < 0n) this.fail(`${what} of length ${length}`, start);
    return Number(length);
  }
}
