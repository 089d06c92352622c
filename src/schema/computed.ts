import type { Node } from 'jsonc-parser';
import { suggestion } from '../define/nearest.ts';
import { typeWords } from './emit/model.ts';
import { type JsonObject, type JsonText, keywordOf } from './json.ts';
import type { Computation, Field, RecordType, SchemaModel, TextPiece, Type } from './model.ts';

const EXPECTED_COMPUTATION =
  'a text with fields in braces, such as "{first_name} {last_name}", or a path, such as "comments[].author.name"';

export function partOf(json: JsonText, node: Node): Pick<Field, 'nullDiffers' | 'hidden' | 'computed'> {
  const writeOnly = keywordOf(node, 'writeOnly');
  if (writeOnly !== undefined && writeOnly.type !== 'boolean')
    throw json.error(writeOnly, 'expected true or false');
  const source = keywordOf(node, 'x-computed');
  const nullDiffers = keywordOf(node, 'x-null-differs')?.value === true && { nullDiffers: true as const };
  if (source === undefined) return { ...nullDiffers, ...(writeOnly?.value === true && { hidden: true }) };
  if (writeOnly?.value === true || keywordOf(node, 'readOnly')?.value !== true)
    throw json.error(source, 'what is computed is in the document alone: write "readOnly": true beside it');
  const computed = parseComputation(json.string(source, EXPECTED_COMPUTATION));
  if (computed === undefined) throw json.error(source, `expected ${EXPECTED_COMPUTATION}`);
  return { computed };
}

function parseComputation(source: string): Computation | undefined {
  if (!/[{}]/.test(source))
    return { kind: 'path', steps: source.split('.').map((step) => step.replace(/\[\]$/, '')) };
  const parts = source.split(/\{([^{}]*)\}/);
  const pieces = parts.map((part, index): TextPiece => (index % 2 === 0 ? { text: part } : { field: part }));
  if (pieces.some((piece) => 'text' in piece && /[{}]/.test(piece.text))) return undefined;
  return { kind: 'text', pieces: pieces.filter((piece) => !('text' in piece) || piece.text !== '') };
}

/** Types of fields that a computed text may contain: every language writes them alike. */
const IN_TEXTS: readonly Type['kind'][] = ['string', 'enum', 'uuid', 'int32', 'int64'];

export function computedFault(
  model: SchemaModel,
  record: RecordType,
  { computed, type, presence }: Field,
  source: string,
): string | undefined {
  if (presence !== 'required') return 'what is computed is always there: list it in "required", without null';
  if (computed!.kind === 'path') return pathFault(model, record, computed!.steps, type, source);
  if (type.kind !== 'string')
    return `a text is of "type": "string", without a format; the schema has ${type.kind}`;
  for (const piece of computed!.pieces) {
    if ('text' in piece) continue;
    const field = storedField(record, piece.field);
    if (typeof field === 'string') return field;
    if (!IN_TEXTS.includes(field.type.kind))
      return `"${piece.field}" is ${typeWords(field.type)}; a text is made of ${IN_TEXTS.join(', ')}`;
  }
  return undefined;
}

function pathFault(
  model: SchemaModel,
  from: RecordType,
  steps: readonly string[],
  expected: Type,
  source: string,
): string | undefined {
  let type: Type = { kind: 'record', name: from.name };
  let isList = false;
  const spelled: string[] = [];
  for (const step of steps) {
    if (type.kind !== 'record') return `no path leads through ${typeWords(type)} to "${step}"`;
    const field = storedField(model.records.get(type.name)!, step);
    if (typeof field === 'string') return field;
    type = field.type.kind === 'list' ? field.type.element : field.type;
    if (type.kind === 'list') return `"${step}" is a list of lists: a path can't lead through it`;
    isList ||= field.type.kind === 'list';
    spelled.push(`${step}${field.type.kind === 'list' ? '[]' : ''}`);
  }
  if (spelled.join('.') !== source) return `"[]" belongs after lists only: write "${spelled.join('.')}"`;
  const given = typeWords(isList ? { kind: 'list', element: type } : type);
  if (given === typeWords(expected)) return undefined;
  return `the path gives ${given}, but the schema has ${typeWords(expected)}`;
}

function storedField(record: RecordType, name: string): Field | string {
  const field = record.properties.find((one) => one.name === name);
  if (field === undefined) {
    const names = record.stored.map((one) => one.name);
    return `${record.name} has no field "${name}".${suggestion(name, names)}`;
  }
  if (field.computed !== undefined)
    return `"${name}" is computed itself: begin with a field that the object stores`;
  if (field.presence !== 'required') return `"${name}" may be missing: list it in "required", without null`;
  return field;
}

const IDS: readonly Type['kind'][] = ['int32', 'int64', 'string', 'uuid'];

export function resourceOf(
  json: JsonText,
  { members }: JsonObject,
  fields: readonly Field[],
): string | undefined {
  const node = members.get('x-resource');
  if (node === undefined) return undefined;
  const word = json.string(node, 'the name of a resource, such as "post"');
  // Valid as a `type` in JSON:API and, unless it has a dash or is reserved, as an identifier in every language.
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(word))
    throw json.error(node, 'expected letters, digits, "_" and "-", a letter first');
  const id = fields.find(({ name }) => name === 'id');
  const isPlain = id !== undefined && !id.hidden && !id.computed && !id.type.bounds;
  if (isPlain && id.presence === 'required' && IDS.includes(id.type.kind)) return word;
  const what = `a resource has a field "id", required, in object and document, of ${IDS.join(', ')}, without bounds`;
  throw json.error(node, what);
}
