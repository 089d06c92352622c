import { UserDataError } from '../../dataset/document.ts';
import { suggestion } from '../../define/nearest.ts';
import { pointerToken } from '../../schema/json.ts';
import { faultOfKind, type Overrule, type OverruleKind } from './overrule.ts';
import { jsonKinds, Saw } from './saw.ts';
import { counted } from './scalars.ts';
import { MOST_KEYS, type Shape, type Slot, shapeOf, toMap } from './shape.ts';

/**
 * Applies the types that the user chose (overrules), and decides which objects are maps, outer objects first.
 * @returns the slot (values at one path) of each overrule
 */
export function settle(root: Slot, overrules: readonly Overrule[]): Map<Overrule, Slot> {
  const places = new Map<Overrule, Slot>();
  const paths = new Set<string>();
  const visit = (slot: Slot, path: string): void => {
    paths.add(path);
    for (const overrule of overrules) {
      if (overrule.path !== path) continue;
      put(overrule, slot);
      places.set(overrule, slot);
    }
    const shape = shapeOf(slot);
    if (shape.elements !== undefined) visit(shape.elements, `${path}/*`);
    if (!(shape.bits & Saw.object)) return;
    if (shape.kind === undefined) shape.why = whyMap(shape);
    if (shape.kind === 'map' || shape.why !== undefined) toMap(shape);
    if (shape.values !== undefined) visit(shape.values, `${path}/*`);
    for (const [key, field] of shape.fields ?? []) visit(field, `${path}/${pointerToken(key)}`);
  };
  visit(root, '');
  const lost = overrules.find(({ path }) => !paths.has(path));
  if (lost === undefined) return places;
  const hint = suggestion(
    lost.path,
    [...paths].filter((path) => path !== ''),
  );
  throw new UserDataError(`--as ${lost.path}=${lost.kind}`, `no document has this place.${hint}`);
}

function put({ path, kind }: Overrule, slot: Slot): void {
  const shape = shapeOf(slot);
  const flag = `--as ${path}=${kind}`;
  const fault = faultOfKind(kind, shape) ?? lackOf(kind, path, slot);
  if (fault !== undefined) throw new UserDataError(flag, `${fault}: give another kind`);
  const isPresence = kind === 'optional' || kind === 'nullable';
  const other = isPresence ? slot.presence : shape.kind;
  if (other !== undefined && other !== kind)
    throw new UserDataError(flag, `--as ${path}=${other} is given, too: leave one out`);
  if (isPresence) slot.presence = kind;
  else shape.kind = kind;
}

function lackOf(kind: OverruleKind, path: string, slot: Slot): string | undefined {
  const shape = shapeOf(slot);
  if (kind === 'enum' && !shape.distinct?.size) return 'no document has a string there';
  if (kind === 'record' && !shape.fields?.size) return 'no document has an object with a key there';
  if (path !== '' && !path.endsWith('/*')) return undefined;
  if (kind === 'optional' || kind === 'nullable') return `only a field can be ${kind}`;
  if (kind === 'any' || slot.nulls === 0) return undefined;
  return `${slot.firstNull} has null there, which needs any`;
}

/** Keys that are data, not field names: numbers, versions, dates, hashes, ids, paths, URLs. */
const DATA = [
  /^[vV]?[+-]?\d[\d.,:_+-]*(?:[-+T][\w.:+-]+)?$/,
  /^(?=.*\d)[0-9a-fA-F]{8}[0-9a-fA-F-]*$/,
  /^[A-Za-z]{1,8}[-_:#]?\d{3,}$/,
  /^(?=(?:.*\d){2})(?=.*[A-Z])[A-Za-z0-9_-]{12,}$/,
  /^\S*[/@]\S+$/,
];

function whyMap({ fields, count, values }: Shape): string | undefined {
  if (values !== undefined) return `more than ${counted(MOST_KEYS, 'different key')}`;
  if (fields === undefined) return 'no object has a key';
  const keys = [...fields.keys()];
  const different = `${counted(keys.length, 'different key')} in ${counted(count, 'object')}`;
  const data = keys.filter((key) => DATA.some((pattern) => pattern.test(key))).length;
  if (keys.length >= 3 && data >= 0.75 * keys.length) return `${different}, such as ids, dates or paths`;
  const shapes = [...fields.values()].map(shapeOf);
  if (keys.length < 10 || !alike(shapes)) return undefined;
  const present = [...fields.values()].map((slot) => slot.values + slot.nulls);
  const each = present.reduce((sum, times) => sum + times, 0) / count;
  const common = present.filter((times) => times >= count / 2).length;
  const few = count >= 5 && each <= keys.length / 4 && common <= keys.length / 10;
  // Fewer than five objects are maps only if they have many different keys: 50; or 20 if many keys are
  // unusual as names; or 10 if the values are objects.
  const odd = keys.filter((key) => !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)).length;
  const objects = shapes.some(({ bits }) => bits & Saw.object);
  const enough = objects ? 10 : odd >= 0.3 * keys.length ? 20 : 50;
  if (!few && (count >= 5 || keys.length < enough)) return undefined;
  return `${different}, ${Number(each.toFixed(1))} in each, with values of one shape`;
}

function alike(shapes: readonly Shape[]): boolean {
  if (jsonKinds(shapes.reduce((bits, shape) => bits | shape.bits, 0)).length !== 1) return false;
  const objects = shapes.flatMap(({ fields }) => fields ?? []);
  const times = new Map<string, number>();
  for (const key of objects.flatMap((fields) => [...fields.keys()]))
    times.set(key, (times.get(key) ?? 0) + 1);
  const all = objects.reduce((sum, fields) => sum + fields.size, 0);
  const most = [...times.values()].reduce((most, count) => Math.max(most, count), 0);
  return all >= 0.25 * times.size * objects.length || (objects.length >= 50 && most >= 0.9 * objects.length);
}
