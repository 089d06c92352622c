/** Flags: what was seen in the values at one path of the documents. */
export const Saw = {
  boolean: 1,
  number: 2,
  string: 4,
  list: 8,
  object: 16,
  /**
   * `point`: a number is written like `1.0` or `1e3`. `fraction`: a number isn't whole. `beyond32`: a number isn't an
   * integer of 32 bits. `beyond53`, `beyond64`: a number without point and exponent is beyond the safe integers or
   * beyond 64 bits. `beyond64` also stands for numbers that are infinite as doubles.
   */
  point: 32,
  fraction: 64,
  beyond32: 128,
  beyond53: 256,
  beyond64: 512,
  manyTexts: 1024,
  longText: 65536,
  noInstant: 2048,
  noUuid: 4096,
  noBase64: 8192,
  /** A string with upper and lower case, digits and `+`, `/` or `=`: base64 rather than a word. */
  signs: 16384,
  control: 32768,
} as const;

const JSON_KINDS = ['boolean', 'number', 'string', 'list', 'object'] as const;

export function jsonKinds(bits: number): readonly (typeof JSON_KINDS)[number][] {
  return JSON_KINDS.filter((kind) => bits & Saw[kind]);
}
