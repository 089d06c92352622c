/** Compares documents. Deviations (such as an enum as a number) are allowed only if the serializer declares them. */
import type { Deviation, KnownFormat } from '../define/types.ts';
import { jsonPointer } from '../schema/json.ts';
import type { Field, RecordType, SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, typeOfAny, type Value } from '../schema/value.ts';
import { type Decoded, Instant, Linkage, NumberLiteral } from './decoded.ts';
import { ABSENT, describeDifference, type Found } from './describe.ts';
import { exactInteger } from './exact-integer.ts';
import { enumIndex, fieldValue, idKind, resourceType } from './fields.ts';
import { instantFromMilliseconds, parseRfc3339 } from './instant.ts';

interface ValueDifference {
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
  /** Deviation that would allow the difference if it were declared; null if none would. */
  readonly undeclared: Deviation | null;
}

export interface ComparisonRules {
  readonly source: KnownFormat | 'fixture';
  readonly deviations: ReadonlySet<Deviation>;
  readonly used?: Set<Deviation>;
  readonly redact?: boolean | undefined;
}

export function compareDocument(
  model: SchemaModel,
  expected: Value,
  found: Decoded | Value,
  rules: ComparisonRules,
): ValueDifference | null {
  return new Comparison(model, rules).value(model.root, expected, found);
}

type Outcome = boolean | Deviation;

const HAVE_ABSENT: ReadonlySet<string> = new Set(['json', 'jsonapi', 'msgpack', 'cbor', 'bson']);

class Comparison {
  private readonly path: (string | number)[] = [];
  private readonly model: SchemaModel;
  private readonly rules: ComparisonRules;

  constructor(model: SchemaModel, rules: ComparisonRules) {
    this.model = model;
    this.rules = rules;
  }

  /**
   * Returns the key of a map to show in paths. If values must not be shown (`redact`), it is `*`: keys may be private, too.
   */
  private key(key: string): string {
    return this.rules.redact ? '*' : key;
  }

  private within(step: string | number, compare: () => ValueDifference | null): ValueDifference | null {
    this.path.push(step);
    const difference = compare();
    this.path.pop();
    return difference;
  }

  value(type: Type, expected: Value, found: Decoded | Value): ValueDifference | null {
    if (expected !== null && type.kind === 'any') return this.any(expected, found);
    if (expected !== null && type.kind === 'list' && Array.isArray(found))
      return this.list(type.element, expected as readonly Value[], found);
    const map = expected !== null && (type.kind === 'record' || type.kind === 'map') ? asMap(found) : null;
    if (map !== null && type.kind === 'record')
      return this.record(this.model.records.get(type.name)!, expected as RecordValue, map);
    if (map !== null && type.kind === 'map') return this.map(type.value, expected as MapValue, map);
    return this.judge(this.scalar(type, expected, found), type, expected, found);
  }

  /** Numbers of type `any` are compared as doubles, even integral ones. */
  private any(expected: Value, found: Decoded | Value): ValueDifference | null {
    const type = typeOfAny(expected);
    if (type.kind !== 'int64') return this.value(type, expected, found);
    return this.value({ kind: 'double' }, Number(expected), found);
  }

  private map(type: Type, expected: MapValue, found: FoundMap): ValueDifference | null {
    for (const [key, value] of expected) {
      const part = found.get(key);
      const difference = this.within(this.key(key), () =>
        part === undefined ? this.judge(false, type, value, ABSENT) : this.value(type, value, part),
      );
      if (difference !== null) return difference;
    }
    return expected.size === found.size ? null : this.extra(expected, found);
  }

  private record(record: RecordType, expected: RecordValue, found: FoundMap): ValueDifference | null {
    const { fields: written, properties } = record;
    const isCompared = ({ hidden, name }: Field) => !hidden || found.get(name) instanceof Linkage;
    const fields = written === properties ? written : properties.filter(isCompared);
    let known = 0;
    for (const field of fields) {
      const part = found.get(field.name);
      if (part !== undefined) known++;
      const value = fieldValue(expected, field) ?? null;
      const difference = this.within(field.name, () =>
        part === undefined ? this.absent(field, value) : this.present(field, value, part, expected),
      );
      if (difference !== null) return difference;
    }
    if (known === found.size) return null;
    return this.extra(new Set(fields.map((field) => field.name)), found);
  }

  private absent(field: Field, expected: Value): ValueDifference | null {
    if (expected !== null) return this.judge(false, field.type, expected, ABSENT);
    return this.judge(field.presence === 'optional' || 'null-omitted', field.type, null, ABSENT);
  }

  private present(field: Field, expected: Value, found: Decoded | Value, of: RecordValue) {
    if (found instanceof Linkage) return this.linkage(field.type, expected, found);
    if (expected !== null || field.presence !== 'optional') return this.value(field.type, expected, found);
    // Null is right if the expected record itself has null for the optional field.
    const isSame = found === null && (Object.hasOwn(of, field.name) || this.nullForAbsent(field));
    return this.judge(isSame, field.type, ABSENT, found);
  }

  private nullForAbsent({ nullDiffers, type }: Field): Outcome {
    const { source } = this.rules;
    // JSON:API writes null for an empty relationship.
    const isRelationship = source === 'jsonapi' && resourceType(this.model, type) !== null;
    if (!HAVE_ABSENT.has(source) || isRelationship) return true;
    return nullDiffers ? false : 'absent-as-null';
  }

