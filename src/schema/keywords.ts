import { editDistance, nearestName } from '../define/nearest.ts';
import { BOUNDING } from './bounds.ts';

export const OWNED: readonly [keyword: string, kinds: readonly Kind[], owner: string][] = [
  ['items', ['list'], '"type": "array"'],
  ['format', ['scalar'], 'scalars'],
  ['properties', ['record'], '"type": "object"'],
  ['additionalProperties', ['record', 'map'], '"type": "object"'],
  ['patternProperties', ['map'], 'a map: an object without "properties"'],
  ['required', ['record'], 'an object with "properties"'],
  ['x-resource', ['record'], 'an object with "properties"'],
];

export type Kind = 'record' | 'map' | 'list' | 'enum' | 'scalar';

export const SHAPE = ['type', 'enum', 'const', ...OWNED.map(([keyword]) => keyword), ...BOUNDING];
export const COMBINING = ['anyOf', 'oneOf', 'allOf'];

const STRUCTURE = new Set([...SHAPE, ...COMBINING, '$defs', '$ref', 'nullable', 'writeOnly', 'x-computed']);

export const MAPS =
  'a record has the fields that "properties" names; a map has any keys, and "additionalProperties" without "properties"';

const DESCRIPTIVE = new Set([
  ...['$schema', '$id', '$comment', '$defs', 'definitions', 'title', 'description', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly', 'nullable'],
]);

const REFUSED: ReadonlyMap<string, string> = new Map(
  [
    [
      'not if then else dependentSchemas dependencies dependentRequired',
      'a field has one type; wiremark has no alternatives or combinations',
    ],
    [
      'prefixItems additionalItems contains minContains maxContains unevaluatedItems',
      'a list has one type of element, given by "items"; there are no tuples',
    ],
    ['unevaluatedProperties', MAPS],
    [
      'pattern uniqueItems multipleOf',
      'documents that verification adds would break it; leave it out, or write "enum", "x-alphabet", lengths or a range',
    ],
    ['$dynamicRef $recursiveRef $anchor $dynamicAnchor', 'write "$ref": "#/$defs/NAME"'],
  ].flatMap(([keywords, reason]) => keywords!.split(' ').map((keyword) => [keyword, reason!] as const)),
);

export function allowsAnything(keywords: Iterable<string>): boolean {
  return [...keywords].every((keyword) => DESCRIPTIVE.has(keyword) || keyword.startsWith('x-'));
}

export function refusedKeyword(keyword: string): string | undefined {
  if (STRUCTURE.has(keyword)) return undefined;
  const reason = REFUSED.get(keyword);
  if (reason !== undefined) return `wiremark can't model this: ${reason}`;
  const near = nearestName(keyword, [...STRUCTURE, ...REFUSED.keys()]) ?? '';
  const isSlip = near.length >= 4 && editDistance(keyword, near) <= (near.length >= 8 ? 2 : 1);
  return isSlip ? `unknown keyword. Did you mean "${near}"?` : undefined;
}
