/** BSON (bsonspec.org, version 1.1). A root that isn't a record is wrapped: `{ "value": ROOT }`. */
import { UnsupportedByFormat } from '../../schema/emit/types.ts';
import type { Type } from '../../schema/model.ts';
import { typeOfAny, type Value } from '../../schema/value.ts';
import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import type { Codec, Decoded, DecodedMap } from '../decoded.ts';
import { entriesOf } from '../fields.ts';
import { instantFromMilliseconds } from '../instant.ts';

export const bsonCodec: Codec = {
  title: 'BSON',
  unsupported: () => null,
  encode(model, document) {
    const writer = new BsonWriter(model);
    const { root } = model;
    writer.writeDocument(
      root.kind === 'record' ? entriesOf(model, root, document) : [[ROOT, root, document]],
    );
    return writer.finish();
  },
  decode(model, bytes) {
    const reader = new BsonReader(bytes);
    const document = reader.finish(reader.readDocument());
    if (model.root.kind === 'record') return document;
    const value = document.get(ROOT);
    if (value !== undefined && document.size === 1) return value;
    return reader.fail(`expected a document with the single key "${ROOT}"`, 0);
  },
};

const ROOT = 'value';

const ELEMENT = {
  double: 0x01,
  string: 0x02,
  document: 0x03,
  array: 0x04,
  binary: 0x05,
  boolean: 0x08,
  date: 0x09,
  null: 0x0a,
  int32: 0x10,
  int64: 0x12,
} as const;

class BsonWriter extends ByteWriter {
  writeDocument(entries: Iterable<[key: string, type: Type, value: Value]>): void {
    const inner = new BsonWriter(this.model);
    for (const entry of entries) inner.writeElement(...entry);
    const elements = inner.finish();
    this.u32le(elements.length + 5);
    this.bytes(elements);
    this.u8(0);
  }

  writeElement(key: string, type: Type, value: Value): void {
    if (key.includes('\0'))
      throw new UnsupportedByFormat(`BSON ends a key at U+0000, which is in ${JSON.stringify(key)}`);
    const begin = (element: keyof typeof ELEMENT): void => {
      this.u8(ELEMENT[element]);
      this.bytes(Buffer.from(key, 'utf8'));
      this.u8(0);
    };
    if (value === null) {
      begin('null');
      return;
    }
    switch (type.kind) {
      case 'record':
      case 'map':
        begin('document');
        this.writeDocument(entriesOf(this.model, type, value));
        break;
      case 'list':
        begin('array');
        this.writeDocument((value as readonly Value[]).map((item, i) => [`${i}`, type.element, item]));
        break;
      case 'any': {
        const own = typeOfAny(value);
        const isShort = own.kind === 'int64' && Number(value) === (Number(value) | 0);
        this.writeElement(key, isShort ? { kind: 'int32' } : own, value);
        break;
      }
      case 'boolean':
        begin('boolean');
        this.u8(value === true ? 1 : 0);
        break;
      case 'int32':
        begin('int32');
        this.u32le(Number(value));
        break;
      case 'int64':
      case 'instant':
        begin(type.kind === 'instant' ? 'date' : 'int64');
        this.u64le(BigInt(value as number | bigint));
        break;
      case 'double':
        begin('double');
        this.doubleLe(value as number);
        break;
      case 'bytes':
        begin('binary');
        this.u32le((value as Uint8Array).length);
        this.u8(0);
        this.bytes(value as Uint8Array);
        break;
      default: {
        begin('string');
        const bytes = Buffer.from(value as string, 'utf8');
        this.u32le(bytes.length + 1);
        this.bytes(bytes);
        this.u8(0);
      }
    }
  }
}

class BsonReader extends ByteReader {
  readElements(readOne: (element: { key: string; at: number; type: number }) => void): void {
    const start = this.offset;
    const length = this.bytes.readInt32LE(this.take(4, "a document's length"));
    const outer = this.end;
    if (length < 5 || length > outer - start)
      this.fail(`a document of ${length} bytes, of which ${outer - start} are present,`, start);
    this.end = start + length;
    for (let type = this.u8('an element or the end'); type !== 0; type = this.u8('an element or the end')) {
      const at = this.offset;
      readOne({ key: this.readKey(), at, type });
    }
    if (this.offset !== start + length)
      this.fail(`a document of ${length} bytes that ends after ${this.offset - start},`, start);
    this.end = outer;
  }

  readKey(): string {
    const zero = this.bytes.indexOf(0, this.offset);
    if (zero === -1 || zero >= this.end) this.fail('a key that does not end');
    const key = this.utf8(zero - this.offset, 'a key');
    this.offset++;
    return key;
  }

  readDocument(): DecodedMap {
    const map: DecodedMap = new Map();
    this.readElements(({ key, at, type }) => {
      this.entry(map, key, at, () => this.readValue(type, at - 1));
    });
    return map;
  }

  readArray(): Decoded[] {
    const list: Decoded[] = [];
    this.readElements(({ key, at, type }) => {
      if (key !== String(list.length))
        this.fail(`an array's key must be "${list.length}", found ${JSON.stringify(key)}`, at);
      this.element(list, () => this.readValue(type, at - 1));
    });
    return list;
  }

  readValue(type: number, start: number): Decoded {
    switch (type) {
      case ELEMENT.double:
        return this.bytes.readDoubleLE(this.take(8, 'a double'));
      case ELEMENT.string:
        return this.readString();
      case ELEMENT.document:
        return this.readDocument();
      case ELEMENT.array:
        return this.readArray();
      case ELEMENT.binary:
        return this.readBinary();
      case ELEMENT.boolean:
        return this.boolean();
      case ELEMENT.date:
        return instantFromMilliseconds(this.bytes.readBigInt64LE(this.take(8, 'a date')));
      case ELEMENT.null:
        return null;
      case ELEMENT.int32:
        return BigInt(this.bytes.readInt32LE(this.take(4, 'an int32')));
      case ELEMENT.int64:
        return this.bytes.readBigInt64LE(this.take(8, 'an int64'));
      default:
        return this.fail(`an element of type ${type}, which no document has,`, start);
    }
  }

  readString(): string {
    const start = this.offset;
    const length = this.bytes.readInt32LE(this.take(4, "a string's length"));
    if (length < 1) this.fail(`a string of length ${length}; the closing zero counts,`, start);
    const text = this.utf8(length - 1, 'a string');
    if (this.u8("a string's closing zero") !== 0)
      this.fail('a string whose length does not lead to its closing zero', start);
    return text;
  }

  readBinary(): Uint8Array {
    const start = this.offset;
    const length = this.bytes.readInt32LE(this.take(4, "a binary's length"));
    if (length < 0) this.fail(`a binary of length ${length}`, start);
    const subtype = this.u8("a binary's subtype");
    if (![0, 3, 4].includes(subtype))
      this.fail(`a binary of subtype ${subtype}; 0, 3 and 4 are known,`, start);
    return this.blob(length, 'a binary');
  }
}
