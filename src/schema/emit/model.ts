/** The type model in lines, as docs/MODEL.md says: what every kit and build program reads. */
import type { Field, Type } from '../model.ts';
import type { EmitInput } from './types.ts';

/** Emitter of kind `model`: `<dataset>.model`. */
export function emitModel({ dataset, model }: EmitInput): string {
  const lines = ['model 1', `dataset ${dataset}`];
  if (model.objects !== undefined) lines.push(`objects ${model.objects}`);
  lines.push(`root ${typeWords(model.root)}`);
  for (const { name, resource, properties } of model.records.values()) {
    lines.push(`record ${name}`, ...(resource === undefined ? [] : [`resource ${resource}`]));
    lines.push(...properties.flatMap(fieldLines));
  }
  for (const { name, values } of model.enums.values()) {
    lines.push(`enum ${name}`, ...values.map((value) => `value ${escaped(value)}`));
  }
  return `${lines.join('\n')}\n`;
}

function fieldLines({ name, type, presence, hidden, computed }: Field): string[] {
  const key = hidden ? 'hidden' : computed ? 'computed' : 'field';
  const line = `${key} ${presence} ${typeWords(type)} ${escaped(name)}`;
  if (computed === undefined) return [line];
  if (computed.kind === 'path') return [line, ...computed.steps.map((step) => `step ${escaped(step)}`)];
  const pieces = computed.pieces.map((piece) =>
    'text' in piece ? `piece text ${escaped(piece.text)}` : `piece field ${escaped(piece.field)}`,
  );
  return [line, ...pieces];
}

/** `list map record User`: a type as the model spells it. */
export function typeWords(type: Type): string {
  switch (type.kind) {
    case 'list':
      return `list ${typeWords(type.element)}`;
    case 'map':
      return `map ${typeWords(type.value)}`;
    case 'record':
    case 'enum':
      return `${type.kind} ${type.name}`;
    default:
      return type.kind;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/** As in every value of the protocol's lines. */
function escaped(text: string): string {
  return text.replace(/[\\\n\r]/g, (character) => ESCAPES[character]!);
}
