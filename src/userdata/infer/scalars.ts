import type { OverruleKind } from './overrule.ts';
import { Saw } from './saw.ts';
import type { Shape } from './shape.ts';

export type Schema = { readonly [keyword: string]: unknown };

export interface Choice {
  readonly schema: Schema;
  readonly what: string;
  readonly why: string;
  readonly instead?: OverruleKind | undefined;
}

/** Minimum number of values to infer an enum from repeated strings, or a minimum of 0 from a lack of negative numbers. */
const ENOUGH = 20;

/** The kind that the user chose, else the inferred one; undefined if there are no scalars. */
export function scalarKind(shape: Shape): OverruleKind | undefined {
  const { bits, kind, distinct, count, characters } = shape;
  if (kind !== undefined) return kind;
  if (bits & Saw.boolean) return 'boolean';
  if (bits & Saw.number) return bits & Saw.point ? 'double' : 'int64';
  if (!(bits & Saw.string)) return undefined;
  if (!(bits & Saw.noInstant)) return 'instant';
  if (!(bits & Saw.noUuid)) return 'uuid';
  // A word of four letters is valid base64, so base64 must be longer (8 on average) and mix all kinds of characters.
  const base64 = (bits & (Saw.noBase64 | Saw.signs)) === Saw.signs;
  if (base64 && characters >= 64 && characters >= 8 * count) return 'bytes';
  const { size } = distinct!;
  const repeated = size >= 2 && size <= 16 && count >= Math.max(ENOUGH, 5 * size);
  return repeated && [...distinct!].every((text) => WORD.test(text)) ? 'enum' : 'string';
}

const WORD = /^[\p{L}\p{N}][\p{L}\p{N} _.:/+-]{0,39}$/u;

/** Returns a scalar's schema. It allows larger numbers and longer strings than were seen, because later values may differ. */
export function scalarChoice(shape: Shape, kind: OverruleKind): Choice {
  const { bits, count } = shape;
  const why = count === 0 ? 'no values' : seenOf(shape);
  const choice = (schema: Schema, instead?: OverruleKind, what: string = kind): Choice => {
    return { schema, what, why, instead };
  };
  switch (kind) {
    case 'boolean':
      return choice({ type: 'boolean' });
    case 'int32':
    case 'int64':
      return choice(integerSchema(shape, kind), 'double');
    case 'double':
      return choice(doubleSchema(shape), bits & Saw.fraction ? undefined : 'int64');
    case 'enum': {
      const values = [...shape.distinct!].sort();
      return choice({ enum: values }, 'string', `enum of ${counted(values.length, 'value')}`);
    }
    case 'string': {
      const text = !(bits & Saw.control) && { 'x-alphabet': 'text' };
      const schema = { type: 'string', maxLength: roomFor(shape.longest, 64), ...text };
      return choice(schema, shape.distinct?.size ? 'enum' : undefined);
    }
    default:
      return choice({ type: 'string', format: FORMATS[kind] }, 'string');
  }
}

const FORMATS: { readonly [kind in OverruleKind]?: string } = {
  instant: 'date-time',
  uuid: 'uuid',
  bytes: 'byte',
};

function integerSchema(shape: Shape, format: OverruleKind): Schema {
  const minimum = neverNegative(shape) ? 0 : Number.MIN_SAFE_INTEGER;
  const safe = shape.count > 0 && format === 'int64' && !(shape.bits & Saw.beyond53);
  const maximum = safe && { maximum: Number.MAX_SAFE_INTEGER };
  return { type: 'integer', format, ...((safe || minimum === 0) && { minimum }), ...maximum };
}

/**
 * The maximum is a power of ten, at least as large as all magnitudes; the minimum is its negative, or 0 if there are enough
 * values and none is negative. One more digit than seen is allowed. From 1e308 or 16 digits on, there is no limit.
 */
function doubleSchema(shape: Shape): Schema {
  const power = Math.ceil(Math.log10(Math.max(1, magnitude(shape))));
  // `Math.log10` may round down.
  const maximum = Number(`1e${10 ** power < magnitude(shape) ? power + 1 : power}`);
  const bounds = { minimum: neverNegative(shape) ? 0 : -maximum, maximum };
  const few = digitsOf(shape) < 16 && { 'x-digits': digitsOf(shape) + 1 };
  return {
    type: 'number',
    format: 'double',
    ...(shape.count > 0 && { ...(maximum < 1e308 && bounds), ...few }),
  };
}

function digitsOf(shape: Shape): number {
  return Math.max(shape.digits, Math.ceil(Math.log10(magnitude(shape) + 1)));
}

function magnitude({ least, most }: Shape): number {
  return Math.max(-least.value, most.value);
}

function neverNegative({ least, count }: Shape): boolean {
  return least.value >= 0 && count >= ENOUGH;
}

function seenOf(shape: Shape): string {
  const { bits, count, least, most, distinct, longest } = shape;
  if (bits & Saw.boolean) return counted(count, 'boolean');
  if (bits & Saw.number) {
    const written = bits & Saw.point ? `at most ${counted(digitsOf(shape), 'digit')}` : 'integers';
    return `${counted(count, 'number')}, ${written}, ${spelled(least)} to ${spelled(most)}`;
  }
  if (!distinct?.size) return `${counted(count, 'string')}, at most ${counted(longest, 'character')}`;
  if (distinct.size === 1) return count === 1 ? '1 string' : 'always the same value';
  return `${counted(distinct.size, 'distinct value')} in ${count.toLocaleString('en')}`;
}

function spelled({ value, text }: Shape['least']): string {
  return text.length > 24 ? String(value) : text;
}

/** Returns a maximum length: a power of two, at least `least` and four times the longest length `seen`. */
export function roomFor(seen: number, least: number): number {
  return Math.max(least, 2 ** Math.ceil(Math.log2(4 * Math.max(1, seen))));
}

export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}
