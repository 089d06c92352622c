import { editDistance } from '../define/nearest.ts';

/** Keywords that carry the model. */
const STRUCTURE = new Set([
  '$defs',
  '$ref',
  'anyOf',
  'enum',
  'format',
  'items',
  'properties',
  'required',
  'type',
  'writeOnly',
  'x-computed',
  'x-resource',
]);

/** What to write where the names of fields aren't known beforehand. */
export const MAPS =
  'a record has the fields that "properties" names; a map has any keys, and "additionalProperties" without "properties"';

/** Keywords that say nothing of the values: a schema with nothing else takes any. */
const DESCRIPTIVE = new Set([
  ...['$schema', '$id', '$comment', '$defs', 'title', 'description', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
]);

/** Why a keyword that means something to JSON Schema can't be modelled, and what to write instead. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ...[
    'oneOf',
    'allOf',
    'not',
    'if',
    'then',
    'else',
    'dependentSchemas',
    'dependencies',
    'dependentRequired',
  ].map(
    (keyword) => [keyword, 'a field has one type; wiremark has no alternatives or combinations'] as const,
  ),
  ...['prefixItems', 'additionalItems', 'contains', 'minContains', 'maxContains', 'unevaluatedItems'].map(
    (keyword) => [keyword, 'a list has one type of element, given by "items"; there are no tuples'] as const,
  ),
  ...['patternProperties', 'propertyNames', 'unevaluatedProperties', 'minProperties', 'maxProperties'].map(
    (keyword) => [keyword, MAPS] as const,
  ),
  ...[
    ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'],
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'const'],
  ].map(
    (keyword) =>
      [
        keyword,
        'the documents that verification adds would break it; give the values in dataset.toml',
      ] as const,
  ),
  ['definitions', 'write "$defs"'],
  ['nullable', 'write "type": ["string", "null"] (with the type at hand)'],
  ['$dynamicRef', 'write "$ref"'],
  ['$recursiveRef', 'write "$ref"'],
  ['$anchor', 'refer to "#/$defs/NAME"'],
  ['$dynamicAnchor', 'refer to "#/$defs/NAME"'],
]);

/** Whether a schema says nothing of its values. A keyword that nobody knows might have been meant to. */
export function saysNothing(keywords: Iterable<string>): boolean {
  return [...keywords].every((keyword) => DESCRIPTIVE.has(keyword) || keyword.startsWith('x-'));
}

/**
 * What is wrong with a keyword, or undefined for one that is known or merely describes (`description`, `examples`,
 * `x-…`). A word close to a structural one is taken for a slip: to pass over it would lose what it says.
 */
export function refusedKeyword(keyword: string): string | undefined {
  if (STRUCTURE.has(keyword) || keyword === 'additionalProperties') return undefined;
  const reason = REFUSED.get(keyword);
  if (reason !== undefined) return `wiremark can't model this: ${reason}`;
  for (const known of [...STRUCTURE, 'additionalProperties', ...REFUSED.keys()]) {
    const limit = known.length >= 8 ? 2 : 1;
    if (
      known.length >= 4 &&
      keyword.length <= known.length + limit &&
      editDistance(keyword, known) <= limit
    ) {
      return `unknown keyword. Did you mean "${known}"?`;
    }
  }
  return undefined;
}
