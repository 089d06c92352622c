import type { Field, Type } from '../model.ts';
import type { EmitInput } from './types.ts';

export function emitModel({ dataset, model }: EmitInput): string {
  const lines = ['model 1', `dataset ${dataset}`];
  if (model.objects !== undefined) lines.push(`objects ${model.objects}`);
  lines.push(`root ${typeWords(model.root)}`);
  for (const { name, resource, properties } of model.records.values()) {
    lines.push(`record ${name}`, ...(resource === undefined ? [] : [`resource ${resource}`]));
    lines.push(...properties.flatMap(fieldLines));
  }
  for (const { name, values } of model.enums.values())
    lines.push(`enum ${name}`, ...values.map((value) => `value ${escapeValue(value)}`));
  return `${lines.join('\n')}\n`;
}

function fieldLines({ name, type, presence, hidden, computed }: Field): string[] {
  const key = hidden ? 'hidden' : computed ? 'computed' : 'field';
  const line = `${key} ${presence} ${typeWords(type)} ${escapeValue(name)}`;
  if (computed === undefined) return [line];
  if (computed.kind === 'path') return [line, ...computed.steps.map((step) => `step ${escapeValue(step)}`)];
  const pieces = computed.pieces.map((piece) =>
    'text' in piece ? `piece text ${escapeValue(piece.text)}` : `piece field ${escapeValue(piece.field)}`,
  );
  return [line, ...pieces];
}

/** Spells a type as in the emitted model, such as `list map record User`. */
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

export function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}
