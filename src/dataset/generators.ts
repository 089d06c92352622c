import type { Faker } from '@faker-js/faker';
import { suggestion } from '../define/nearest.ts';
import type { Bounds, SchemaModel, Type } from '../schema/model.ts';
import type { MapValue, Value } from '../schema/value.ts';
import type { Random } from '../stats/random.ts';
import { clampTo } from './clamp.ts';

export interface Source {
  readonly random: Random;
  readonly faker: Faker;
  /** Position, from 1, of the nearest enclosing record that is in a list or map, or else of the document. */
  readonly position: number;
  readonly serials: Map<Make, bigint>;
}

export type Make = (source: Source) => Value;

type Kind = Type['kind'];
type Leaf = Exclude<Type, { kind: 'record' | 'list' | 'map' }>;

interface Generator {
  readonly usage?: string;
  readonly kinds: readonly Kind[];
  compile(argument: string, kind: Kind): Make | undefined;
}

const INT32 = 2 ** 31;

const GENERATORS: Readonly<Record<string, Generator>> = {
  integer: {
    usage: 'integer(LOWEST,HIGHEST)',
    kinds: ['int32', 'int64'],
    compile(argument, kind) {
      const [low, high] = range(argument, Number.isSafeInteger) ?? [];
      if (low === undefined || high === undefined || !Number.isSafeInteger(high - low + 1)) return undefined;
      if (kind === 'int32' && (low < -INT32 || high >= INT32)) return undefined;
      return ({ random }) => BigInt(random.integer(low, high));
    },
  },
  double: {
    usage: 'double(LOWEST,HIGHEST)',
    kinds: ['double'],
    compile(argument) {
      const [low, high] = range(argument, Number.isFinite) ?? [];
      if (low === undefined || high === undefined || !Number.isFinite(high - low)) return undefined;
      return ({ random }) => low + random.fraction() * (high - low);
    },
  },
  'any-int32': { kinds: ['int32'], compile: () => (source) => BigInt(source.random.uint32() | 0) },
  'any-int64': { kinds: ['int64'], compile: () => anyInt64 },
  sequence: { kinds: ['int32', 'int64'], compile: () => (source) => BigInt(source.position) },
  serial: { kinds: ['int32', 'int64'], compile: serial },
  'float-text': { kinds: ['string'], compile: () => floatText },
  digits: {
    usage: 'digits(PATTERN) with # for a digit',
    kinds: ['string'],
    compile(argument) {
      if (!argument.includes('#')) return undefined;
      return ({ random }) => argument.replaceAll('#', () => String(random.integer(0, 9)));
    },
  },
};

export function namedGenerator(spec: string, type: Type, sample: Faker): Make | string {
  const match = /^([A-Za-z0-9.-]+)(?:\((.*)\))?$/.exec(spec);
  if (match === null)
    return `expected a generator such as "person.fullName" or "integer(1,10)"; found "${spec}"`;
  const [, name = '', argument] = match;
  if (name.includes('.')) {
    if (argument !== undefined) return "faker's generators take no arguments here";
    return fakerGenerator(name, type, sample);
  }
  const generator = Object.hasOwn(GENERATORS, name) ? GENERATORS[name] : undefined;
  if (generator === undefined)
    return `unknown generator "${name}".${suggestion(name, Object.keys(GENERATORS))}`;
  if (!generator.kinds.includes(type.kind))
    return `"${name}" makes ${generator.kinds.join(' or ')}, but the schema has ${type.kind} here`;
  const { usage } = generator;
  const isCalledSo = (argument === undefined) === (usage === undefined);
  const make = isCalledSo ? generator.compile(argument ?? '', type.kind) : undefined;
  return make ?? `expected ${usage ?? name} within what ${type.kind} can hold`;
}

export function defaultGenerator(type: Leaf, model: SchemaModel): Make {
  const { bounds } = type;
  const make = everyday(type, model, bounds);
  return bounds === undefined ? make : (source) => clampTo(bounds, make(source));
}

function everyday(type: Leaf, model: SchemaModel, { minimum, maximum }: Bounds = {}): Make {
  const near = (value: number): number =>
    Math.max(Number(minimum ?? value), Math.min(Number(maximum ?? value), value));
  const low = near(0);
  switch (type.kind) {
    case 'boolean':
      return ({ random }) => random.chance(0.5);
    case 'int32':
      return ({ random }) => BigInt(random.integer(low, near(low + 999_999)));
    case 'int64':
      return ({ random }) => BigInt(random.integer(low, near(low + Number.MAX_SAFE_INTEGER)));
    case 'double':
      return ({ random }) => low + random.fraction() * (near(low + 1000) - low);
    case 'string':
      return ({ faker }) => faker.lorem.words(3);
    case 'instant':
      return ({ random }) => BigInt(random.integer(Date.UTC(2000, 0), Date.UTC(2030, 0) - 1));
    case 'uuid':
      return uuid;
    case 'bytes':
      return ({ random }) => Uint8Array.from({ length: random.integer(0, 64) }, () => random.integer(0, 255));
    case 'enum': {
      const { values } = model.enums.get(type.name)!;
      return ({ random }) => random.element(values);
    }
    case 'any':
      return (source) => anyJson(source, MOST_NESTED);
  }
}

