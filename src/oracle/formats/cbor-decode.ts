import { type Decoded, Instant } from '../decoded.ts';
import { parseRfc3339 } from '../instant.ts';
import { CountedReader } from './counted.ts';

export function decodeCbor(bytes: Uint8Array): Decoded {
  const reader = new CborReader(bytes);
  return reader.finish(reader.readValue());
}

const BREAK = 0xff;
const INDEFINITE = -1n;

interface Head {
  readonly start: number;
  readonly major: number;
  readonly info: number;
  readonly argument: bigint;
}

class CborReader extends CountedReader {
  readHead(): Head {
    const start = this.offset;
    const first = this.u8('a value');
    const major = first >> 5;
    const info = first & 0x1f;
    if (info < 24) return { start, major, info, argument: BigInt(info) };
    if (info < 28) return { start, major, info, argument: this.uintBe(1 << (info - 24), 'a head') };
    if (info < 31) this.fail(`the reserved additional information ${info}`, start);
    if (first === BREAK) this.fail('a break outside of an indefinite length', start);
    if (major < 2 || major > 5) this.fail(`indefinite length of the major type ${major}`, start);
    return { start, major, info, argument: INDEFINITE };
  }

  readValue(tagAllowed = true): Decoded {
    const head = this.readHead();
    switch (head.major) {
      case 0:
        return head.argument;
      case 1:
        return -1n - head.argument;
      case 2:
        return this.readBytes(head);
      case 3:
        return this.readText(head);
      case 4:
        return this.readList(head.argument);
      case 5:
        return this.readMap(head.argument, 'text');
      case 6:
        if (!tagAllowed) this.fail('a tag on a tag', head.start);
        return this.readTagged(head);
      default:
        return this.readSimple(head);
    }
  }

  readBytes(head: Head): Uint8Array {
    if (head.argument !== INDEFINITE) return this.blob(Number(head.argument), 'bytes');
    return Buffer.concat(this.readChunks(head, (chunk) => this.readBytes(chunk)));
  }

  readText(head: Head): string {
    if (head.argument !== INDEFINITE) return this.utf8(Number(head.argument), 'text');
    return this.readChunks(head, (chunk) => this.readText(chunk)).join('');
  }

  readChunks<Chunk>(head: Head, read: (chunk: Head) => Chunk): Chunk[] {
    const chunks: Chunk[] = [];
    while (!this.atBreak()) {
      const chunk = this.readHead();
      if (chunk.major !== head.major || chunk.argument === INDEFINITE)
        this.fail('a chunk of another type or of indefinite length', chunk.start);
      chunks.push(read(chunk));
    }
    return chunks;
  }

  atBreak(): boolean {
    if (this.bytes[this.offset] !== BREAK || this.offset >= this.end) return false;
    this.offset++;
    return true;
  }

  override hasMore(count: bigint, read: number): boolean {
    return count === INDEFINITE ? !this.atBreak() : super.hasMore(count, read);
  }

  /** Tags 0 and 1 are instants, 2 and 3 big integers, 37 a uuid, 64 bytes; 55799 at the start marks CBOR. */
  readTagged(head: Head): Decoded {
    const tag = head.argument;
    if (tag === 55799n && head.start === 0) return this.readValue();
    if (![0n, 1n, 2n, 3n, 37n, 64n].includes(tag)) this.fail(`tag ${tag} is not known here`, head.start);
    const content = this.readValue(false);
    if (tag === 0n) return this.textInstant(head, content);
    if (tag === 1n) return this.epochInstant(head, content);
    if (!(content instanceof Uint8Array)) this.fail(`tag ${tag} on something other than bytes`, head.start);
    if (tag > 3n) return content;
    const magnitude = BigInt(`0x0${Buffer.from(content).toString('hex')}`);
    return tag === 2n ? magnitude : -1n - magnitude;
  }

  textInstant(head: Head, content: Decoded): Instant {
    const instant = typeof content === 'string' ? parseRfc3339(content) : null;
    return instant ?? this.fail('tag 0 on something other than RFC 3339 text', head.start);
  }

  /**
   * Reads seconds since 1970. A double that differs from a whole millisecond only by rounding errors counts as that
   * millisecond; others are rounded to nanoseconds.
   */
  epochInstant(head: Head, content: Decoded): Instant {
    if (typeof content === 'bigint') return new Instant(content * 1_000_000_000n);
    if (typeof content !== 'number' || !Number.isFinite(content))
      this.fail('tag 1 on something other than a finite number', head.start);
    const milliseconds = Math.round(content * 1000);
    const slack = 2 * Number.EPSILON * Math.abs(content);
    if (Math.abs(content - milliseconds / 1000) <= slack)
      return new Instant(BigInt(milliseconds) * 1_000_000n);
    const whole = Math.floor(content);
    return new Instant(BigInt(whole) * 1_000_000_000n + BigInt(Math.round((content - whole) * 1e9)));
  }

  readSimple(head: Head): Decoded {
    switch (head.info) {
      case 20:
        return false;
      case 21:
        return true;
      case 22:
        return null;
      case 25:
        return halfToNumber(Number(head.argument));
      case 26:
        return this.bytes.readFloatBE(head.start + 1);
      case 27:
        return this.bytes.readDoubleBE(head.start + 1);
      default:
        return this.fail(`the simple value ${head.argument}, which documents don't have,`, head.start);
    }
  }
}

function halfToNumber(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