  private linkage(type: Type, expected: Value, { ids }: Linkage): ValueDifference | null {
    const record = resourceType(this.model, type)!;
    const id: Type = { kind: idKind(record) === 'uuid' ? 'uuid' : 'string' };
    const idOf = (resource: Value): string => String((resource as RecordValue).id);
    if (type.kind !== 'list') return this.value(id, expected && idOf(expected), ids);
    // JSON:API writes empty and absent relationship lists the same way.
    const texts = ((expected ?? []) as readonly Value[]).map(idOf);
    return this.value({ kind: 'list', element: id }, texts, ids ?? []);
  }

  private extra(names: { has(key: string): boolean }, found: FoundMap): ValueDifference | null {
    const [key, part] = [...found].find(([name]) => !names.has(name))!;
    return this.within(this.key(key), () => this.judge(false, { kind: 'string' }, ABSENT, part));
  }

  private list(element: Type, expected: readonly Value[], found: readonly (Decoded | Value)[]) {
    if (expected.length !== found.length)
      return this.judge(false, { kind: 'list', element }, expected, found as Decoded);
    for (const [index, value] of expected.entries()) {
      const difference = this.within(index, () => this.value(element, value, found[index]!));
      if (difference !== null) return difference;
    }
    return null;
  }

  private scalar(type: Type, expected: Value, found: Decoded | Value): Outcome {
    if (expected === null || found === null) return expected === found;
    switch (type.kind) {
      case 'boolean':
      case 'string':
        return found === expected;
      case 'int32':
        return sameInteger(expected as bigint, found);
      case 'int64':
        if (typeof found === 'string') return found === String(expected) && 'int64-as-string';
        return sameInteger(expected as bigint, found);
      case 'double':
        return sameDouble(expected as number, found);
      case 'enum':
        if (found === expected) return true;
        return (
          sameInteger(BigInt(enumIndex(this.model, type.name, expected as string)), found) && 'enum-as-number'
        );
      case 'uuid':
        return sameUuid(expected as string, found);
      case 'instant':
        return this.sameInstant(expected as bigint, found);
      case 'bytes':
        return this.sameBytes(expected as Uint8Array, found);
      default:
        return false;
    }
  }

  private sameInstant(expected: bigint, found: Decoded | Value): Outcome {
    const { nanoseconds } = instantFromMilliseconds(expected);
    if (found instanceof Instant) return found.nanoseconds === nanoseconds;
    const fixture = this.rules.source === 'fixture';
    if (typeof found === 'string') return !fixture && parseRfc3339(found)?.nanoseconds === nanoseconds;
    if (fixture && typeof found === 'bigint') return found === expected;
    return sameInteger(expected, found) && 'date-time-as-number';
  }

  private sameBytes(expected: Uint8Array, found: Decoded | Value): Outcome {
    if (found instanceof Uint8Array) return Buffer.compare(expected, found) === 0;
    const { source } = this.rules;
    if ((source !== 'json' && source !== 'jsonapi') || typeof found !== 'string') return false;
    return Buffer.from(expected).toString('base64') === found;
  }

  private judge(
    outcome: Outcome,
    type: Type,
    expected: Value | typeof ABSENT,
    found: Found,
  ): ValueDifference | null {
    if (outcome === true) return null;
    if (outcome !== false && this.rules.deviations.has(outcome)) {
      this.rules.used?.add(outcome);
      return null;
    }
    return {
      pointer: jsonPointer(this.path),
      ...describeDifference(type, expected, found, this.rules.redact),
      undeclared: outcome === false ? null : outcome,
    };
  }
}

type FoundMap = ReadonlyMap<string, Decoded | Value>;

function asMap(found: Decoded | Value): FoundMap | null {
  if (found instanceof Map) return found;
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return null;
  if (found instanceof Uint8Array || found instanceof Instant || found instanceof NumberLiteral) return null;
  return new Map(Object.entries(found as RecordValue));
}

function sameInteger(expected: bigint, found: Decoded | Value): boolean {
  if (typeof found === 'bigint') return found === expected;
  if (typeof found === 'number') return Number.isInteger(found) && BigInt(found) === expected;
  if (!(found instanceof NumberLiteral)) return false;
  return found.text === String(expected) || exactInteger(found.text) === expected;
}

/** Compares doubles. An integral double may be written as an integer. */
function sameDouble(expected: number, found: Decoded | Value): Outcome {
  const value = found instanceof NumberLiteral ? Number(found.text) : found;
  if (Object.is(value, expected)) return true;
  if (Object.is(expected, -0)) return (value === 0 || value === 0n) && 'negative-zero-as-zero';
  return typeof value === 'bigint' && sameInteger(value, expected);
}

/** Compares uuids without regard to the case of their digits (RFC 9562). */
function sameUuid(expected: string, found: Decoded | Value): Outcome {
  if (typeof found === 'string') return found === expected || found.toLowerCase() === expected;
  if (!(found instanceof Uint8Array)) return false;
  return Buffer.from(found).toString('hex') === expected.replaceAll('-', '') && 'uuid-as-bytes';
}
