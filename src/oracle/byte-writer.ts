import type { SchemaModel } from '../schema/model.ts';

export class ByteWriter {
  readonly model: SchemaModel;
  private buffer = Buffer.allocUnsafe(256);
  private length = 0;

  constructor(model: SchemaModel) {
    this.model = model;
  }

  finish(): Uint8Array {
    return new Uint8Array(this.buffer.subarray(0, this.length));
  }

  u8(value: number): void {
    this.length = this.room(1).writeUInt8(value, this.length);
  }

  u32be(value: number): void {
    this.length = this.room(4).writeUInt32BE(value, this.length);
  }

  /** Writes the low bits as a big-endian integer of 1, 2, 4 or 8 bytes, in two's complement. */
  uintBe(size: number, value: bigint): void {
    const low = BigInt.asUintN(8 * size, value);
    const room = this.room(size);
    if (size === 8) this.length = room.writeBigUInt64BE(low, this.length);
    else this.length = room.writeUIntBE(Number(low), this.length, size);
  }

  u32le(value: number): void {
    this.length = this.room(4).writeUInt32LE(value >>> 0, this.length);
  }

  u64le(value: bigint): void {
    this.length = this.room(8).writeBigUInt64LE(BigInt.asUintN(64, value), this.length);
  }

  doubleBe(value: number): void {
    this.length = this.room(8).writeDoubleBE(value, this.length);
  }

  doubleLe(value: number): void {
    this.length = this.room(8).writeDoubleLE(value, this.length);
  }

  bytes(value: Uint8Array): void {
    this.room(value.length).set(value, this.length);
    this.length += value.length;
  }

  /** Writes the length of a text (big-endian u32) and its UTF-8. */
  textBe(text: string): void {
    // A UTF-16 unit needs at most three bytes.
    const room = this.room(4 + 3 * text.length);
    const length = room.write(text, this.length + 4);
    room.writeUInt32BE(length, this.length);
    this.length += 4 + length;
  }

  /** Writes the low 64 bits as a varint (base 128, low group first). */
  varint(value: bigint): void {
    let rest = BigInt.asUintN(64, value);
    while (rest > 0x7fn) {
      this.u8(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    this.u8(Number(rest));
  }

  private room(count: number): Buffer {
    const needed = this.length + count;
    if (needed > this.buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
      grown.set(this.buffer.subarray(0, this.length));
      this.buffer = grown;
    }
    return this.buffer;
  }
}
