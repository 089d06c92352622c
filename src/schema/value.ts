import { ANY, type Type } from './model.ts';

/**
 * A document's value. int32 and int64 are bigint, instants are bigint milliseconds since 1970, UUIDs are lower-case text. Absent
 * optional fields have no key. Integers within a value of type `any` may be bigint.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly Value[]
  | MapValue
  | RecordValue;

export type MapValue = ReadonlyMap<string, Value>;

export interface RecordValue {
  readonly [field: string]: Value;
}

/** Sets a field, also one named `__proto__`, for which an assignment would set the prototype. */
export function setField(record: Record<string, Value>, name: string, value: Value): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Type of a non-null value where the schema allows any type. A bigint or a safe integer is int64, but −0 is double. */
export function typeOfAny(value: Value): Type {
  if (typeof value === 'boolean' || typeof value === 'string')
    return { kind: typeof value === 'boolean' ? 'boolean' : 'string' };
  if (typeof value === 'bigint' || (Number.isSafeInteger(value) && !Object.is(value, -0)))
    return { kind: 'int64' };
  if (Number.isFinite(value)) return { kind: 'double' };
  if (Array.isArray(value)) return { kind: 'list', element: ANY };
  if (value instanceof Map) return { kind: 'map', value: ANY };
  throw new TypeError(`${String(value)} is not a value of JSON`);
}

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for canonical base64: standard alphabet, padded, unused bits zero. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && Buffer.from(text, 'base64').toString('base64') === text;
}
