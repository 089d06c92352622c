/** Bits for what was seen in the values of one place of the documents. */
export const Saw = {
  boolean: 1,
  number: 2,
  string: 4,
  list: 8,
  object: 16,
  /** A number written like `1.0` or `1e3`; a fraction; numbers beyond integers of 32, 53 and 64 bits. */
  point: 32,
  fraction: 64,
  beyond32: 128,
  beyond53: 256,
  beyond64: 512,
  /** Too many strings for an enum; a string that is too long for one. */
  manyTexts: 1024,
  longText: 65536,
  noInstant: 2048,
  noUuid: 4096,
  noBase64: 8192,
  /** Upper and lower case, digits and signs in one string: base64 rather than a word. */
  signs: 16384,
  control: 32768,
} as const;

const JSON_KINDS = ['boolean', 'number', 'string', 'list', 'object'] as const;

export function jsonKinds(bits: number): readonly (typeof JSON_KINDS)[number][] {
  return JSON_KINDS.filter((kind) => bits & Saw[kind]);
}
