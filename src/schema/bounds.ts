/** How far a schema lets values go: its keywords as bounds of the model, and values compared with these. */
import type { Node } from 'jsonc-parser';
import { MOST } from '../define/bounds.ts';
import type { JsonObject, JsonText } from './json.ts';
import { ALPHABETS, type Alphabet, type Bounds, type Type } from './model.ts';
import type { Value } from './value.ts';

type Kind = Type['kind'];
type NumberKind = 'int32' | 'int64' | 'double';
type Changeable = { -readonly [Key in keyof Bounds]: Bounds[Key] };

const NUMBERS: readonly Kind[] = ['int32', 'int64', 'double'];

/** By keyword: what it bounds, at which end, and the kinds that have it. */
const KEYWORDS: Readonly<Record<string, readonly [bound: keyof Bounds, kinds: readonly Kind[]]>> = {
  'x-digits': ['digits', ['double']],
  minimum: ['minimum', NUMBERS],
  exclusiveMinimum: ['minimum', NUMBERS],
  maximum: ['maximum', NUMBERS],
  exclusiveMaximum: ['maximum', NUMBERS],
  minLength: ['shortest', ['string', 'bytes']],
  maxLength: ['longest', ['string', 'bytes']],
  'x-alphabet': ['alphabet', ['string']],
  minItems: ['shortest', ['list']],
  maxItems: ['longest', ['list']],
  minProperties: ['shortest', ['map']],
  maxProperties: ['longest', ['map']],
};

export const BOUNDING = Object.keys(KEYWORDS);

const LIMITS = { int32: [-(2n ** 31n), 2n ** 31n - 1n], int64: [-(2n ** 63n), 2n ** 63n - 1n] } as const;

/** One character that an alphabet doesn't have. */
export const OUTSIDE: Readonly<Record<Alphabet, RegExp>> = { ascii: /[^ -~]/u, text: /(?![\t\n\r])\p{Cc}/u };

/**
 * The bounds that a schema gives values of a kind, to be spread into their type: nothing where it says none.
 *
 * @throws DefinitionError for a bound of another kind, and where no value is left
 */
export function boundsOf(json: JsonText, { node, members }: JsonObject, kind: Kind): { bounds?: Bounds } {
  const bounds: Changeable = {};
  for (const [keyword, [bound, kinds]] of Object.entries(KEYWORDS)) {
    const at = members.get(keyword);
    if (at === undefined) continue;
    if (!kinds.includes(kind))
      throw json.error(at, `"${keyword}" bounds ${kinds.join(', ')}, but this is ${kind}: leave it out`);
    if (bound === 'minimum' || bound === 'maximum') {
      const end = endOf(json, at, keyword, { kind: kind as NumberKind, digits: bounds.digits });
      const other = bounds[bound];
      if (other === undefined || (bound === 'minimum' ? end > other : end < other)) bounds[bound] = end;
    } else if (bound === 'alphabet') {
      const alphabet = ALPHABETS.find((one) => one === at.value);
      if (alphabet === undefined) throw json.error(at, `expected "${ALPHABETS.join('" or "')}"`);
      bounds.alphabet = alphabet;
    } else bounds[bound] = wholeOf(json, at, bound, kind);
  }
  const [low, high] = [bounds.minimum ?? bounds.shortest, bounds.maximum ?? bounds.longest];
  if (low !== undefined && high !== undefined && low > high)
    throw json.error(node, `its bounds leave no value: at least ${low}, at most ${high}`);
  return Object.keys(bounds).length === 0 ? {} : { bounds };
}

/** A number of digits or a length. What every document has at least is no more than anybody waits for. */
function wholeOf(json: JsonText, node: Node, bound: 'digits' | 'shortest' | 'longest', kind: Kind): number {
  const least = bound === 'digits' ? 1 : 0;
  const mostAtLeast = kind === 'list' || kind === 'map' ? MOST.entries : MOST.text;
  const most = { digits: 17, shortest: mostAtLeast, longest: Number.MAX_SAFE_INTEGER }[bound];
  const { value } = node;
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw json.error(node, `expected a whole number from ${least} to ${most}`);
  if (kind !== 'bytes') return value;
  // The schema counts in Base64: four characters for each three bytes begun.
  return bound === 'longest' ? 3 * Math.floor(value / 4) : Math.max(0, 3 * Math.ceil(value / 4) - 2);
}

/** The first or the last value of a kind that a keyword lets pass. */
function endOf(
  json: JsonText,
  node: Node,
  keyword: string,
  { kind, digits }: { readonly kind: NumberKind; readonly digits: number | undefined },
): bigint | number {
  const isLow = keyword.endsWith('inimum');
  const inwards = isLow ? 1 : -1;
  // The number that the parser makes of it would not tell 2^63 from 2^63 − 1.
  const text = json.textOf(node);
  const value = Number(text);
  if (node.type !== 'number' || !Number.isFinite(value)) throw json.error(node, 'expected a number');
  const isExclusive = keyword.startsWith('exclusive');
  if (kind === 'double') {
    const beside = value + inwards * Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE);
    const end = isExclusive ? beside : value;
    return digits === undefined ? end : ofDigits(end, digits, isLow);
  }
  const whole = /^-?\d+$/.test(text) ? BigInt(text) : BigInt(isLow ? Math.ceil(value) : Math.floor(value));
  const end = isExclusive && Number.isInteger(value) ? whole + BigInt(inwards) : whole;
  const [lowest, highest] = LIMITS[kind];
  if (end >= lowest && end <= highest) return end;
  throw json.error(
    node,
    `${kind} goes from ${lowest} to ${highest}: leave the bound out, or write one within`,
  );
}

/** The double of at most so many significant digits that is nearest to a value, not below it or not above it. */
function ofDigits(value: number, digits: number, isUp: boolean): number {
  if (Number(value.toPrecision(digits)) === value) return value;
  const [mantissa = '', exponent] = Math.abs(value).toExponential(20).split('e');
  const cut = BigInt(mantissa.replace('.', '').slice(0, digits)) + (value > 0 === isUp ? 1n : 0n);
  return Math.sign(value) * Number(`${cut}e${Number(exponent) - digits + 1}`);
}

/** What of a value is beyond bounds, such as `3 is below the minimum 5`; undefined if nothing is. */
export function beyondBounds(bounds: Bounds, value: Value): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') {
    const { minimum, maximum, digits } = bounds;
    if (minimum !== undefined && value < minimum) return `${value} is below the minimum ${minimum}`;
    if (maximum !== undefined && value > maximum) return `${value} is above the maximum ${maximum}`;
    const isLong = digits !== undefined && Number(Number(value).toPrecision(digits)) !== value;
    return isLong ? `${value} has more than ${digits} significant digits` : undefined;
  }
  const { shortest = 0, longest = Number.POSITIVE_INFINITY, alphabet } = bounds;
  const length = lengthOf(value);
  if (length < shortest) return `a length of ${length} is below the minimum ${shortest}`;
  if (length > longest) return `a length of ${length} is above the maximum ${longest}`;
  const outside = typeof value === 'string' && alphabet !== undefined && OUTSIDE[alphabet].exec(value);
  return outside ? `${JSON.stringify(outside[0])} is no character of the alphabet "${alphabet}"` : undefined;
}

/** Code points of a text, bytes, elements, entries. */
function lengthOf(value: Value): number {
  if (typeof value === 'string') return [...value].length;
  return value instanceof Map ? value.size : (value as { readonly length: number }).length;
}
