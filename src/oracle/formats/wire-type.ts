import { ANY, type Type } from '../../schema/model.ts';

/** The low three bits of a tag. */
export const WIRE = { varint: 0, fixed64: 1, length: 2 } as const;

const VARINTS: readonly Type['kind'][] = ['boolean', 'int32', 'int64', 'instant', 'enum'];

/** The wire type of a single value. */
export function wireType({ kind }: Type): number {
  if (kind === 'double') return WIRE.fixed64;
  return VARINTS.includes(kind) ? WIRE.varint : WIRE.length;
}

/** Field numbers of google.protobuf.Value. Null is the enum NullValue, whose only number is 0. */
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
