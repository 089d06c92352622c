import { MOST } from '../../define/bounds.ts';
import { counted } from './scalar-kinds.ts';
import { type Objects, type Shape, type Slot, shapeOf } from './shape.ts';

/** Keys that no schema has: numbers, versions, dates and times; hashes and UUIDs; ids; paths and URLs; addresses. */
const DATA = [
  /^[vV]?[+-]?\d[\d.,:_+-]*(?:[-+][\w.+-]+)?$/,
  /^\d{4}-\d\d-\d\dT[\d:.Z+-]+$/,
  /^(?=.*\d)[0-9a-fA-F]{8}[0-9a-fA-F-]*$/,
  /^[A-Za-z]{1,8}[-_:#]?\d{3,}$/,
  /^(?=(?:.*\d){2})(?=.*[A-Z])[A-Za-z0-9_-]{12,}$/,
  /^\S*\/\S*$/,
  /^[^@\s]+@[^@\s]+$/,
];

/**
 * Why objects are maps, whose keys are data; undefined for records, whose keys are names of fields.
 */
export function whyMap(objects: Objects): string | undefined {
  const { fields, count, values } = objects;
  if (values !== undefined) return `more than ${counted(MOST.entries, 'different key')}`;
  if (fields.size === 0) return 'no object has a key';
  const keys = [...fields.keys()];
  const different = `${counted(keys.length, 'different key')} in ${counted(count, 'object')}`;
  const data = keys.filter((key) => DATA.some((pattern) => pattern.test(key))).length;
  if (keys.length >= 3 && data >= 0.75 * keys.length) return `${different}, such as ids, dates or paths`;
  const slots = [...fields.values()];
  if (keys.length < 10 || !alike(slots)) return undefined;
  const each = slots.reduce((sum, slot) => sum + slot.values + slot.nulls, 0) / count;
  const common = slots.filter((slot) => slot.values + slot.nulls >= count / 2).length;
  if (count >= 5 && each <= keys.length / 4 && common <= keys.length / 10) {
    return `${different}, ${each.toFixed(1)} in each, with values of one shape`;
  }
  const unlike = keys.filter((key) => !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)).length;
  const enough = slots.some((slot) => shapeOf(slot).objects) || unlike >= 0.3 * keys.length ? 20 : 50;
  return count < 5 && keys.length >= enough ? `${different}, with values of one shape` : undefined;
}

/** Whether values are of one shape: of one kind, and records share a good part of their fields. */
function alike(slots: readonly Slot[]): boolean {
  const shapes = slots.map(shapeOf);
  const kinds = new Set(shapes.flatMap(kindsOf));
  if (kinds.size !== 1) return false;
  if (!kinds.has('object')) return true;
  const objects = shapes.flatMap((shape) => shape.objects ?? []);
  const all = new Set(objects.flatMap(({ fields }) => [...fields.keys()]));
  const mean = objects.reduce((sum, { fields }) => sum + fields.size, 0) / objects.length;
  return mean >= 0.25 * all.size;
}

/** The kinds of JSON that stand at a place, null left out. */
export function kindsOf({ booleans, numbers, texts, lists, objects }: Shape): readonly string[] {
  const kinds = { boolean: booleans > 0, number: numbers, text: texts, list: lists, object: objects };
  return Object.entries(kinds).flatMap(([kind, seen]) => (seen ? [kind] : []));
}
