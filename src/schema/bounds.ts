import type { Node } from 'jsonc-parser';
import type { JsonObject, JsonText } from './json.ts';
import { ALPHABETS, type Alphabet, type Bounds, type Type } from './model.ts';
import type { Value } from './value.ts';

type Kind = Type['kind'];
type Changeable = { -readonly [Key in keyof Bounds]: Bounds[Key] };

const NUMBERS: readonly Kind[] = ['int32', 'int64', 'double'];

const KEYWORDS: Readonly<Record<string, readonly [bound: keyof Bounds, kinds: readonly Kind[]]>> = {
  'x-digits': ['digits', ['double']],
  minimum: ['minimum', NUMBERS],
  exclusiveMinimum: ['minimum', NUMBERS],
  maximum: ['maximum', NUMBERS],
  exclusiveMaximum: ['maximum', NUMBERS],
  minLength: ['shortest', ['string']],
  maxLength: ['longest', ['string']],
  'x-alphabet': ['alphabet', ['string']],
  minItems: ['shortest', ['list']],
  maxItems: ['longest', ['list']],
  minProperties: ['shortest', ['map']],
  maxProperties: ['longest', ['map']],
};

export const BOUNDING = Object.keys(KEYWORDS);

/** For each alphabet: matches a character outside of it. */
export const OUTSIDE: Readonly<Record<Alphabet, RegExp>> = { ascii: /[^ -~]/u, text: /(?![\t\n\r])\p{Cc}/u };

export function boundsOf(json: JsonText, { node, members }: JsonObject, kind: Kind): { bounds?: Bounds } {
  const bounds: Changeable = {};
  for (const [keyword, [bound, kinds]] of Object.entries(KEYWORDS)) {
    const at = members.get(keyword);
    if (at === undefined) continue;
    if (!kinds.includes(kind))
      throw json.error(at, `"${keyword}" is for ${kinds.join(', ')}, but this is ${kind}: leave it out`);
    if (bound === 'minimum' || bound === 'maximum') {
      const end = endOf(json, at, { keyword, kind, digits: bounds.digits });
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

function wholeOf(json: JsonText, node: Node, bound: 'digits' | 'shortest' | 'longest', kind: Kind): number {
  const least = bound === 'digits' ? 1 : 0;
  // Largest minimum length allowed. All generated values are at least that long, so a larger one would make documents huge.
  const shortest = kind === 'string' ? 10_000 : 1_000;
  const most = { digits: 17, shortest, longest: Number.MAX_SAFE_INTEGER }[bound];
  const { value } = node;
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw json.error(node, `expected a whole number from ${least} to ${most}`);
  return value;
}

function endOf(
  json: JsonText,
  node: Node,
  { keyword, kind, digits }: { keyword: string; kind: Kind; digits: number | undefined },
): bigint | number {
  // Integers are parsed from this text, because a double would round 2^63 − 1 to 2^63.
  const text = json.textOf(node);
  const value = Number(text);
  if (node.type !== 'number' || !Number.isFinite(value)) throw json.error(node, 'expected a number');
  const inwards = keyword.endsWith('inimum') ? 1 : -1;
  const isExclusive = keyword.startsWith('exclusive');
  if (kind === 'double') {
    const beside = value + inwards * Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE);
    const end = isExclusive ? beside : value;
    if (digits === undefined || Number(end.toPrecision(digits)) === end) return end;
    throw json.error(node, `the first value that it allows, ${end}, has more digits than "x-digits" allows`);
  }
  const rounded = /^-?\d+$/.test(text) ? text : inwards * Math.ceil(inwards * value);
  const end = BigInt(rounded) + BigInt(isExclusive && Number.isInteger(value) ? inwards : 0);
  const bits = kind === 'int32' ? 32 : 64;
  if (BigInt.asIntN(bits, end) === end) return end;
  throw json.error(node, `beyond what ${kind} can hold: leave it out, or write a number of ${bits} bits`);
}

/** Message such as `3 is below the minimum 5`; undefined for a value within bounds. */
export function beyondBounds(bounds: Bounds, value: Value): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') {
    const { minimum, maximum, digits } = bounds;
    if (minimum !== undefined && value < minimum) return `${value} is below the minimum ${minimum}`;
    if (maximum !== undefined && value > maximum) return `${value} is above the maximum ${maximum}`;
    const isLong = digits !== undefined && Number(Number(value).toPrecision(digits)) !== value;
    return isLong ? `${value} has more than ${digits} significant digits` : undefined;
  }
  const { shortest = 0, longest = Infinity, alphabet } = bounds;
  const { length } = [...(value as Iterable<unknown>)];
  if (length < shortest) return `a length of ${length} is below the minimum ${shortest}`;
  if (length > longest) return `a length of ${length} is above the maximum ${longest}`;
  const outside = alphabet && OUTSIDE[alphabet].exec(value as string)?.[0];
  return outside && `${JSON.stringify(outside)} is not a character of the alphabet "${alphabet}"`;
}
