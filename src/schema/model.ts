import { pointerToken } from './json.ts';

/** `instant` is a point in time with millisecond precision; `bytes` is the format `byte` of OpenAPI. */
export type ScalarKind = 'boolean' | 'int32' | 'int64' | 'double' | 'string' | 'instant' | 'uuid' | 'bytes';

/**
 * Type of a value; docs/PROTOCOL.md has the same kinds. `any` is any JSON value, including null. Elements of lists and values of
 * maps are never null, unless they are of type `any`.
 */
export type Type = (
  | { readonly kind: ScalarKind | 'any' }
  | { readonly kind: 'enum'; readonly name: string }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'map'; readonly value: Type }
  | { readonly kind: 'record'; readonly name: string }
) & { readonly bounds?: Bounds };

export const ANY: Type = { kind: 'any' };

/** Limits of the values of a type, used to generate and check documents. Runners don't receive them. */
export interface Bounds {
  /** Inclusive, like `maximum`. A bigint for int32 and int64, a number for double. */
  readonly minimum?: bigint | number;
  readonly maximum?: bigint | number;
  readonly digits?: number;
  /** Minimum length: code points of a string, elements of a list or entries of a map. */
  readonly shortest?: number;
  readonly longest?: number;
  /** `ascii`: only U+0020 to U+007E. `text`: no control characters except tab and line breaks. */
  readonly alphabet?: Alphabet;
}

export const ALPHABETS = ['ascii', 'text'] as const;
export type Alphabet = (typeof ALPHABETS)[number];

/**
 * `required`: always present and never null. `nullable`: always present, but may be null. `optional`: documents may lack the
 * field, and objects may have null for it.
 */
export type Presence = 'required' | 'nullable' | 'optional';

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly presence: Presence;
  /** Documents distinguish null from an absent field (`x-null-differs`). */
  readonly nullDiffers?: true;
  /** Objects have the field, documents don't (`writeOnly`). */
  readonly hidden?: true;
  /** Documents have the field; objects compute it (`readOnly` with `x-computed`). */
  readonly computed?: Computation;
}

/**
 * A text made of literal pieces and values of fields, or a path of fields to a value. If lists are on the path, the value is one
 * flat list.
 */
export type Computation =
  | { readonly kind: 'text'; readonly pieces: readonly TextPiece[] }
  | { readonly kind: 'path'; readonly steps: readonly string[] };

export type TextPiece = { readonly text: string } | { readonly field: string };

export interface RecordType {
  readonly name: string;
  readonly properties: readonly Field[];
  /** Fields of documents: all except hidden ones. A field's protobuf number is its index + 1. */
  readonly fields: readonly Field[];
  /** Fields of objects, and of fixtures (objects in wiremark's binary format): all except computed ones. */
  readonly stored: readonly Field[];
  /** The record's `type` in JSON:API (`x-resource`). */
  readonly resource?: string;
}

/** `fields` and `stored` are the array `properties` itself if they leave out no field: `isWhole` compares them by identity. */
export function recordOf(name: string, properties: readonly Field[], resource?: string): RecordType {
  const part = (leftOut: (field: Field) => boolean): readonly Field[] =>
    properties.some(leftOut) ? properties.filter((field) => !leftOut(field)) : properties;
  return {
    name,
    properties,
    fields: part(({ hidden }) => hidden === true),
    stored: part(({ computed }) => computed !== undefined),
    ...(resource === undefined ? {} : { resource }),
  };
}

export interface EnumType {
  readonly name: string;
  /** A value's protobuf number is its index + 1, because 0 means unspecified. */
  readonly values: readonly string[];
}

export interface SchemaModel {
  readonly root: Type;
  readonly records: ReadonlyMap<string, RecordType>;
  readonly enums: ReadonlyMap<string, EnumType>;
  /** Framework whose objects serializers receive, such as `activerecord`; absent for objects without a framework. */
  readonly objects?: string;
}

/** True if documents and objects have the same fields, so that objects can be read back from documents. */
export function isWhole(model: SchemaModel): boolean {
  return [...model.records.values()].every(({ fields, stored }) => fields === stored);
}

/**
 * All types in a document with their paths, such as `/lines/*\/extra`. A record's fields appear only at its first path, because
 * records may be recursive.
 */
export function* placesIn(model: SchemaModel): Generator<readonly [path: string, type: Type]> {
  const open: [path: string, type: Type][] = [['', model.root]];
  const met = new Set<string>();
  for (const [path, type] of open) {
    yield [path, type];
    const within = typeWithin(type);
    if (within !== undefined) open.push([`${path}/*`, within]);
    if (type.kind !== 'record' || met.has(type.name)) continue;
    met.add(type.name);
    for (const field of model.records.get(type.name)!.fields)
      open.push([`${path}/${pointerToken(field.name)}`, field.type]);
  }
}

export function typeWithin(type: Type): Type | undefined {
  if (type.kind === 'list') return type.element;
  return type.kind === 'map' ? type.value : undefined;
}
