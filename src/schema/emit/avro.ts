/** Emits a dataset's Avro schema. The type `any` isn't supported: Avro has no convention for a union of all JSON types. */
import { placesIn, type ScalarKind, type SchemaModel, type Type } from '../model.ts';
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
} as const satisfies Record<ScalarKind, Schema>;

export function avroLacks(model: SchemaModel): string | null {
  const [path] = [...placesIn(model)].find(([, { kind }]) => kind === 'any') ?? [];
  if (path === undefined) return null;
  return `${path || 'the document'} takes a value of any type, for which Avro has no convention`;
}

export function emitAvro({ dataset, model }: EmitInput): string {
  const lacking = avroLacks(model);
  if (lacking !== null) throw new UnsupportedByFormat(lacking);
  const namespace = `wiremark.avro.${packageSegment(dataset)}`;
  const keys = [...model.records.keys(), ...model.enums.keys()];
  const spelled = safeNames(keys);
  const defined = new Set<string>();

  function schemaOf(type: Type): Schema {
    switch (type.kind) {
      case 'list':
        return { type: 'array', items: schemaOf(type.element) };
      case 'map':
        return { type: 'map', values: schemaOf(type.value) };
      case 'record':
      case 'enum':
        return named(type.kind, type.name);
      default:
        return SCALARS[type.kind as ScalarKind];
    }
  }

  function named(type: 'record' | 'enum', key: string): Schema {
    const name = spelled[keys.indexOf(key)]!;
    if (defined.has(key)) return `${namespace}.${name}`;
    defined.add(key);
    return { type, name, namespace, ...(type === 'record' ? fieldsOf(key) : valuesOf(key)) };
  }

  function fieldsOf(record: string) {
    const { fields } = model.records.get(record)!;
    const names = safeNames(fields.map(({ name }) => name));
    return {
      fields: fields.map(
        ({ name, type, presence }, index): Schema => ({
          name: names[index]!,
          ...(names[index] === name ? {} : { wiremark: name }),
          ...(presence === 'required'
            ? { type: schemaOf(type) }
            : { type: ['null', schemaOf(type)], default: null }),
        }),
      ),
    };
  }

  function valuesOf(key: string) {
    const { values } = model.enums.get(key)!;
    const symbols = avroSymbols(values);
    const same = symbols.every((symbol, index) => symbol === values[index]);
    return { symbols, ...(same ? {} : { wiremark: values }) };
  }

  return `${JSON.stringify(schemaOf(model.root), null, 2)}\n`;
}

/**
 * Avro symbols of an enum's values. Names such as `constructor` get a suffix, because some JavaScript libraries use symbols as
 * keys of an object.
 */
export function avroSymbols(values: readonly string[]): string[] {
  return safeNames(values.map((value) => (value in Object.prototype ? `${value}_x` : value)));
}
