import { kindsOf } from './maps.ts';
import { textKind } from './scalar-kinds.ts';
import { type Shape, type Slot, shapeOf, unify } from './shape.ts';

/** A record of the tree, and those around it. */
interface Met {
  readonly shape: Shape;
  readonly around: readonly Met[];
  /** The key under which it stands; for elements and values that of the list or map. */
  readonly name: string;
}

/** Makes one what is the same: a record within a record like it, and records with the same fields. */
export function unifyRecords(root: Slot): void {
  while (recursion(root) || twins(root));
}

function recursion(root: Slot): boolean {
  let found = false;
  for (const { shape, around, name } of records(root)) {
    if (shape.into !== undefined) continue;
    // The field of the outer record through which the inner one is reached.
    const outer = [...around].reverse().find((one, i) => {
      const through = i === 0 ? name : around.at(-i)!.name;
      return one.shape.into === undefined && isWithinItself(one.shape, shape, through);
    });
    if (outer === undefined) continue;
    unify(outer.shape, shape);
    found = true;
  }
  return found;
}

/** Whether a record within another is one more of it: it has nearly its fields, and the one through which it is reached. */
function isWithinItself(outer: Shape, inner: Shape, through: string): boolean {
  if (outer.kind === 'record' || inner.kind === 'record') return false;
  const [fields, others] = [outer.objects!.fields, inner.objects!.fields];
  const common = [...others.keys()].filter((key) => fields.has(key)).length;
  const likely =
    others.has(through) && fields.has(through)
      ? common >= 0.75 * Math.min(fields.size, others.size) &&
        common >= 0.4 * Math.max(fields.size, others.size)
      : common >= 6 && common >= 0.75 * (fields.size + others.size - common);
  return likely && compatible(outer, inner);
}

/** Records in several places, of the same fields. */
function twins(root: Slot): boolean {
  let found = false;
  const known = new Map<string, Met[]>();
  for (const met of records(root)) {
    const { shape, name } = met;
    if (shape.into !== undefined || shape.kind === 'record') continue;
    const keys = [...shape.objects!.fields.keys()];
    const id = JSON.stringify(keys.length === 1 ? [name, ...keys] : keys.sort());
    const others = known.get(id) ?? known.set(id, []).get(id)!;
    const twin = others.find((other) => other.shape.into === undefined && compatible(other.shape, shape));
    if (twin === undefined) others.push(met);
    else if (twin.shape !== shape) {
      unify(twin.shape, shape);
      found = true;
    }
  }
  return found;
}

/** Every record once, outer ones first. */
function* records(root: Slot): Generator<Met> {
  const seen = new Set<Shape>();
  function* visit(slot: Slot, around: readonly Met[], name: string): Generator<Met> {
    const shape = shapeOf(slot);
    if (seen.has(shape) || kindsOf(shape).length > 1 || shape.kind === 'any') return;
    seen.add(shape);
    const { lists, objects } = shape;
    if (lists !== undefined) yield* visit(lists.elements, around, name);
    if (objects?.values !== undefined) yield* visit(objects.values, around, name);
    if (objects === undefined || objects.fields.size === 0) return;
    const met: Met = { shape, around, name };
    yield met;
    for (const [key, field] of objects.fields) yield* visit(field, [...around, met], key);
  }
  yield* visit(root, [], '');
}

/** Whether two shapes can be one without a loss: nothing that had a type becomes `any` or a mere text. */
function compatible(one: Shape, two: Shape, taken = new Map<Shape, Set<Shape>>()): boolean {
  const [a, b] = [shapeOf({ shape: one } as Slot), shapeOf({ shape: two } as Slot)];
  if (a === b || taken.get(a)?.has(b)) return true;
  taken.set(a, (taken.get(a) ?? new Set()).add(b));
  const [kinds, others] = [kindsOf(a), kindsOf(b)];
  if (kinds.length === 0 || others.length === 0) return a.kind === b.kind;
  if (a.kind !== b.kind || kinds.join() !== others.join()) return false;
  if (kinds.length > 1) return true;
  if (a.lists && b.lists) return compatible(a.lists.elements.shape, b.lists.elements.shape, taken);
  if (a.texts && b.texts) return sameTexts(a, b);
  if (!a.objects || !b.objects) return true;
  const [values, otherValues] = [a.objects.values, b.objects.values];
  if (values && otherValues) return compatible(values.shape, otherValues.shape, taken);
  const { fields } = a.objects;
  if (values || otherValues) return (values ? b.objects : a.objects).fields.size === 0;
  const common = [...b.objects.fields].filter(([key]) => fields.has(key));
  if (2 * common.length < Math.min(fields.size, b.objects.fields.size)) return false;
  return common.every(([key, field]) => compatible(fields.get(key)!.shape, field.shape, taken));
}

function sameTexts({ texts: one }: Shape, { texts: two }: Shape): boolean {
  const [kind, other] = [textKind(one!), textKind(two!)];
  if (kind === 'enum' && other === 'enum')
    return [...one!.distinct!].some((text) => two!.distinct!.has(text));
  const plain = (known: string) => known === 'enum' || known === 'string';
  return kind === other || (plain(kind) && plain(other));
}
