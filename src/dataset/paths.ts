import { pointerToken } from '../schema/json.ts';
import type { SchemaModel, Type } from '../schema/model.ts';

/** Types by path: a JSON Pointer with `*` for elements and map values, `@key` for map keys. Null for more than `most` types. */
export function typePaths(model: SchemaModel, most: number): ReadonlyMap<string, Type> | null {
  const paths = new Map<string, Type>();
  const visit = (type: Type, path: string, within: ReadonlySet<string>): void => {
    if (paths.size > most) return;
    paths.set(path, type);
    if (type.kind === 'list') visit(type.element, `${path}/*`, within);
    if (type.kind === 'map') {
      visit({ kind: 'string' }, `${path}/@key`, within);
      visit(type.value, `${path}/*`, within);
    }
    if (type.kind !== 'record' || within.has(type.name)) return;
    const inner = new Set(within).add(type.name);
    for (const field of model.records.get(type.name)!.stored)
      visit(field.type, `${path}/${pointerToken(field.name)}`, inner);
  };
  visit(model.root, '', new Set());
  return paths.size > most ? null : paths;
}
