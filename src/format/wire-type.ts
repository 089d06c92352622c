import type { Type } from '../schema/model.ts';

/** Low three bits of a tag. */
export const WIRE = { varint: 0, fixed64: 1, length: 2 } as const;

/** How a value of the type is written when it stands alone. */
export function wireType(type: Type): number {
  switch (type.kind) {
    case 'boolean':
    case 'int32':
    case 'int64':
    case 'instant':
    case 'enum':
      return WIRE.varint;
    case 'double':
      return WIRE.fixed64;
    default:
      return WIRE.length;
  }
}

const ANY: Type = { kind: 'any' };

/** The fields of google.protobuf.Value by number; that of null is the enum NullValue, whose only number is 0. */
export const ANY_FIELDS: readonly (Type | null)[] = [
  null,
  null,
  { kind: 'double' },
  { kind: 'string' },
  { kind: 'boolean' },
  { kind: 'map', value: ANY },
  { kind: 'list', element: ANY },
];
export const ANY_NULL = 1;
