import { pointerToken } from './json.ts';

/** `instant` has millisecond precision; `bytes` is OpenAPI's `byte`. */
export type ScalarKind = 'boolean' | 'int32' | 'int64' | 'double' | 'string' | 'instant' | 'uuid' | 'bytes';

/**
 * The kinds are the words of docs/PROTOCOL.md. `any` is a JSON value, also null; other elements of lists and values of maps are
 * never null.
 */
export type Type = (
  | { readonly kind: ScalarKind | 'any' }
  | { readonly kind: 'enum'; readonly name: string }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'map'; readonly value: Type }
  | { readonly kind: 'record'; readonly name: string }
) & { readonly bounds?: Bounds };

export const ANY: Type = { kind: 'any' };

/** Limits of a type's values; kits don't know them. */
export interface Bounds {
  /** Inclusive; bigint for int32 and int64, number for double. */
  readonly minimum?: bigint | number;
  readonly maximum?: bigint | number;
  /** Maximum number of significant decimal digits of a double. */
  readonly digits?: number;
  /** Length in code points, bytes, elements or entries. */
  readonly shortest?: number;
  readonly longest?: number;
  /** `ascii`: U+0020 to U+007E; `text`: without control characters, except tab and line breaks. */
  readonly alphabet?: Alphabet;
}

export const ALPHABETS = ['ascii', 'text'] as const;
export type Alphabet = (typeof ALPHABETS)[number];

/**
 * An object may have null for an `optional` field, which isn't in the schema's `required`. A `nullable` field is always
 * present.
 */
export type Presence = 'required' | 'nullable' | 'optional';

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly presence: Presence;
  /** In documents, null differs from an absent field (`x-null-differs`). */
  readonly nullDiffers?: true;
  /** Only the object has the field (`writeOnly`). */
  readonly hidden?: true;
  /** Only the document has the field (`readOnly` with `x-computed`). */
  readonly computed?: Computation;
}

/** A text of literal pieces and fields, or a path of fields. Lists on a path give one flat list. */
export type Computation =
  | { readonly kind: 'text'; readonly pieces: readonly TextPiece[] }
  | { readonly kind: 'path'; readonly steps: readonly string[] };

export type TextPiece = { readonly text: string } | { readonly field: string };

export interface RecordType {
  /** PascalCase, unique among records and enums. */
  readonly name: string;
  /** All fields, in the order of the schema's `properties`. */
  readonly properties: readonly Field[];
  /** Fields of documents: all except hidden ones. The protobuf number is the index + 1. */
  readonly fields: readonly Field[];
  /** Fields of objects and fixtures: all except computed ones. */
  readonly stored: readonly Field[];
  /** The schema's `x-resource`, JSON:API's `type`. */
  readonly resource?: string;
}

/** Makes a record type. `fields` and `stored` are the list `properties` itself if nothing is left out. */
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
  /** Protobuf's numbers are the index + 1, because 0 is unspecified. */
  readonly values: readonly string[];
}

export interface SchemaModel {
  readonly root: Type;
  readonly records: ReadonlyMap<string, RecordType>;
  readonly enums: ReadonlyMap<string, EnumType>;
  /** The framework whose objects serializers receive, such as `activerecord`. */
  readonly objects?: string;
}

/** Returns whether documents have the same fields as objects, so that they can be read back. */
export function isWhole(model: SchemaModel): boolean {
  return [...model.records.values()].every(({ fields, stored }) => fields === stored);
}

/** All types of a document with their paths (`/lines/*\/extra`); fields of a record only once. */
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

/** The type of a list's elements or of a map's values. */
export function typeWithin(type: Type): Type | undefined {
  if (type.kind === 'list') return type.element;
  return type.kind === 'map' ? type.value : undefined;
}
