/**
 * The dataset as an Avro schema.
 *
 * - Records and enums are in the namespace `wiremark.avro.<dataset>`; each is defined where it is first met and named
 *   afterwards, so that records may be recursive.
 * - `uuid` is string with `logicalType` uuid, `instant` long with `timestamp-millis`.
 * - There is nothing for a value of any type: a union of all that it may be would need an order that nobody has agreed on.
 * - A nullable or optional field is the union ["null", T] with null as default.
 * - Names of fields and enum values that Avro doesn't allow are respelled (names.ts); the real one is then in the
 *   attribute `wiremark` (a string for a field, for an enum the list of all values). Order is the model's.
 */
import { type Field, placesIn, type SchemaModel, type Type } from '../model.ts';
import { packageSegment, safeNames } from './names.ts';
import { type EmitInput, UnsupportedByFormat } from './types.ts';

type Schema = string | readonly Schema[] | { readonly [key: string]: unknown };

const SCALARS = {
  boolean: 'boolean',
  int32: 'int',
  int64: 'long',
  double: 'double',
  string: 'string',
  instant: { type: 'long', logicalType: 'timestamp-millis' },
  uuid: { type: 'string', logicalType: 'uuid' },
  bytes: 'bytes',
} as const satisfies Record<string, Schema>;

/** Why Avro has no schema for a model; null if it has. */
export function avroLacks(model: SchemaModel): string | null {
  const [path] = [...placesIn(model)].find(([, { kind }]) => kind === 'any') ?? [];
  if (path === undefined) return null;
  return `${path || 'the document'} takes a value of any type, for which Avro has no convention`;
}

/** Emitter of kind `avro`: `<dataset>.avsc`. */
export function emitAvro({ dataset, model }: EmitInput): string {
  const lacking = avroLacks(model);
  if (lacking !== null) throw new UnsupportedByFormat(lacking);
  const namespace = `wiremark.avro.${packageSegment(dataset)}`;
  const keys = [...model.records.keys(), ...model.enums.keys()];
  const spelled = safeNames(keys);
  const names = new Map(keys.map((key, index) => [key, spelled[index]!]));
  const schema = new Definitions(model, names, namespace).type(model.root);
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** How the values of an enum are spelled. Libraries of JavaScript look them up in an object, which has a `constructor`. */
export function avroSymbols(values: readonly string[]): string[] {
  return safeNames(values.map((value) => (value in Object.prototype ? `${value}_x` : value)));
}

/** Knows which types were defined already. */
class Definitions {
  private readonly defined = new Set<string>();
  private readonly model: SchemaModel;
  private readonly names: ReadonlyMap<string, string>;
  private readonly namespace: string;

  constructor(model: SchemaModel, names: ReadonlyMap<string, string>, namespace: string) {
    this.model = model;
    this.names = names;
    this.namespace = namespace;
  }

  /** A record or an enum: its definition where it is first met, its name afterwards. */
  private named(type: 'record' | 'enum', key: string): Schema {
    const { namespace } = this;
    const name = this.names.get(key)!;
    if (this.defined.has(key)) return `${namespace}.${name}`;
    this.defined.add(key);
    return { type, name, namespace, ...(type === 'record' ? this.record(key) : this.enumeration(key)) };
  }

  private record(name: string) {
    const { fields } = this.model.records.get(name)!;
    const fieldNames = safeNames(fields.map((field) => field.name));
    return { fields: fields.map((field, index) => this.field(field, fieldNames[index]!)) };
  }

  private field(field: Field, name: string): Schema {
    const type = this.type(field.type);
    return {
      name,
      ...(name === field.name ? {} : { wiremark: field.name }),
      ...(field.presence === 'required' ? { type } : { type: ['null', type], default: null }),
    };
  }

  type(type: Type): Schema {
    switch (type.kind) {
      case 'list':
        return { type: 'array', items: this.type(type.element) };
      case 'map':
        return { type: 'map', values: this.type(type.value) };
      case 'record':
      case 'enum':
        return this.named(type.kind, type.name);
      case 'any':
        throw new UnsupportedByFormat(avroLacks(this.model)!);
      default:
        return SCALARS[type.kind];
    }
  }

  private enumeration(name: string) {
    const { values } = this.model.enums.get(name)!;
    const symbols = avroSymbols(values);
    const same = symbols.every((symbol, index) => symbol === values[index]);
    return { symbols, ...(same ? {} : { wiremark: values }) };
  }
}
