/**
 * The type model: what a dataset's JSON Schema means to wiremark, and the only source of every runtime's models.
 * `parse.ts` makes it from a schema.json; `emit/` makes models from it.
 */
import { pointerToken } from './json.ts';

/** Scalars without parameters. `instant` has millisecond precision; `bytes` is OpenAPI's `byte`. */
export type ScalarKind = 'boolean' | 'int32' | 'int64' | 'double' | 'string' | 'instant' | 'uuid' | 'bytes';

/**
 * The kinds are the words of docs/MODEL.md. A map's keys are strings. `any` is a JSON value: null, a boolean, a number,
 * a string, a list or a map of such values. Nothing else in a list or a map is null.
 */
export type Type = (
  | { readonly kind: ScalarKind | 'any' }
  | { readonly kind: 'enum'; readonly name: string }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'map'; readonly value: Type }
  | { readonly kind: 'record'; readonly name: string }
) & { readonly bounds?: Bounds };

export const ANY: Type = { kind: 'any' };

/** How far the values of a place go within their type. Kits aren't told: documents that wiremark makes keep to it. */
export interface Bounds {
  /** Of numbers: bigint for int32 and int64, number for double. Both are inclusive. */
  readonly minimum?: bigint | number;
  readonly maximum?: bigint | number;
  /** Significant decimal digits that a double has at most. */
  readonly digits?: number;
  /** Code points of a text, bytes, elements of a list, entries of a map: the fewest and the most. */
  readonly shortest?: number;
  readonly longest?: number;
  /** Of texts. `ascii`: U+0020 to U+007E; `text`: all of Unicode but control characters other than tab and line breaks. */
  readonly alphabet?: Alphabet;
}

export const ALPHABETS = ['ascii', 'text'] as const;
export type Alphabet = (typeof ALPHABETS)[number];

/**
 * - `required`: always there, never null (but for `any`, among whose values null is).
 * - `nullable`: always there, may be null (in the schema: required, and `type` includes "null").
 * - `optional`: not in the schema's `required`; absent and null mean the same.
 */
export type Presence = 'required' | 'nullable' | 'optional';

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly presence: Presence;
  /** In the object alone (in the schema: `writeOnly`). */
  readonly hidden?: true;
  /** In the document alone, computed by the object (in the schema: `readOnly` with `x-computed`). */
  readonly computed?: Computation;
}

/**
 * How an object computes a field: a text of pieces, some of which are other fields of the record; or a path of fields
 * from the record on, through each element of the lists on the way, which ends in one flat list if there are any.
 */
export type Computation =
  | { readonly kind: 'text'; readonly pieces: readonly TextPiece[] }
  | { readonly kind: 'path'; readonly steps: readonly string[] };

export type TextPiece = { readonly text: string } | { readonly field: string };

export interface RecordType {
  /** PascalCase, unique among records and enums of the schema; from `title`, the `$defs` key or the field's name. */
  readonly name: string;
  /** All, in the order of the schema's `properties`. */
  readonly properties: readonly Field[];
  /** Those of documents: all but the hidden ones. The protobuf field number is the index + 1. */
  readonly fields: readonly Field[];
  /** Those of objects, and so of fixtures: all but the computed ones. */
  readonly stored: readonly Field[];
  /**
   * The schema's `x-resource`: within a document, the required field `id` tells one of these from another. JSON:API's
   * `type`.
   */
  readonly resource?: string;
}

/** A record with these properties; what documents and objects have of them is the same list where it is the same. */
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
  /** The strings of JSON; the protobuf number is the index + 1 (0 stays unspecified), everywhere else the index. */
  readonly values: readonly string[];
}

/** A whole schema. */
export interface SchemaModel {
  readonly root: Type;
  readonly records: ReadonlyMap<string, RecordType>;
  readonly enums: ReadonlyMap<string, EnumType>;
  /** Whose objects serializers are given, if not the language's plain ones: a word for the kits, such as `activerecord`. */
  readonly objects?: string;
}

/** Whether objects hold what their documents have, no more and no less: what can be read back. */
export function isWhole(model: SchemaModel): boolean {
  return [...model.records.values()].every(({ fields, stored }) => fields === stored);
}

/** Every type that stands anywhere in a document, with its place as in dataset.toml, `/lines/*\/extra`; of a record, where it is first met. */
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
