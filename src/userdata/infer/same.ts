import { jsonKinds } from './saw.ts';
import { scalarKind } from './scalars.ts';
import { type Shape, type Slot, shapeOf, unify } from './shape.ts';

interface Found {
  readonly slot: Slot;
  /** Records around the slot, from the root inwards. `field` leads to the next record, or to the slot. */
  readonly path: readonly { readonly outer: Slot; readonly field: string }[];
}

/** Merges the shapes of records of the same type: recursive records, and records with the same fields. */
export function unifyRecords(root: Slot): void {
  for (let found = true; found; ) {
    found = false;
    const twins = new Map<string, Slot[]>();
    for (const { slot, path } of records(root)) {
      const shape = shapeOf(slot);
      if (shape.kind === 'record') continue;
      const outer = path.findLast(({ outer, field }) => isRecursive(shapeOf(outer), shape, field))?.outer;
      const keys = [...shape.fields!.keys()].sort();
      // One equal field isn't enough: records with a single field must also be held by fields of the same name.
      const id = JSON.stringify(keys.length > 1 ? keys : [...keys, path.at(-1)?.field]);
      const others = twins.get(id) ?? twins.set(id, []).get(id)!;
      const same = outer ?? others.find((other) => shapeOf(other) !== shape && compatible(other, slot));
      if (same === undefined) others.push(slot);
      else unify(same, slot);
      found ||= same !== undefined;
    }
  }
}

/**
 * True if a nested record seems to have the type of an outer one: many fields have the same names, and all these have compatible
 * types. Fewer are enough if the nested record also has `field`, the outer record's field that leads to it.
 */
function isRecursive(outer: Shape, inner: Shape, field: string): boolean {
  const { fields, kind } = outer;
  const others = inner.fields!;
  if (outer === inner || fields === undefined || kind === 'record') return false;
  const common = [...others.keys()].filter((key) => fields.has(key)).length;
  const enough = others.has(field)
    ? common >= 0.75 * Math.min(fields.size, others.size) &&
      common >= 0.4 * Math.max(fields.size, others.size)
    : common >= 6 && common >= 0.75 * (fields.size + others.size - common);
  return enough && sameFields(outer, inner, new Map());
}

function* records(root: Slot): Generator<Found> {
  const seen = new Set<Shape>();
  function* visit(slot: Slot, path: Found['path'], field: string): Generator<Found> {
    const shape = shapeOf(slot);
    if (seen.has(shape) || shape.kind === 'any' || jsonKinds(shape.bits).length !== 1) return;
    seen.add(shape);
    const inner = shape.elements ?? shape.values;
    if (inner !== undefined) yield* visit(inner, path, field);
    if (shape.fields === undefined) return;
    yield { slot, path };
    for (const [key, value] of shapeOf(slot).fields ?? [])
      yield* visit(value, [...path, { outer: slot, field: key }], key);
  }
  yield* visit(root, [], '');
}

/** True if one type fits the values of both slots. It may be wider than their own types only for numbers and enums. */
function compatible(one: Slot, two: Slot, assumed = new Map<Shape, Set<Shape>>()): boolean {
  const [a, b] = [shapeOf(one), shapeOf(two)];
  if (one.presence && two.presence && one.presence !== two.presence) return false;
  if (a === b || assumed.get(a)?.has(b)) return true;
  assumed.set(a, new Set(assumed.get(a)).add(b));
  if (a.kind !== b.kind) return false;
  const [kind, other] = [jsonKinds(a.bits).join(), jsonKinds(b.bits).join()];
  if (kind === '' || other === '' || kind.includes(',')) return kind === other || !kind.includes(',');
  if (kind !== other) return false;
  if (kind === 'string') return sameTexts(a, b);
  if (kind === 'list') return compatible(a.elements!, b.elements!, assumed);
  if (kind !== 'object') return true;
  if (a.values && b.values) return compatible(a.values, b.values, assumed);
  return a.fields !== undefined && b.fields !== undefined && sameFields(a, b, assumed);
}

function sameFields({ fields: some }: Shape, { fields: others }: Shape, assumed: Map<Shape, Set<Shape>>) {
  const common = [...others!.keys()].filter((key) => some!.has(key));
  if (2 * common.length < Math.min(some!.size, others!.size)) return false;
  return common.every((key) => compatible(some!.get(key)!, others!.get(key)!, assumed));
}

function sameTexts(one: Shape, two: Shape): boolean {
  const kinds = [scalarKind(one), scalarKind(two)];
  if (kinds[0] !== kinds[1]) return kinds.every((kind) => kind === 'enum' || kind === 'string');
  return kinds[0] !== 'enum' || [...one.distinct!].some((text) => two.distinct!.has(text));
}
