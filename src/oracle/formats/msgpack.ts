/** MessagePack (github.com/msgpack/msgpack/blob/master/spec.md). Instants are timestamps (extension -1). */
import { type Codec, type Decoded, Instant } from '../decoded.ts';
import { CountedReader, CountedWriter } from './counted.ts';

export const msgpackCodec: Codec = {
  title: 'MessagePack',
  unsupported: () => null,
  encode: (model, document) => new MsgpackWriter(model).document(document),
  decode(_model, bytes) {
    const reader = new MsgpackReader(bytes);
    return reader.finish(reader.readValue());
  },
};

const NANOSECONDS = 1_000_000_000n;

class MsgpackWriter extends CountedWriter {
  null(): void {
    this.u8(0xc0);
  }

  list(length: number): void {
    this.#count(length, 0x90, 0xdb);
  }

  map(length: number): void {
    this.#count(length, 0x80, 0xdd);
  }

  boolean(value: boolean): void {
    this.u8(value ? 0xc3 : 0xc2);
  }

  double(value: number): void {
    this.u8(0xcb);
    this.doubleBe(value);
  }

  blob(value: Uint8Array): void {
    this.sized(0xc4, BigInt(value.length));
    this.bytes(value);
  }

  #count(length: number, fixed: number, head: number): void {
    if (length < 16) this.u8(fixed | length);
    else this.sized(head, BigInt(length), BigInt(Math.max(length, 0x100)));
  }

  string(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    if (bytes.length < 32) this.u8(0xa0 | bytes.length);
    else this.sized(0xd9, BigInt(bytes.length));
    this.bytes(bytes);
  }

  integer(value: bigint): void {
    if (value >= -32n && value < 128n) this.uintBe(1, value);
    else if (value >= 0n) this.sized(0xcc, value);
    // The magnitude is shifted, because one bit of the integer is for its sign.
    else this.sized(0xd0, value, (-1n - value) << 1n);
  }

  instant(milliseconds: bigint): void {
    const inSecond = ((milliseconds % 1000n) + 1000n) % 1000n;
    const seconds = (milliseconds - inSecond) / 1000n;
    const nanoseconds = inSecond * 1_000_000n;
    if (nanoseconds === 0n && seconds >= 0n && seconds < 1n << 32n) {
      this.bytes(new Uint8Array([0xd6, 0xff]));
      this.u32be(Number(seconds));
    } else if (seconds >= 0n && seconds < 1n << 34n) {
      this.bytes(new Uint8Array([0xd7, 0xff]));
      this.uintBe(8, (nanoseconds << 34n) | seconds);
    } else {
      this.bytes(new Uint8Array([0xc7, 12, 0xff]));
      this.u32be(Number(nanoseconds));
      this.uintBe(8, seconds);
    }
  }
}

class MsgpackReader extends CountedReader {
  readValue(): Decoded {
    const start = this.offset;
    const head = this.u8('a value');
    if (head < 0x80) return BigInt(head);
    if (head < 0x90) return this.readMap(head & 0x0f, 'a string');
    if (head < 0xa0) return this.readList(head & 0x0f);
    if (head < 0xc0) return this.utf8(head & 0x1f, 'a string');
    if (head >= 0xe0) return BigInt(head - 0x100);
    if (head >= 0xcc && head <= 0xd3) return this.readInteger(head);
    if (head >= 0xd4 && head <= 0xd8) return this.readExtension(1 << (head - 0xd4), start);
    switch (head) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xca:
        return this.bytes.readFloatBE(this.take(4, 'a float 32'));
      case 0xcb:
        return this.bytes.readDoubleBE(this.take(8, 'a float 64'));
      case 0xc1:
        return this.fail('byte 0xc1, which MessagePack never uses,', start);
      default:
        return this.readSized(head, start);
    }
  }

  readSized(head: number, start: number): Decoded {
    if (head <= 0xc6) return this.blob(this.readLength(head - 0xc4), 'a bin');
    if (head <= 0xc9) return this.readExtension(this.readLength(head - 0xc7), start);
    if (head <= 0xdb) return this.utf8(this.readLength(head - 0xd9), 'a string');
    if (head <= 0xdd) return this.readList(this.readLength(head - 0xdc + 1));
    return this.readMap(this.readLength(head - 0xde + 1), 'a string');
  }

  readLength(width: number): number {
    return Number(this.uintBe(1 << width, 'a length'));
  }

  readInteger(head: number): bigint {
    const width = 1 << ((head - 0xcc) & 3);
    const value = this.uintBe(width, 'an integer');
    return head < 0xd0 ? value : BigInt.asIntN(8 * width, value);
  }

  readExtension(length: number, start: number): Instant {
    const type = this.bytes.readInt8(this.take(1, 'an extension type'));
    if (type !== -1) this.fail(`extension type ${type}; only the timestamp, -1, is known,`, start);
    const at = this.take(length, 'a timestamp');
    const packed = length === 8 ? this.bytes.readBigUInt64BE(at) : 0n;
    let [seconds, nanoseconds] = [packed & 0x3ffffffffn, packed >> 34n];
    if (length === 4) seconds = BigInt(this.bytes.readUInt32BE(at));
    else if (length === 12) {
      nanoseconds = BigInt(this.bytes.readUInt32BE(at));
      seconds = this.bytes.readBigInt64BE(at + 4);
    } else if (length !== 8) this.fail(`a timestamp of ${length} bytes; 4, 8 and 12 are known,`, start);
    if (nanoseconds >= NANOSECONDS) this.fail('a timestamp with more than 999999999 nanoseconds', start);
    return new Instant(seconds * NANOSECONDS + nanoseconds);
  }
}
