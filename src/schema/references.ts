import { existsSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import type { Node } from 'jsonc-parser';
import { MOST } from '../define/bounds.ts';
import { suggestion } from '../define/nearest.ts';
import { readText } from '../define/text.ts';
import { type JsonText, keywordOf, pointerOf } from './json.ts';

const NAMING = new Set(['$defs', 'definitions', 'properties', 'patternProperties']);

export function targetOf(json: JsonText, reference: Node): { readonly target: Node; readonly name: string } {
  const text = json.string(reference, 'a reference such as "#/$defs/Name"');
  let [place = '', fragment = ''] = text.split(/#(.*)/s);
  try {
    [place, fragment] = [decodeURIComponent(place), decodeURIComponent(fragment)];
  } catch {
    throw json.error(reference, `"${text}" is not a URI reference`);
  }
  if (!/^(\/|$)/.test(fragment))
    throw json.error(reference, `expected a JSON Pointer such as "#/$defs/Name"; found "${text}"`);
  let target = rootAt(json, reference, place);
  const { file } = json.files.get(target)!;
  const tokens = fragment.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (const token of tokens.slice(1)) {
    const members = target.type === 'object' ? json.object(target, 'an object').members : new Map();
    const next =
      members.get(token) ?? (target.type === 'array' ? target.children?.[Number(token)] : undefined);
    if (next === undefined) {
      const what = `${place}#${pointerOf(target)} has no "${token}".${suggestion(token, members.keys())}`;
      throw json.error(reference, what);
    }
    target = next;
  }
  const named = tokens.findLast((_, index) => NAMING.has(tokens[index - 1]!));
  return { target, name: named ?? basename(file).split('.')[0]! };
}

function rootAt(json: JsonText, reference: Node, place: string): Node {
  const own = json.rootOf(reference);
  if (place === '') return own;
  const identified = [...json.files.keys()].find((root) => keywordOf(root, '$id')?.value === place);
  if (identified !== undefined) return identified;
  const path = resolve(dirname(json.files.get(own)!.file), place);
  const known = [...json.files].find(([, { file }]) => resolve(file) === path);
  if (known !== undefined) return known[0];
  const folder = dirname(resolve(json.files.get(json.root)!.file));
  if (relative(folder, path).startsWith('..'))
    throw json.error(reference, `"${place}" is outside the schema's folder: put the file into it`);
  if (!existsSync(path)) throw json.error(reference, `there is no file "${place}" beside this one`);
  // MOST.file limits the size of all files of a schema together.
  const read = [...json.files.values()].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return json.add(readText(path, MOST.file - read), path);
}
