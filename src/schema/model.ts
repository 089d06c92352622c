/** The type model of a dataset: `parse.ts` makes it from schema.json, `emit/` writes it in other languages. */
import { pointerToken } from './json.ts';

/** Scalars without parameters. `instant` has millisecond precision; `bytes` is OpenAPI's `byte`. */
export type ScalarKind = 'boolean' | 'int32' | 'int64' | 'double' | 'string' | 'instant' | 'uuid' | 'bytes';

/**
 * The kinds are the words of docs/PROTOCOL.md. A map's keys are strings. `any` is a JSON value, also null. Unless their type is
 * `any`, elements of lists and values of maps are never null.
 */
export type Type = (
  | { readonly kind: ScalarKind | 'any' }
  | { readonly kind: 'enum'; readonly name: string }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'map'; readonly value: Type }
  | { readonly kind: 'record'; readonly name: string }
) & { readonly bounds?: Bounds };

export const ANY: Type = { kind: 'any' };

/** Generated documents keep to bounds; kits don't know them. */
export interface Bounds {
  /** Inclusive limits of numbers: bigint for int32 and int64, number for double. */
  readonly minimum?: bigint | number;
  readonly maximum?: bigint | number;
  /** Maximum number of significant decimal digits of a double. */
  readonly digits?: number;
  /** Length in code points, bytes, elements or entries. */
  readonly shortest?: number;
  readonly longest?: number;
  /** Characters of texts. `ascii`: U+0020 to U+007E; `text`: Unicode without control characters, except tab and line breaks. */
  readonly alphabet?: Alphabet;
}

export const ALPHABETS = ['ascii', 'text'] as const;
export type Alphabet = (typeof ALPHABETS)[number];

/**
 * - `required`: always present, never null (except for `any`, whose values include null).
 * - `nullable`: always present, may be null (in the schema: required, and `type` includes "null").
 * - `optional`: not in the schema's `required`; an object may have null instead.
 */
export type Presence = 'required' | 'nullable' | 'optional';

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly presence: Presence;
  /** In documents, null isn't the same as an absent field (in the schema: `x-null-differs`). */
  readonly nullDiffers?: true;
  /** Only the object has the field (in the schema: `writeOnly`). */
  readonly hidden?: true;
  /** Only the document has the field; the object computes it (in the schema: `readOnly` with `x-computed`). */
  readonly computed?: Computation;
}

/** A computed field is a text of literal pieces and other fields, or a path of fields. Lists on a path give one flat list. */
export type Computation =
  | { readonly kind: 'text'; readonly pieces: readonly TextPiece[] }
  | { readonly kind: 'path'; readonly steps: readonly string[] };

export type TextPiece = { readonly text: string } | { readonly field: string };

export interface RecordType {
  /** PascalCase, unique among records and enums of the schema; from `title`, the `$defs` key or the field's name. */
  readonly name: string;
  /** All fields, in the order of the schema's `properties`. */
  readonly properties: readonly Field[];
  /** Fields of documents: all except hidden ones. The protobuf field number is the index + 1. */
  readonly fields: readonly Field[];
  /** Fields of objects and fixtures: all except computed ones. */
  readonly stored: readonly Field[];
  /** The schema's `x-resource`, JSON:API's `type`. The required field `id` identifies such a record in a document. */
  readonly resource?: string;
}

/** Makes a record. `fields` and `stored` are the same list as `properties` if nothing is hidden or computed. */
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
  /** Strings, as in JSON. Other formats use the index; protobuf uses the index + 1, because 0 is unspecified. */
  readonly values: readonly string[];
}

export interface SchemaModel {
  readonly root: Type;
  readonly records: ReadonlyMap<string, RecordType>;
  readonly enums: ReadonlyMap<string, EnumType>;
  /** The framework whose objects serializers receive, such as `activerecord`; absent for plain objects. */
  readonly objects?: string;
}

/** Documents can be read back if they have the same fields as objects. */
export function isWhole(model: SchemaModel): boolean {
  return [...model.records.values()].every(({ fields, stored }) => fields === stored);
}

/** Lists all types of a document with their paths (`/lines/*\/extra`); fields of a record only once. */
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

/** The type of a list's elements or of a map's values; undefined for others. */
export function typeWithin(type: Type): Type | undefined {
  if (type.kind === 'list') return type.element;
  return type.kind === 'map' ? type.value : undefined;
}
