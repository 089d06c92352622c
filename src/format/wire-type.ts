import { ANY, type Type } from '../schema/model.ts';

/** Low three bits of a tag. */
export const WIRE = { varint: 0, fixed64: 1, length: 2 } as const;

const VARINTS: readonly Type['kind'][] = ['boolean', 'int32', 'int64', 'instant', 'enum'];

/** How a value of the type is written when it stands alone. */
export function wireType({ kind }: Type): number {
  if (kind === 'double') return WIRE.fixed64;
  return VARINTS.includes(kind) ? WIRE.varint : WIRE.length;
}

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
