import { editDistance, nearestName } from '../define/nearest.ts';
import { BOUNDING } from './bounds.ts';

/** Keywords that mean something in one kind of type alone, and how it is told. */
export const OWNED: readonly [keyword: string, kinds: readonly Kind[], told: string][] = [
  ['items', ['list'], '"type": "array"'],
  ['format', ['scalar'], 'scalars'],
  ['properties', ['record'], '"type": "object"'],
  ['additionalProperties', ['record', 'map'], '"type": "object"'],
  ['patternProperties', ['map'], 'a map: an object without "properties"'],
  ['required', ['record'], 'an object with "properties"'],
  ['x-resource', ['record'], 'an object with "properties"'],
];

export type Kind = 'record' | 'map' | 'list' | 'enum' | 'scalar';

/** Keywords of a type, which stand where it is defined. */
export const SHAPE = ['type', 'enum', 'const', ...OWNED.map(([keyword]) => keyword), ...BOUNDING];

/** Keywords whose lists have one schema, and perhaps null beside it. */
export const COMBINING = ['anyOf', 'oneOf', 'allOf'];

/** Keywords that carry the model. */
const STRUCTURE = new Set([...SHAPE, ...COMBINING, '$defs', '$ref', 'nullable', 'writeOnly', 'x-computed']);

/** What to write where the names of fields aren't known beforehand. */
export const MAPS =
  'a record has the fields that "properties" names; a map has any keys, and "additionalProperties" without "properties"';

/** Keywords that say nothing of the values: a schema with nothing else takes any. */
const DESCRIPTIVE = new Set([
  ...['$schema', '$id', '$comment', '$defs', 'definitions', 'title', 'description', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly', 'nullable'],
]);

/** Why keywords that mean something to JSON Schema can't be modelled, and what to write instead. */
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
    ['$dynamicRef $recursiveRef', 'write "$ref"'],
    ['$anchor $dynamicAnchor', 'refer to "#/$defs/NAME"'],
  ].flatMap(([keywords, reason]) => keywords!.split(' ').map((keyword) => [keyword, reason!] as const)),
);

/** Whether a schema says nothing of its values. A keyword that nobody knows might have been meant to. */
export function saysNothing(keywords: Iterable<string>): boolean {
  return [...keywords].every((keyword) => DESCRIPTIVE.has(keyword) || keyword.startsWith('x-'));
}

/**
 * What is wrong with a keyword, or undefined for one that is known or merely describes (`description`, `examples`,
 * `x-…`). A word close to a structural one is taken for a slip: to pass over it would lose what it says.
 */
export function refusedKeyword(keyword: string): string | undefined {
  if (STRUCTURE.has(keyword)) return undefined;
  const reason = REFUSED.get(keyword);
  if (reason !== undefined) return `wiremark can't model this: ${reason}`;
  const near = nearestName(keyword, [...STRUCTURE, ...REFUSED.keys()]) ?? '';
  const isSlip = near.length >= 4 && editDistance(keyword, near) <= (near.length >= 8 ? 2 : 1);
  return isSlip ? `unknown keyword. Did you mean "${near}"?` : undefined;
}
