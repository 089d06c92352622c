/** The type model in lines, as docs/MODEL.md says: what every kit and build program reads. */
import type { Type } from '../model.ts';
import type { EmitInput } from './types.ts';

/** Emitter of kind `model`: `<dataset>.model`. */
export function emitModel({ dataset, model }: EmitInput): string {
  const lines = ['model 1', `dataset ${dataset}`, `root ${typeWords(model.root)}`];
  for (const { name, fields } of model.records.values()) {
    lines.push(`record ${name}`);
    for (const field of fields) {
      lines.push(`field ${field.presence} ${typeWords(field.type)} ${escaped(field.name)}`);
    }
  }
  for (const { name, values } of model.enums.values()) {
    lines.push(`enum ${name}`, ...values.map((value) => `value ${escaped(value)}`));
  }
  return `${lines.join('\n')}\n`;
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
