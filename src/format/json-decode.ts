import { firstInvalidUtf8 } from '../files/utf8.ts';
import { ByteReader } from './byte-reader.ts';
import { type Decoded, type DecodedMap, DocumentTooLarge, MAX_DEPTH, NumberLiteral } from './decoded.ts';

type KeyFault = (key: string) => string | undefined;

/** Throws DecodeError unless `bytes` is one JSON text, strictly by RFC 8259, without repeated keys or refused ones. */
export function decodeJson(bytes: Uint8Array, refused?: KeyFault): Decoded {
  return new JsonDecoder(bytes, refused).document();
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const ESCAPES = new Map([
  [0x22, '"'],
  [0x5c, '\\'],
  [0x2f, '/'],
  [0x62, '\b'],
  [0x66, '\f'],
  [0x6e, '\n'],
  [0x72, '\r'],
  [0x74, '\t'],
]);
const LITERALS = new Map<number, readonly [string, boolean | null]>([
  [0x74, ['true', true]],
  [0x66, ['false', false]],
  [0x6e, ['null', null]],
]);

/** Bytes that end the plain part of a string: quote, backslash, controls. */
const STOPS = new Uint8Array(256);
STOPS.fill(1, 0, 0x20);
STOPS[QUOTE] = 1;
STOPS[BACKSLASH] = 1;

class JsonDecoder extends ByteReader {
  readonly #refused: KeyFault | undefined;

  constructor(bytes: Uint8Array, refused?: KeyFault) {
    super(bytes);
    this.#refused = refused;
  }

  document(): Decoded {
    // Once for the whole text: strings can then be cut out without a check of their own.
    const invalid = firstInvalidUtf8(this.bytes);
    if (invalid !== -1) this.fail('invalid UTF-8', invalid);
    if (this.bytes.length >= 3 && this.bytes.readUIntBE(0, 3) === 0xefbbbf) {
      this.fail('a byte order mark, which JSON does not allow', 0);
    }
    this.skipSpace();
    const value = this.value();
    this.skipSpace();
    if (this.offset < this.end) this.fail(`${this.shown()} after the end of the document`);
    return value;
  }

  private value(): Decoded {
    if (--this.reads < 0) throw new DocumentTooLarge();
    const byte = this.bytes[this.offset];
    if (byte === QUOTE) return this.string();
    if (byte === 0x7b) return this.object();
    if (byte === 0x5b) return this.array();
    if (byte === 0x2d || (byte !== undefined && byte >= 0x30 && byte <= 0x39)) return this.number();
    return this.literal();
  }

  private object(): DecodedMap {
    const map: DecodedMap = new Map();
    if (this.open(0x7d)) return map;
    for (;;) {
      if (this.bytes[this.offset] !== QUOTE) this.fail(`expected a key in quotes, found ${this.shown()}`);
      const start = this.offset;
      const key = this.string();
      const fault = this.#refused?.(key);
      if (fault !== undefined) this.fail(fault, start);
      this.skipSpace();
      if (this.bytes[this.offset] !== 0x3a) this.fail(`expected ":" after a key, found ${this.shown()}`);
      this.offset++;
      this.skipSpace();
      this.entry(map, key, start, () => this.value());
      if (this.close(0x7d, '}')) return map;
    }
  }

  private array(): Decoded[] {
    const list: Decoded[] = [];
    if (this.open(0x5d)) return list;
    for (;;) {
      this.element(list, () => this.value());
      if (this.close(0x5d, ']')) return list;
    }
  }

  /** Passes the opening bracket; true if the closing one follows, which is then passed too. */
  private open(closing: number): boolean {
    if (this.path.length >= MAX_DEPTH) this.fail(`nested deeper than ${MAX_DEPTH} levels`);
    this.offset++;
    this.skipSpace();
    if (this.bytes[this.offset] !== closing) return false;
    this.offset++;
    return true;
  }

  /** After a member: true at the closing bracket, false at a comma; both are passed. */
  private close(closing: number, shown: string): boolean {
    this.skipSpace();
    const byte = this.bytes[this.offset];
    if (byte === closing) {
      this.offset++;
      return true;
    }
    if (byte !== COMMA) this.fail(`expected "," or "${shown}", found ${this.shown()}`);
    this.offset++;
    this.skipSpace();
    if (this.bytes[this.offset] === closing) this.fail(`a comma before "${shown}"`, this.offset - 1);
    return false;
  }

  private string(): string {
    const opening = this.offset++;
    let text = '';
    for (;;) {
      const start = this.offset;
      const bytes = this.bytes;
      let at = start;
      let high = 0;
      let byte = bytes[at];
      while (byte !== undefined && STOPS[byte] === 0) {
        high |= byte;
        byte = bytes[++at];
      }
      this.offset = at;
      const plain = bytes.toString(high < 0x80 ? 'latin1' : 'utf8', start, at);
      if (byte === QUOTE) {
        this.offset++;
        return text === '' ? plain : text + plain;
      }
      if (byte === undefined) this.fail('a string that does not end', opening);
      if (byte !== BACKSLASH) this.fail(`control character ${hex(byte)} in a string, not escaped`);
      text += plain + this.escape();
    }
  }

  private escape(): string {
    const start = this.offset++;
    const byte = this.bytes[this.offset++];
    if (byte !== 0x75) {
      const character = byte === undefined ? undefined : ESCAPES.get(byte);
      if (character === undefined) this.fail('an escape that JSON does not know', start);
      return character;
    }
    const unit = this.fourHexDigits(start);
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit);
    if (unit < 0xdc00 && this.bytes[this.offset] === BACKSLASH && this.bytes[this.offset + 1] === 0x75) {
      this.offset += 2;
      const low = this.fourHexDigits(this.offset - 2);
      if (low >= 0xdc00 && low <= 0xdfff) return String.fromCharCode(unit, low);
    }
    this.fail(`the lone surrogate \\u${unit.toString(16)}`, start);
  }

  private fourHexDigits(start: number): number {
    const digits = this.bytes.toString('latin1', this.offset, this.offset + 4);
    if (!/^[0-9A-Fa-f]{4}$/.test(digits)) this.fail('a \\u escape without four hexadecimal digits', start);
    this.offset += 4;
    return Number.parseInt(digits, 16);
  }

  private number(): NumberLiteral {
    const start = this.offset;
    if (this.bytes[this.offset] === 0x2d) this.offset++;
    const first = this.offset;
    this.digits();
    if (this.bytes[first] === 0x30 && this.offset > first + 1)
      this.fail('a number with a leading zero', start);
    if (this.bytes[this.offset] === 0x2e) {
      this.offset++;
      this.digits();
    }
    if (this.bytes[this.offset] === 0x65 || this.bytes[this.offset] === 0x45) {
      this.offset++;
      if (this.bytes[this.offset] === 0x2b || this.bytes[this.offset] === 0x2d) this.offset++;
      this.digits();
    }
    return new NumberLiteral(this.bytes.toString('latin1', start, this.offset));
  }

  private digits(): void {
    const start = this.offset;
    let byte = this.bytes[start];
    while (byte !== undefined && byte >= 0x30 && byte <= 0x39) byte = this.bytes[++this.offset];
    if (this.offset === start) this.fail(`expected a digit, found ${this.shown()}`);
  }

  private literal(): boolean | null {
    const known = LITERALS.get(this.bytes[this.offset] ?? 0);
    if (
      known !== undefined &&
      this.bytes.toString('latin1', this.offset, this.offset + known[0].length) === known[0]
    ) {
      this.offset += known[0].length;
      return known[1];
    }
    this.fail(`expected a value, found ${this.shown()}`);
  }

  private skipSpace(): void {
    let byte = this.bytes[this.offset];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = this.bytes[++this.offset];
  }

  /** What stands here, for messages: a character in quotes, a word, or that nothing is left. */
  private shown(): string {
    if (this.offset >= this.end) return 'the end of the output';
    const ahead = this.bytes.toString('utf8', this.offset, this.offset + 16);
    const word = /^[A-Za-z]+/.exec(ahead)?.[0];
    return word ?? JSON.stringify(String.fromCodePoint(ahead.codePointAt(0)!));
  }
}

function hex(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`;
}
