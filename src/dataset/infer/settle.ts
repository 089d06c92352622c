import { suggestion } from '../../define/nearest.ts';
import { pointerToken } from '../../schema/json.ts';
import { GivenError } from '../given/error.ts';
import { kindsOf, whyMap } from './maps.ts';
import type { Overrule, OverruleKind } from './overrule.ts';
import { contradiction } from './scalar-kinds.ts';
import { asMap, type Slot, shapeOf } from './shape.ts';

/** Decides which objects are maps, from the outer ones to the inner, and puts what a person says where it belongs. */
export function settle(root: Slot, overrules: readonly Overrule[]): void {
  const paths = new Set<string>();
  visit(root, '', (slot, path) => {
    paths.add(path);
    for (const overrule of overrules) if (overrule.path === path) put(overrule, slot);
    const shape = shapeOf(slot);
    const { objects, kind } = shape;
    if (objects === undefined) return;
    const why = kind === 'map' ? 'as you say' : whyMap(objects);
    if (kind === 'record' && (objects.values ?? objects.fields.size) !== 0) return;
    objects.why = why;
    if (why !== undefined) asMap(objects);
  });
  const lost = overrules.find(({ path }) => !paths.has(path));
  if (lost !== undefined) throw said(lost, `no document has this place.${suggestion(lost.path, paths)}`);
}

function visit(slot: Slot, path: string, each: (slot: Slot, path: string) => void): void {
  each(slot, path);
  const { lists, objects } = shapeOf(slot);
  if (lists !== undefined) visit(lists.elements, `${path}/*`, each);
  if (objects?.values !== undefined) visit(objects.values, `${path}/*`, each);
  for (const [key, field] of objects?.fields ?? []) visit(field, `${path}/${pointerToken(key)}`, each);
}

/** The kind of JSON that a kind is written as. */
const WRITTEN: { readonly [kind in OverruleKind]?: string } = {
  ...{ boolean: 'boolean', int32: 'number', int64: 'number', double: 'number', string: 'text', enum: 'text' },
  ...{ instant: 'text', uuid: 'text', bytes: 'text', map: 'object', record: 'object' },
};

function put(overrule: Overrule, slot: Slot): void {
  const { kind } = overrule;
  if (kind === 'optional' || kind === 'nullable') {
    slot.presence = kind;
    return;
  }
  const shape = shapeOf(slot);
  const written = WRITTEN[kind];
  const other = kindsOf(shape).find((seen) => written !== undefined && seen !== written);
  const what = other === undefined ? contradiction(shape, kind) : `a ${other}`;
  if (what !== undefined) throw said(overrule, `the documents have ${what} there`);
  shape.kind = kind;
}

function said({ path, kind }: Overrule, what: string): GivenError {
  return new GivenError(`--as ${path}=${kind}`, what);
}
