/**
 * A canonical value: what a document means, whatever format it was written in.
 *
 * | type of the model | here |
 * |---|---|
 * | boolean | boolean |
 * | int32, double | number |
 * | int64 | bigint |
 * | date-time | bigint, milliseconds since 1970-01-01T00:00:00Z |
 * | string, enum | string (well-formed Unicode) |
 * | uuid | string, lower-case 8-4-4-4-12 |
 * | bytes | Uint8Array |
 * | list | array |
 * | record | object; an absent optional field has no key |
 */
export type Value = null | boolean | number | bigint | string | Uint8Array | readonly Value[] | RecordValue;

export interface RecordValue {
  readonly [field: string]: Value;
}
