/**
 * MessagePack (github.com/msgpack/msgpack/blob/master/spec.md). Records are maps with string keys, bytes `bin`,
 * instants the timestamp extension -1, doubles float 64, integers as short as they go.
 */
import { ByteReader } from './byte-reader.ts';
import { CountedWriter } from './counted-writer.ts';
import { type Codec, type Decoded, type DecodedMap, Instant } from './decoded.ts';

export const msgpackCodec: Codec = {
  title: 'MessagePack',
  unsupported: () => null,
  encode(model, document) {
    const writer = new MsgpackWriter();
    writer.value(model, model.root, document);
    return writer.finish();
  },
  decode(_model, bytes) {
    const reader = new MsgpackReader(bytes);
    const value = reader.readValue();
    reader.finish();
    return value;
  },
};

const NANOSECONDS = 1_000_000_000n;

class MsgpackWriter extends CountedWriter {
  null(): void {
    this.u8(0xc0);
  }

  list(length: number): void {
    this.writeHead(length, { fixed: 0x90, fixedLimit: 16, heads: [null, 0xdc, 0xdd] });
  }

  map(length: number): void {
    this.writeHead(length, { fixed: 0x80, fixedLimit: 16, heads: [null, 0xde, 0xdf] });
  }

  boolean(value: boolean): void {
    this.u8(value ? 0xc3 : 0xc2);
  }

  double(value: number): void {
    this.u8(0xcb);
    this.doubleBe(value);
  }

  blob(value: Uint8Array): void {
    this.writeHead(value.length, { fixed: 0, fixedLimit: 0, heads: [0xc4, 0xc5, 0xc6] });
    this.bytes(value);
  }

  /** A length: within the type byte below `fixedLimit`, else after the head for 8, 16 or 32 bits. */
  writeHead(
    length: number,
    form: { fixed: number; fixedLimit: number; heads: readonly [number | null, number, number] },
  ): void {
    const [head8, head16, head32] = form.heads;
    if (length < form.fixedLimit) {
      this.u8(form.fixed | length);
    } else if (head8 !== null && length < 0x100) {
      this.u8(head8);
      this.u8(length);
    } else if (length < 0x10000) {
      this.u8(head16);
      this.u16be(length);
    } else {
      this.u8(head32);
      this.u32be(length);
    }
  }

  string(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.writeHead(bytes.length, { fixed: 0xa0, fixedLimit: 32, heads: [0xd9, 0xda, 0xdb] });
    this.bytes(bytes);
  }

  integer(value: bigint): void {
    const low = Number(BigInt.asUintN(32, value));
    if (value >= -32n && value < 128n) {
      this.u8(low & 0xff);
      return;
    }
    const bits = value < 0n ? [7n, 15n, 31n] : [8n, 16n, 32n];
    const width = bits.findIndex((bit) => (value < 0n ? value >= -(1n << bit) : value < 1n << bit));
    this.u8((value < 0n ? 0xd0 : 0xcc) + (width === -1 ? 3 : width));
    if (width === 0) this.u8(low & 0xff);
    else if (width === 1) this.u16be(low & 0xffff);
    else if (width === 2) this.u32be(low);
    else this.u64be(value);
  }

  /** The shortest of the three layouts that holds it, as the specification asks. */
  instant(milliseconds: bigint): void {
    const inSecond = ((milliseconds % 1000n) + 1000n) % 1000n;
    const seconds = (milliseconds - inSecond) / 1000n;
    const nanoseconds = inSecond * 1_000_000n;
    if (nanoseconds === 0n && seconds >= 0n && seconds < 1n << 32n) {
      this.bytes(new Uint8Array([0xd6, 0xff]));
      this.u32be(Number(seconds));
    } else if (seconds >= 0n && seconds < 1n << 34n) {
      this.bytes(new Uint8Array([0xd7, 0xff]));
      this.u64be((nanoseconds << 34n) | seconds);
    } else {
      this.bytes(new Uint8Array([0xc7, 12, 0xff]));
      this.u32be(Number(nanoseconds));
      this.u64be(seconds);
    }
  }
}

class MsgpackReader extends ByteReader {
  readValue(): Decoded {
    const start = this.offset;
    const head = this.u8('a value');
    if (head < 0x80) return BigInt(head);
    if (head < 0x90) return this.readMap(head & 0x0f);
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

  /** Types whose length follows the head in 1, 2 or 4 bytes. */
  readSized(head: number, start: number): Decoded {
    if (head <= 0xc6) return this.blob(this.readLength(head - 0xc4), 'a bin');
    if (head <= 0xc9) return this.readExtension(this.readLength(head - 0xc7), start);
    if (head <= 0xdb) return this.utf8(this.readLength(head - 0xd9), 'a string');
    if (head <= 0xdd) return this.readList(this.readLength(head - 0xdc + 1));
    return this.readMap(this.readLength(head - 0xde + 1));
  }

  /** Of 1, 2 or 4 bytes for width 0, 1, 2. */
  readLength(width: number): number {
    return Number(this.uintBe(1 << width, 'a length'));
  }

  readInteger(head: number): bigint {
    const width = 1 << ((head - 0xcc) & 3);
    const value = this.uintBe(width, 'an integer');
    return head < 0xd0 ? value : BigInt.asIntN(8 * width, value);
  }

  readList(count: number): Decoded[] {
    const list: Decoded[] = [];
    while (list.length < count) this.element(list, () => this.readValue());
    return list;
  }

  readMap(count: number): DecodedMap {
    const map: DecodedMap = new Map();
    while (map.size < count) {
      const start = this.offset;
      this.entry(map, this.readKey(), start, () => this.readValue());
    }
    return map;
  }

  readKey(): string {
    const start = this.offset;
    const head = this.u8('a map key');
    if (head >= 0xa0 && head < 0xc0) return this.utf8(head & 0x1f, 'a map key');
    if (head < 0xd9 || head > 0xdb) this.fail('a map key that is not a string', start);
    return this.utf8(this.readLength(head - 0xd9), 'a map key');
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
