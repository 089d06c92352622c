import { parseRfc3339 } from '../../format/instant.ts';

/** Below it, a double holds every integer. */
const SAFE_LENGTH = 15;
const INT64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;

/** The numbers of a place. */
export class Numbers {
  count = 0;
  least = Number.POSITIVE_INFINITY;
  most = Number.NEGATIVE_INFINITY;
  /** Whether one was written as `1.0`, `1e3` or `0.5`; and whether one was no integer. */
  pointed = false;
  fractions = false;
  /** Significant digits, at most. */
  digits = 0;
  /** Whether an integer was beyond 53 bits, and the first place of one beyond 64. */
  wide = false;
  beyond: string | undefined;

  add(text: string, place: string): void {
    const value = Number(text);
    this.count++;
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
    const integer = this.#digits(text);
    if (!integer) {
      this.pointed = true;
      if (!Number.isInteger(value)) this.fractions = true;
      if (!Number.isFinite(value)) this.beyond ??= place;
    } else if (text.length > SAFE_LENGTH && !Number.isSafeInteger(value)) {
      this.wide = true;
      const exact = BigInt(text);
      if (exact < INT64[0] || exact > INT64[1]) this.beyond ??= place;
    }
  }

  /** Counts the significant digits. @returns whether the number is written as an integer */
  #digits(text: string): boolean {
    let digits = 0;
    let zeros = 0;
    let integer = true;
    for (let i = 0; i < text.length; i++) {
      const byte = text.charCodeAt(i);
      if (byte === 0x30) {
        if (digits > 0) zeros++;
      } else if (byte >= 0x31 && byte <= 0x39) {
        digits += zeros + 1;
        zeros = 0;
      } else if (byte !== 0x2d) {
        integer = false;
        if (byte !== 0x2e) break;
      }
    }
    if (digits > this.digits) this.digits = digits;
    return integer;
  }

  absorb(other: Numbers): void {
    this.count += other.count;
    this.least = Math.min(this.least, other.least);
    this.most = Math.max(this.most, other.most);
    this.pointed ||= other.pointed;
    this.fractions ||= other.fractions;
    this.digits = Math.max(this.digits, other.digits);
    this.wide ||= other.wide;
    this.beyond ??= other.beyond;
  }
}

const INSTANT =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BASE64 = /^[A-Za-z0-9+/]*(?:[AEIMQUYcgkosw048]=|[AQgw]==)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/** Different texts of a place that are kept: an enum has no more. */
export const MOST_DISTINCT = 64;
const LONGEST_DISTINCT = 80;

/** The texts of a place. What all of them are is asked until one isn't. */
export class Texts {
  count = 0;
  /** Characters of all of them. */
  characters = 0;
  /** Code points of the longest. */
  longest = 0;
  controls = false;
  instants = true;
  uuids = true;
  base64 = true;
  /** Signs that base64 is no words: capitals, small letters, digits, and signs that no word has. */
  signs = 0;
  distinct: Set<string> | undefined = new Set();

  add(text: string): void {
    this.count++;
    this.characters += text.length;
    if (text.length > this.longest) this.longest = Math.max(this.longest, codePoints(text));
    if (!this.controls && CONTROL.test(text)) this.controls = true;
    if (this.instants && !isInstant(text)) this.instants = false;
    if (this.uuids && !UUID.test(text)) this.uuids = false;
    if (this.base64) this.#base64(text);
    if (this.distinct === undefined) return;
    this.distinct.add(text);
    if (this.distinct.size > MOST_DISTINCT || text.length > LONGEST_DISTINCT) this.distinct = undefined;
  }

  #base64(text: string): void {
    this.base64 = text.length % 4 === 0 && BASE64.test(text);
    if (/[A-Z]/.test(text)) this.signs |= 1;
    if (/[a-z]/.test(text)) this.signs |= 2;
    if (/\d/.test(text)) this.signs |= 4;
    if (/[+/=]/.test(text)) this.signs |= 8;
  }

  absorb(other: Texts): void {
    this.count += other.count;
    this.characters += other.characters;
    this.longest = Math.max(this.longest, other.longest);
    this.controls ||= other.controls;
    this.instants &&= other.instants;
    this.uuids &&= other.uuids;
    this.base64 &&= other.base64;
    this.signs |= other.signs;
    const distinct = this.distinct && other.distinct && new Set([...this.distinct, ...other.distinct]);
    this.distinct = distinct !== undefined && distinct.size <= MOST_DISTINCT ? distinct : undefined;
  }
}

function isInstant(text: string): boolean {
  return text.length <= 24 && INSTANT.test(text) && (text.charAt(8) < '2' || parseRfc3339(text) !== null);
}

function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) count--;
  return count;
}
