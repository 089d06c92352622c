/** Bytes that grow as they are written. */
export class ByteWriter {
  private buffer = Buffer.allocUnsafe(256);
  private length = 0;

  /** A copy of what was written. */
  finish(): Uint8Array {
    return new Uint8Array(this.buffer.subarray(0, this.length));
  }

  /** Bytes written so far. */
  get size(): number {
    return this.length;
  }

  u8(value: number): void {
    const at = this.reserve(1);
    this.buffer[at] = value;
  }

  u16be(value: number): void {
    const at = this.reserve(2);
    this.buffer.writeUInt16BE(value, at);
  }

  u32be(value: number): void {
    const at = this.reserve(4);
    this.buffer.writeUInt32BE(value, at);
  }

  /** The low 64 bits, two's complement for negative values. */
  u64be(value: bigint): void {
    const at = this.reserve(8);
    this.buffer.writeBigUInt64BE(BigInt.asUintN(64, value), at);
  }

  u32le(value: number): void {
    const at = this.reserve(4);
    this.buffer.writeUInt32LE(value >>> 0, at);
  }

  u64le(value: bigint): void {
    const at = this.reserve(8);
    this.buffer.writeBigUInt64LE(BigInt.asUintN(64, value), at);
  }

  doubleBe(value: number): void {
    const at = this.reserve(8);
    this.buffer.writeDoubleBE(value, at);
  }

  doubleLe(value: number): void {
    const at = this.reserve(8);
    this.buffer.writeDoubleLE(value, at);
  }

  bytes(value: Uint8Array): void {
    const at = this.reserve(value.length);
    this.buffer.set(value, at);
  }

  /** UTF-8. */
  text(value: string): void {
    this.bytes(Buffer.from(value, 'utf8'));
  }

  /** Base 128, low group first; of the low 64 bits. */
  varint(value: bigint): void {
    let rest = BigInt.asUintN(64, value);
    while (rest > 0x7fn) {
      this.u8(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    this.u8(Number(rest));
  }

  /** Overwrites four bytes, for lengths that are known only later. */
  patchU32le(offset: number, value: number): void {
    this.buffer.writeUInt32LE(value, offset);
  }

  /** Makes room and returns where it begins. May replace the buffer: call it before `this.buffer` is looked up. */
  private reserve(count: number): number {
    const start = this.length;
    const needed = start + count;
    if (needed > this.buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
      grown.set(this.buffer.subarray(0, start));
      this.buffer = grown;
    }
    this.length = needed;
    return start;
  }
}
