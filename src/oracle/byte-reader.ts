import { firstInvalidUtf8 } from '../define/text.ts';
import { DecodeError, DocumentTooLarge, MAX_DEPTH, MOST_VALUES } from './decoded.ts';

export class ByteReader {
  readonly bytes: Buffer;
  offset = 0;
  end: number;
  /** Number of reads left before the document counts as too large. */
  reads = MOST_VALUES;
  readonly path: (string | number)[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = bytes.byteLength;
  }

  fail(what: string, offset: number = this.offset): never {
    throw new DecodeError(what, offset, this.path);
  }

  within<T>(step: string | number, read: () => T): T {
    if (this.path.length >= MAX_DEPTH) this.fail(`nested deeper than ${MAX_DEPTH} levels`);
    this.path.push(step);
    const value = read();
    this.path.pop();
    return value;
  }

  element<T>(list: T[], read: () => T): void {
    list.push(this.within(list.length, read));
  }

  entry<T>(map: Map<string, T>, key: string, start: number, read: () => T): void {
    if (map.has(key)) this.fail(`key ${JSON.stringify(key)} appears twice`, start);
    map.set(key, this.within(key, read));
  }

  take(count: number, what: string): number {
    if (--this.reads < 0) throw new DocumentTooLarge();
    const start = this.offset;
    if (count > this.end - start)
      this.fail(`${what} needs ${count} byte${count === 1 ? '' : 's'}, ${this.end - start} left`, start);
    this.offset = start + count;
    return start;
  }

  u8(what: string): number {
    return this.bytes[this.take(1, what)]!;
  }

  uintBe(size: number, what: string): bigint {
    const start = this.take(size, what);
    return size === 8 ? this.bytes.readBigUInt64BE(start) : BigInt(this.bytes.readUIntBE(start, size));
  }

  boolean(): boolean {
    const byte = this.u8('a boolean');
    if (byte > 1) this.fail(`a boolean of ${byte}`, this.offset - 1);
    return byte === 1;
  }

  /** Copies bytes, because a view would keep the whole document in memory. */
  blob(length: number, what: string): Uint8Array {
    const start = this.take(length, what);
    return new Uint8Array(this.bytes.subarray(start, start + length));
  }

  utf8(length: number, what: string): string {
    const start = this.take(length, what);
    const text = this.bytes.subarray(start, start + length);
    const invalid = firstInvalidUtf8(text);
    if (invalid !== -1) this.fail(`${what} is not valid UTF-8`, start + invalid);
    return text.toString();
  }

  finish<T>(read: T): T {
    const left = this.end - this.offset;
    if (left > 0) this.fail(`${left} byte${left === 1 ? '' : 's'} after the end of the document`);
    return read;
  }

  /** Reads an unsigned varint of at most 64 bits (base 128, least significant digit first). */
  varint(what: string): bigint {
    const start = this.offset;
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.u8(what);
      value |= BigInt(byte & 0x7f) << shift;
      if (shift >= 70n || value >= 1n << 64n) this.fail(`${what} of more than 64 bits`, start);
      if (byte < 0x80) return value;
    }
  }
}
