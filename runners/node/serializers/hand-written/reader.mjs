/** Reads the values of a JSON text one after another, for generated parsers. Methods throw SyntaxError. */
import { setEntry } from '../../kit/source.mjs';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = new Map([
  ['t', 'true'],
  ['f', 'false'],
  ['n', 'null'],
]);
const SAFE_DIGITS = 15;
const INT64_DIGITS = 19;
const WORD = 2 ** 32;
const SIGN = 2 ** 31;
const words = new DataView(new ArrayBuffer(8));

export class JsonReader {
  text = '';
  at = 0;

  /** @param {string} text */
  start(text) {
    this.text = text;
    this.at = 0;
  }

  finish() {
    this.skip();
    if (this.at !== this.text.length) this.fail('something after the document');
    this.text = '';
  }

  fail(what) {
    throw new SyntaxError(`${what} at position ${this.at}`);
  }

  /** Skips white space and returns the code of the next character, NaN at the end. */
  skip() {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code;
      this.at++;
    }
  }

  expect(code) {
    if (this.skip() !== code) this.fail(`expected ${String.fromCharCode(code)}`);
    this.at++;
  }

  /**
   * Skips white space, and the character `code` if it comes next.
   * @returns whether the character was there
   */
  take(code) {
    if (this.text.charCodeAt(this.at) !== code && this.skip() !== code) return false;
    this.at++;
    return true;
  }

  /**
   * Skips white space, and `null` if it comes next.
   * @returns whether `null` was there
   */
  takeNull() {
    if (this.text.charCodeAt(this.at) !== 110 && this.skip() !== 110) return false;
    this.word('null');
    return true;
  }

  word(word) {
    if (!this.text.startsWith(word, this.at)) this.fail(`expected ${word}`);
    this.at += word.length;
  }

  boolean() {
    if (this.skip() === 116) {
      this.word('true');
      return true;
    }
    this.word('false');
    return false;
  }

  string() {
    const { text } = this;
    if (text.charCodeAt(this.at) !== 34 && this.skip() !== 34) this.fail('expected a string');
    const start = this.at + 1;
    for (let end = start; ; end++) {
      const code = text.charCodeAt(end);
      if (code === 34) {
        this.at = end + 1;
        return text.slice(start, end);
      }
      // `!(code >= 32)` is also true for NaN, at the end of the text.
      if (code === 92 || !(code >= 32)) return this.#escapedString(end);
    }
  }

  /** Reads a string with JSON.parse, which decodes escapes and rejects control characters. */
  #escapedString(from) {
    const { text } = this;
    let end = from;
    for (;;) {
      const code = text.charCodeAt(end);
      if (code === 34) break;
      if (Number.isNaN(code)) this.fail('a string without end');
      end += code === 92 ? 2 : 1;
    }
    const value = JSON.parse(text.slice(this.at, end + 1));
    this.at = end + 1;
    return value;
  }

  number() {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    if (code <= 32) code = this.skip();
    const isNegative = code === 45;
    const start = isNegative ? this.at + 1 : this.at;
    let end = start;
    let value = 0;
    for (;;) {
      code = text.charCodeAt(end);
      if (code < 48 || !(code <= 57)) break;
      value = value * 10 + (code - 48);
      end++;
    }
    const digits = end - start;
    const isPlain = code !== 46 && code !== 101 && code !== 69 && digits > 0 && digits <= SAFE_DIGITS;
    if (!isPlain || (digits > 1 && text.charCodeAt(start) === 48)) return Number(this.#literal());
    this.at = end;
    return isNegative ? -value : value;
  }

  /**
   * Reads the first 15 digits as one number and the rest as another, then combines both to two 32-bit words, which V8
   * turns into a bigint without a call; BigInt(text) takes several times as long.
   */
  int64() {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    if (code <= 32) code = this.skip();
    const isNegative = code === 45;
    const start = isNegative ? this.at + 1 : this.at;
    let end = start;
    let head = 0;
    let tail = 0;
    let scale = 1;
    for (; ; end++) {
      code = text.charCodeAt(end);
      if (code < 48 || !(code <= 57)) break;
      if (end - start < SAFE_DIGITS) head = head * 10 + (code - 48);
      else {
        tail = tail * 10 + (code - 48);
        scale *= 10;
      }
    }
    const digits = end - start;
    const isPlain = code !== 46 && code !== 101 && code !== 69 && digits > 0 && digits <= INT64_DIGITS;
    if (!isPlain || (digits > 1 && text.charCodeAt(start) === 48)) return this.#integral(this.#literal());
    this.at = end;
    return this.#int64Of(head, scale, tail, isNegative);
  }

  /** Computes head × scale + tail; exact, since head < 10^15 and scale ≤ 10^4. */
  #int64Of(head, scale, tail, isNegative) {
    const product = (head % WORD) * scale + tail;
    let low = product % WORD;
    let high = Math.floor(head / WORD) * scale + Math.floor(product / WORD);
    if (high > SIGN || (high === SIGN && !(isNegative && low === 0))) this.fail('a number out of range');
    if (isNegative) {
      low = (~low + 1) >>> 0;
      high = low === 0 ? -high : ~high;
    }
    words.setUint32(0, low, true);
    words.setInt32(4, high, true);
    return words.getBigInt64(0, true);
  }

  /** Returns the int64 of a literal in any form, such as 1.0 or 2e3. */
  #integral(literal) {
    const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(
      literal,
    );
    const shift = Number(exponent) - fraction.length;
    const digits = BigInt(whole + fraction);
    if (Math.abs(shift) > 400) this.fail('a number out of range');
    const scale = 10n ** BigInt(Math.abs(shift));
    const magnitude = shift >= 0 ? digits * scale : digits / scale;
    if (shift < 0 && magnitude * scale !== digits) this.fail('expected an integer');
    const value = sign === '-' ? -magnitude : magnitude;
    if (BigInt.asIntN(64, value) !== value) this.fail('a number out of range');
    return value;
  }

  #literal() {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match === null) this.fail('expected a number');
    this.at += match[0].length;
    return match[0];
  }

  instant() {
    const date = new Date(this.string());
    if (Number.isNaN(date.getTime())) this.fail('expected a date-time');
    return date;
  }

  bytes() {
    return Buffer.from(this.string(), 'base64');
  }

  any() {
    switch (this.skip()) {
      case 34:
        return this.string();
      case 123:
        return this.#object();
      case 91:
        return this.#array();
      case 116:
      case 102:
        return this.boolean();
      case 110:
        this.word('null');
        return null;
      default:
        return this.number();
    }
  }

  #object() {
    const object = {};
    this.at++;
    if (this.take(125)) return object;
    do {
      const key = this.string();
      this.expect(58);
      setEntry(object, key, this.any());
    } while (this.take(44));
    this.expect(125);
    return object;
  }

  #array() {
    const array = [];
    this.at++;
    if (this.take(93)) return array;
    do array.push(this.any());
    while (this.take(44));
    this.expect(93);
    return array;
  }

  skipValue() {
    const code = this.skip();
    if (code === 34) this.string();
    else if (code === 123) this.#skipMembers(125, true);
    else if (code === 91) this.#skipMembers(93, false);
    else if (code === 45 || (code >= 48 && code <= 57)) this.#literal();
    else this.word(WORDS.get(this.text[this.at]) ?? 'a value');
  }

  #skipMembers(end, isObject) {
    this.at++;
    if (this.take(end)) return;
    do {
      if (isObject) {
        this.string();
        this.expect(58);
      }
      this.skipValue();
    } while (this.take(44));
    this.expect(end);
  }
}
