/** Base classes for formats in which the length precedes a list or map (CBOR, MessagePack). */
import type { Type } from '../../schema/model.ts';
import { typeOfAny, type Value } from '../../schema/value.ts';
import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import type { Decoded, DecodedMap } from '../decoded.ts';
import { entriesOf } from '../fields.ts';

export abstract class CountedWriter extends ByteWriter {
  abstract null(): void;
  abstract list(length: number): void;
  abstract map(length: number): void;
  abstract string(text: string): void;
  abstract boolean(value: boolean): void;
  abstract integer(value: bigint): void;
  abstract double(value: number): void;
  abstract instant(milliseconds: bigint): void;
  abstract blob(value: Uint8Array): void;

  document(value: Value): Uint8Array {
    this.value(this.model.root, value);
    return this.finish();
  }

  /**
   * Writes an integer in 1, 2, 4 or 8 bytes, the fewest that `magnitude` needs. The byte before it is `head` plus 0, 1, 2 or 3.
   */
  sized(head: number, value: bigint, magnitude: bigint = value): void {
    const width = [8n, 16n, 32n].filter((bits) => magnitude >> bits > 0n).length;
    this.u8(head + width);
    this.uintBe(1 << width, value);
  }

  value(type: Type, value: Value): void {
    if (value === null) {
      this.null();
      return;
    }
    switch (type.kind) {
      case 'record':
      case 'map': {
        const entries = entriesOf(this.model, type, value);
        this.map(entries.length);
        for (const [key, of, part] of entries) {
          this.string(key);
          this.value(of, part);
        }
        break;
      }
      case 'list':
        this.list((value as readonly Value[]).length);
        for (const element of value as readonly Value[]) this.value(type.element, element);
        break;
      case 'any':
        this.value(typeOfAny(value), value);
        break;
      case 'boolean':
        this.boolean(value as boolean);
        break;
      case 'int32':
      case 'int64':
        this.integer(BigInt(value as number | bigint));
        break;
      case 'double':
        this.double(value as number);
        break;
      case 'instant':
        this.instant(value as bigint);
        break;
      case 'bytes':
        this.blob(value as Uint8Array);
        break;
      default:
        this.string(value as string);
    }
  }
}

export abstract class CountedReader extends ByteReader {
  abstract readValue(): Decoded;

  hasMore(count: number | bigint, read: number): boolean {
    return count > read;
  }

  readList(count: number | bigint): Decoded {
    const list: Decoded[] = [];
    while (this.hasMore(count, list.length)) this.element(list, () => this.readValue());
    return list;
  }

  readMap(count: number | bigint, text: string): Decoded {
    const map: DecodedMap = new Map();
    while (this.hasMore(count, map.size)) {
      const start = this.offset;
      const key = this.readValue();
      if (typeof key !== 'string') this.fail(`a map key that is not ${text}`, start);
      this.entry(map, key, start, () => this.readValue());
    }
    return map;
  }
}
