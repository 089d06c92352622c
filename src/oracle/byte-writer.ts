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
    this.uintBe(4, BigInt(value));
  }

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
