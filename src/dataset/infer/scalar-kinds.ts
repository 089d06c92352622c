import type { OverruleKind } from './overrule.ts';
import { MOST_DISTINCT, type Numbers, type Texts } from './scalars.ts';
import type { Shape } from './shape.ts';

export type Schema = { readonly [keyword: string]: unknown };

/** What a place was decided to be. */
export interface Choice {
  readonly schema: Schema;
  readonly what: string;
  readonly why: string;
  /** The kind that a person could ask for instead. */
  readonly instead: OverruleKind | undefined;
}

const TEXT_KINDS: readonly OverruleKind[] = ['instant', 'uuid', 'bytes', 'string', 'enum'];
const NUMBER_KINDS: readonly OverruleKind[] = ['int32', 'int64', 'double'];

/** From so many values on, it is taken for no accident that none is negative, or that texts come again. */
const ENOUGH = 20;

/** What stands at a place of numbers, texts or booleans, or of nulls that a person says the kind of; undefined for others. */
export function scalarChoice({ kind, numbers, texts, booleans }: Shape): Choice | undefined {
  if (numbers !== undefined || (kind !== undefined && NUMBER_KINDS.includes(kind)))
    return numberChoice(numbers, kind);
  if (texts !== undefined || (kind !== undefined && TEXT_KINDS.includes(kind)))
    return textChoice(texts, kind);
  if (booleans === 0 && kind !== 'boolean') return undefined;
  return { schema: { type: 'boolean' }, what: 'boolean', why: 'true and false', instead: undefined };
}

/** Why a place can't be what a person says; undefined where it can. */
export function contradiction({ numbers, texts }: Shape, kind: OverruleKind): string | undefined {
  if (kind === 'enum' && texts?.distinct === undefined)
    return `more than ${MOST_DISTINCT} different texts, or long ones`;
  if (kind === 'instant' && texts?.instants === false)
    return 'texts that are no times such as 2026-01-31T12:00:00Z';
  if (kind === 'uuid' && texts?.uuids === false) return 'texts that are no UUIDs in lower case';
  if (kind === 'bytes' && texts?.base64 === false) return 'texts that are no base64';
  if (!kind.startsWith('int') || numbers === undefined) return undefined;
  if (numbers.fractions) return 'numbers with a fraction';
  if (numbers.beyond !== undefined) return 'numbers beyond 64 bits';
  const small = numbers.least >= -(2 ** 31) && numbers.most < 2 ** 31;
  return kind === 'int32' && !small ? 'numbers beyond 32 bits' : undefined;
}

function numberChoice(numbers: Numbers | undefined, kind: OverruleKind | undefined): Choice {
  if (kind === 'double' || (kind === undefined && numbers?.pointed)) return doubleChoice(numbers);
  const format = kind ?? 'int64';
  const minimum = neverNegative(numbers) ? 0 : Number.MIN_SAFE_INTEGER;
  const safe = numbers !== undefined && !numbers.wide && format === 'int64';
  const bounds = safe ? { minimum, maximum: Number.MAX_SAFE_INTEGER } : neverNegative(numbers) && { minimum };
  return {
    schema: { type: 'integer', format, ...bounds },
    what: format,
    why:
      numbers === undefined
        ? 'only nulls'
        : `${counted(numbers.count, 'number')}, all written as integers${range(numbers)}`,
    instead: 'double',
  };
}

function doubleChoice(numbers: Numbers | undefined): Choice {
  if (numbers === undefined)
    return { schema: { type: 'number' }, what: 'double', why: 'only nulls', instead: undefined };
  const most = Math.max(1, Math.abs(numbers.least), Math.abs(numbers.most));
  const magnitude = Number(`1e${Math.ceil(Math.log10(most))}`);
  // One digit more than was seen: the next price may be the first above 100.
  const digits = numbers.digits + 1;
  return {
    schema: {
      type: 'number',
      format: 'double',
      ...(Number.isFinite(magnitude) && {
        minimum: neverNegative(numbers) ? 0 : -magnitude,
        maximum: magnitude,
      }),
      ...(digits < MOST_DIGITS && { 'x-digits': digits }),
    },
    what: 'double',
    why: `${counted(numbers.count, 'number')} of at most ${counted(numbers.digits, 'digit')}${range(numbers)}`,
    instead: numbers.fractions ? undefined : 'int64',
  };
}

/** What any double has, at most. */
const MOST_DIGITS = 17;

function neverNegative(numbers: Numbers | undefined): boolean {
  return numbers !== undefined && numbers.least >= 0 && numbers.count >= ENOUGH;
}

function range({ least, most }: Numbers): string {
  return `, ${least} to ${most}`;
}

export function textKind(texts: Texts): OverruleKind {
  if (texts.instants) return 'instant';
  if (texts.uuids) return 'uuid';
  if (isBase64(texts)) return 'bytes';
  return isEnum(texts) ? 'enum' : 'string';
}

/** Words have four letters now and then, too: base64 has digits, capitals and signs, and isn't short. */
function isBase64({ base64, signs, characters, count }: Texts): boolean {
  return base64 && signs === 15 && characters >= 64 && characters / count >= 8;
}

/** Few words that come again and again. */
function isEnum({ distinct, count }: Texts): boolean {
  if (distinct === undefined || distinct.size < 2 || distinct.size > 16) return false;
  if (count < ENOUGH || count < 5 * distinct.size) return false;
  return [...distinct].every((text) => text.length <= 40 && /^[\p{L}\p{N}][\p{L}\p{N} _.:/+-]*$/u.test(text));
}

const SCHEMAS: { readonly [kind: string]: Schema } = {
  instant: { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
  bytes: { type: 'string', format: 'byte' },
};

function textChoice(texts: Texts | undefined, said: OverruleKind | undefined): Choice {
  const kind = said ?? textKind(texts!);
  const why =
    texts === undefined
      ? 'only nulls'
      : texts.distinct === undefined
        ? `${counted(texts.count, 'text')}, the longest of ${counted(texts.longest, 'character')}`
        : `${counted(texts.distinct.size, 'different text')} in ${texts.count}`;
  const schema = SCHEMAS[kind];
  if (schema !== undefined)
    return { schema, what: kind, why: texts ? `all of ${why}` : why, instead: 'string' };
  if (kind === 'enum') {
    const values = [...texts!.distinct!].sort();
    return {
      schema: { enum: values },
      what: `enum of ${counted(values.length, 'value')}`,
      why,
      instead: 'string',
    };
  }
  const longest = roomFor(texts?.longest ?? 0, 64);
  return {
    schema: {
      type: 'string',
      ...(texts && { maxLength: longest }),
      ...(texts?.controls === false && { 'x-alphabet': 'text' }),
    },
    what: 'string',
    why,
    instead: texts?.distinct === undefined ? undefined : 'enum',
  };
}

/** Four times what was seen, up to a power of two. */
export function roomFor(seen: number, least: number): number {
  return Math.max(least, 2 ** Math.ceil(Math.log2(4 * Math.max(1, seen))));
}

/** `1 text`, `2 texts`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}
