import { type Bounds, type Field, type SchemaModel, type Type, typeWithin } from './model.ts';
import type { Value } from './value.ts';

type Records = Pick<SchemaModel, 'records'>;

function recordIn(type: Type): string | undefined {
  const within = typeWithin(type);
  if (within !== undefined) return recordIn(within);
  return type.kind === 'record' ? type.name : undefined;
}

/** Fields through which a record can contain another record of its type, directly or within other records. */
export function recursiveFields(model: Records): ReadonlySet<Field> {
  return new Set([...fieldsBack(model, () => true)].map(({ field }) => field));
}

/**
 * Finds a field that would make a record infinitely deep: no field on the way back to a record of the same type can be
 * null, absent or empty. Undefined if there is none.
 */
export function endlessField(model: Records) {
  return [...fieldsBack(model, (field) => endingOf(field, field.type.bounds) === null)][0];
}

/**
 * Returns `{ value }` with a value that ends a recursion at a field (null, or an empty list or map), `{}` if leaving out the
 * field ends it, and null if it can't end there.
 */
export function endingOf(
  { presence, type }: Field,
  bounds: Bounds | undefined,
): { readonly value?: Value } | null {
  if (presence !== 'required') return presence === 'nullable' ? { value: null } : {};
  if (type.kind === 'record' || bounds?.shortest) return null;
  return { value: type.kind === 'map' ? new Map() : [] };
}

function* fieldsBack(model: Records, counts: (field: Field) => boolean) {
  for (const record of model.records.values()) {
    for (const field of record.stored) {
      const target = recordIn(field.type);
      if (target !== undefined && counts(field) && reaches(model, target, record.name, counts))
        yield { record, field };
    }
  }
}

function reaches(model: Records, from: string, to: string, counts: (field: Field) => boolean): boolean {
  const met = new Set([from]);
  // The loop also visits names that are added to the set while it runs.
  for (const name of met) {
    for (const field of model.records.get(name)?.stored ?? []) {
      const next = recordIn(field.type);
      if (next !== undefined && counts(field)) met.add(next);
    }
  }
  return met.has(to);
}
