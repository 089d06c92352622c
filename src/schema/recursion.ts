import { type Bounds, type Field, type SchemaModel, type Type, typeWithin } from './model.ts';
import type { Value } from './value.ts';

/** Name of the record that a type holds, directly or within lists and maps; undefined for others. */
function recordIn(type: Type): string | undefined {
  const within = typeWithin(type);
  if (within !== undefined) return recordIn(within);
  return type.kind === 'record' ? type.name : undefined;
}

/**
 * The fields that lead back to the record they stand in: the only ones through which documents can grow without end.
 * Generated documents leave them out (null, absent, an empty list or map) below some depth.
 */
export function recursiveFields(model: Pick<SchemaModel, 'records'>): ReadonlySet<Field> {
  return new Set([...fieldsBack(model, () => true)].map(({ field }) => field));
}

/**
 * A field that makes every document endless: it can't end, and leads back to its own record through fields that are the
 * same. Undefined when there is none.
 */
export function endlessField(model: Pick<SchemaModel, 'records'>) {
  return [...fieldsBack(model, (field) => endingOf(field, field.type.bounds) === null)][0];
}

/**
 * The value with which a recursive field ends: null, none at all for an optional one, an empty list or map. Null for a
 * field that can't end: it is required, a record or a list or map that is never empty.
 */
export function endingOf(
  { presence, type }: Field,
  bounds: Bounds | undefined,
): { readonly value?: Value } | null {
  if (presence !== 'required') return presence === 'nullable' ? { value: null } : {};
  if (type.kind === 'record' || bounds?.shortest) return null;
  return { value: type.kind === 'map' ? new Map() : [] };
}

/** Those that lead back to their record, over the fields that count. */
function* fieldsBack(model: Pick<SchemaModel, 'records'>, counts: (field: Field) => boolean) {
  for (const record of model.records.values()) {
    for (const field of record.stored) {
      const target = recordIn(field.type);
      if (target !== undefined && counts(field) && reaches(model, target, record.name, counts))
        yield { record, field };
    }
  }
}

/** Whether a record is or contains another, over the fields that count. */
function reaches(
  model: Pick<SchemaModel, 'records'>,
  from: string,
  to: string,
  counts: (field: Field) => boolean,
): boolean {
  const met = new Set([from]);
  // A set goes on to what is added on the way.
  for (const name of met) {
    for (const field of model.records.get(name)?.stored ?? []) {
      const next = recordIn(field.type);
      if (next !== undefined && counts(field)) met.add(next);
    }
  }
  return met.has(to);
}
