/** CBOR (RFC 8949). Instants have tag 0 (RFC 3339 text), which is exact, unlike the doubles of tag 1. */
import type { Codec } from '../decoded.ts';
import { formatRfc3339 } from '../instant.ts';
import { decodeCbor } from './cbor-decode.ts';
import { CountedWriter } from './counted.ts';

export const cborCodec: Codec = {
  title: 'CBOR',
  unsupported: () => null,
  encode: (model, document) => new CborWriter(model).document(document),
  decode: (_model, bytes) => decodeCbor(bytes),
};

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const MAP = 5;
const TAG = 6;

class CborWriter extends CountedWriter {
  null(): void {
    this.u8(0xf6);
  }

  list(length: number): void {
    this.writeHead(ARRAY, BigInt(length));
  }

  map(length: number): void {
    this.writeHead(MAP, BigInt(length));
  }

  boolean(value: boolean): void {
    this.u8(value ? 0xf5 : 0xf4);
  }

  integer(value: bigint): void {
    if (value < 0n) this.writeHead(NEGATIVE, -1n - value);
    else this.writeHead(UNSIGNED, value);
  }

  double(value: number): void {
    this.u8(0xfb);
    this.doubleBe(value);
  }

  instant(milliseconds: bigint): void {
    this.writeHead(TAG, 0n);
    this.string(formatRfc3339(milliseconds));
  }

  blob(value: Uint8Array, major = BYTES): void {
    this.writeHead(major, BigInt(value.length));
    this.bytes(value);
  }

  string(text: string): void {
    this.blob(Buffer.from(text, 'utf8'), TEXT);
  }

  writeHead(major: number, argument: bigint): void {
    const first = major << 5;
    if (argument < 24n) this.u8(first | Number(argument));
    else this.sized(first | 24, argument);
  }
}
