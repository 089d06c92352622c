import { firstInvalidUtf8 } from '../../define/text.ts';
import { ByteReader } from '../byte-reader.ts';
import { type Decoded, type DecodedMap, DocumentTooLarge, MAX_DEPTH, NumberLiteral } from '../decoded.ts';

/**
 * Decodes JSON strictly by RFC 8259. Also rejects repeated keys, escapes of lone surrogates, a leading byte order mark, and
 * documents with too many levels or values.
 * @param refusesNul also rejects keys with U+0000
 */
export function decodeJson(bytes: Uint8Array, refusesNul = false): Decoded {
  return new JsonDecoder(bytes, refusesNul).document();
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** Matches one escape, or two escapes that form a surrogate pair. */
const ESCAPE = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\(?:u[\da-fA-F]{4}|.)/gs;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMERIC = new Uint8Array(256);
for (const byte of Buffer.from('+-.0123456789Ee')) NUMERIC[byte] = 1;

class JsonDecoder extends ByteReader {
  readonly #refusesNul: boolean;

  constructor(bytes: Uint8Array, refusesNul: boolean) {
    super(bytes);
    this.#refusesNul = refusesNul;
  }

  document(): Decoded {
    const invalid = firstInvalidUtf8(this.bytes);
    if (invalid !== -1) this.fail('invalid UTF-8', invalid);
    if (this.bytes.length >= 3 && this.bytes.readUIntBE(0, 3) === 0xefbbbf)
      this.fail('a byte order mark, which JSON does not allow', 0);
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
      if (this.#refusesNul && key.includes('\0')) this.fail('a key with U+0000', start);
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

  /** Skips the opening bracket, and the closing one of an empty list or object. @returns whether it is empty */
  private open(closing: number): boolean {
    if (this.path.length >= MAX_DEPTH) this.fail(`nested deeper than ${MAX_DEPTH} levels`);
    this.offset++;
    this.skipSpace();
    if (this.bytes[this.offset] !== closing) return false;
    this.offset++;
    return true;
  }

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
    const { bytes, offset: opening } = this;
    let at = opening + 1;
    let high = 0;
    let isEscaped = false;
    for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[++at]) {
      if (byte === undefined) this.fail('a string that does not end', opening);
      if (byte < 0x20) this.fail(`control character 0x${byte.toString(16)} in a string, not escaped`, at);
      high |= byte;
      if (byte !== BACKSLASH) continue;
      isEscaped = true;
      at++;
    }
    const text = bytes.toString(high < 0x80 ? 'latin1' : 'utf8', opening + 1, at);
    if (isEscaped) this.checkEscapes(text);
    this.offset = at + 1;
    return isEscaped ? JSON.parse(`"${text}"`) : text;
  }

  private checkEscapes(text: string): void {
    for (const { 0: spelled, index } of text.matchAll(ESCAPE)) {
      const fault = escapeFault(spelled);
      if (fault !== undefined) this.fail(fault, this.offset + 1 + Buffer.byteLength(text.slice(0, index)));
    }
  }

  private number(): NumberLiteral {
    const start = this.offset;
    let end = start;
    while (NUMERIC[this.bytes[end]!] === 1) end++;
    const text = this.bytes.toString('latin1', start, end);
    if (!NUMBER.test(text)) this.fail(`expected a number, found ${text.slice(0, 40)}`);
    this.offset = end;
    return new NumberLiteral(text);
  }

  private literal(): boolean | null {
    const ahead = this.bytes.toString('latin1', this.offset, this.offset + 5);
    const word = /^(?:true|false|null)/.exec(ahead)?.[0];
    if (word === undefined) this.fail(`expected a value, found ${this.shown()}`);
    this.offset += word.length;
    return JSON.parse(word);
  }

  private skipSpace(): void {
    let byte = this.bytes[this.offset];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = this.bytes[++this.offset];
  }

  private shown(): string {
    if (this.offset >= this.end) return 'the end of the output';
    const ahead = this.bytes.toString('utf8', this.offset, this.offset + 16);
    const word = /^[A-Za-z]+/.exec(ahead)?.[0];
    return word ?? JSON.stringify(String.fromCodePoint(ahead.codePointAt(0)!));
  }
}

function escapeFault(spelled: string): string | undefined {
  if (/^\\u[dD][89a-fA-F]..$/.test(spelled)) return `the lone surrogate ${spelled}`;
  return /^\\(?:["\\/bfnrt]|u.)/.test(spelled) ? undefined : 'an escape that JSON does not know';
}