const MOST_NESTED = 2;

function anyJson(source: Source, nesting: number): Value {
  const { random, faker } = source;
  const drawn = random.fraction();
  if (drawn < 0.15 && nesting > 0) {
    const length = random.integer(0, 3);
    return Array.from({ length }, () => anyJson(source, nesting - 1));
  }
  if (drawn < 0.3 && nesting > 0) {
    const value = () => anyJson(source, nesting - 1);
    return mapOf(random.integer(1, 4), () => defaultKey(source), value);
  }
  if (drawn < 0.35) return null;
  if (drawn < 0.45) return random.chance(0.5);
  if (drawn < 0.6) return random.integer(0, 9_999);
  if (drawn < 0.7) return random.fraction() * 100;
  return faker.lorem.words(3);
}

export function mapOf(size: number, key: () => string, value: (index: number) => Value): MapValue {
  const map = new Map<string, Value>();
  while (map.size < size) {
    const drawn = key();
    map.set(map.has(drawn) ? `${drawn}-${map.size + 1}` : drawn, value(map.size));
  }
  return map;
}

export function defaultKey({ faker }: Source): string {
  return faker.lorem.word();
}

function fakerGenerator(name: string, type: Type, sample: Faker): Make | string {
  const [module = '', method = ''] = name.split('.');
  const methods = fakerMethods(sample);
  if (!methods.has(name)) return `faker has no "${name}".${suggestion(name, methods)}`;
  return ({ faker }) => {
    const made = (faker as unknown as Record<string, Record<string, () => unknown>>)[module]![method]!();
    const value = convert(made, type);
    if (value === undefined)
      throw new TypeError(`"${name}" made ${typeof made} ${String(made)}, which isn't of type ${type.kind}`);
    return value;
  };
}

function fakerMethods(sample: Faker): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [module, methods] of Object.entries(sample)) {
    if (typeof methods !== 'object' || methods === null) continue;
    for (const [method, value] of Object.entries(methods))
      if (typeof value === 'function') names.add(`${module}.${method}`);
  }
  return names;
}

function convert(made: unknown, type: Type): Value | undefined {
  switch (type.kind) {
    case 'string':
      return typeof made === 'string' && made.isWellFormed() ? made : undefined;
    case 'boolean':
      return typeof made === 'boolean' ? made : undefined;
    case 'double':
      return typeof made === 'number' && Number.isFinite(made) ? made : undefined;
    case 'int32':
    case 'int64': {
      const whole = Number.isSafeInteger(made) ? BigInt(made as number) : made;
      const bits = type.kind === 'int32' ? 32 : 64;
      return typeof whole === 'bigint' && BigInt.asIntN(bits, whole) === whole ? whole : undefined;
    }
    case 'instant':
      return made instanceof Date ? BigInt(made.getTime()) : undefined;
    case 'any': {
      const kinds = ['string', 'boolean', 'double'] as const;
      return kinds.map((kind) => convert(made, { kind })).find((value) => value !== undefined);
    }
    default:
      return undefined;
  }
}

/** A random 32-bit float from 0 to 1, as the shortest decimal that rounds to it. */
function floatText({ random }: Source): string {
  const float = (random.uint32() >>> 8) / 2 ** 24;
  for (let digits = 6; digits < 9; digits++) {
    const text = String(Number(float.toPrecision(digits)));
    if (Math.fround(Number(text)) === float) return text;
  }
  return String(Number(float.toPrecision(9)));
}

/** Numbers a field's values from 1 in each document; unlike `sequence`, it doesn't restart in each list. */
function serial(): Make {
  const make: Make = ({ serials }) => {
    const next = (serials.get(make) ?? 0n) + 1n;
    serials.set(make, next);
    return next;
  };
  return make;
}

function anyInt64({ random }: Source): bigint {
  const high = BigInt(random.uint32());
  return BigInt.asIntN(64, (high << 32n) | BigInt(random.uint32()));
}

/** A random uuid: version 4, variant 10 (RFC 9562, 5.4). */
function uuid({ random }: Source): string {
  const hex = (): string => random.uint32().toString(16).padStart(8, '0');
  const [a, b, c, d] = [hex(), hex(), hex(), hex()];
  const variant = '89ab'[Number.parseInt(c[0]!, 16) & 3];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

function range(argument: string, valid: (bound: number) => boolean): [number, number] | undefined {
  const parts = argument.split(',').map((part) => part.trim());
  const [low, high] = parts.map(Number);
  if (parts.length !== 2 || parts.includes('') || low === undefined || high === undefined) return undefined;
  return valid(low) && valid(high) && low <= high ? [low, high] : undefined;
}
