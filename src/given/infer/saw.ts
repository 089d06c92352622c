/** What stands at a place, as bits: kinds of JSON, and what numbers and texts are and aren't. */
export const Saw = {
  boolean: 1,
  number: 2,
  text: 4,
  list: 8,
  object: 16,
  /** A number as `1.0` or `1e3`; one that is no integer; integers beyond 32, 53 and 64 bits. */
  point: 32,
  fraction: 64,
  beyond32: 128,
  beyond53: 256,
  beyond64: 512,
  /** Too many texts for an enum; one that is too long. */
  manyTexts: 1024,
  longText: 65536,
  noInstant: 2048,
  noUuid: 4096,
  noBase64: 8192,
  /** Capitals, small letters, digits and signs in one text: base64 that is no word. */
  signs: 16384,
  control: 32768,
} as const;

const JSON_KINDS = ['boolean', 'number', 'text', 'list', 'object'] as const;

/** The kinds of JSON that are among bits. */
export function jsonKinds(bits: number): readonly (typeof JSON_KINDS)[number][] {
  return JSON_KINDS.filter((kind) => bits & Saw[kind]);
}
