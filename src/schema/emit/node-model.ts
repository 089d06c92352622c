/**
 * The type model as an ES module, `model.mjs`, for the Node runner's kit: object literals only, so that nothing in the
 * runner parses JSON. Its shape is documented in runners/node/kit/serializer.mjs.
 */
import type { Field, Type } from '../model.ts';
import { type EmitInput, type Emitted, rootRecord } from './types.ts';

/** Emitter of kind `node-model`: `model.mjs`. */
export function emitNodeModel({ dataset, model }: EmitInput): Emitted {
  const records = [...model.records.values()].map((record) => {
    const fields = record.fields.map((field) => `      ${fieldLiteral(field)},\n`);
    return `    ${literal(record.name)}: [\n${fields.join('')}    ],\n`;
  });
  const enums = [...model.enums.values()].map((definition) => {
    return `    ${literal(definition.name)}: [${definition.values.map(literal).join(', ')}],\n`;
  });
  const lines = [
    `// The type model of the dataset ${literal(dataset)}, generated from its schema.`,
    'export default {',
    `  root: ${literal(rootRecord(model))},`,
    `  records: {\n${records.join('')}  },`,
    `  enums: {\n${enums.join('')}  },`,
    '};',
  ];
  return new Map([['model.mjs', `${lines.join('\n')}\n`]]);
}

function fieldLiteral(field: Field): string {
  const name = literal(field.name);
  return `{ name: ${name}, type: ${typeLiteral(field.type)}, presence: ${literal(field.presence)} }`;
}

function typeLiteral(type: Type): string {
  const kind = `kind: ${literal(type.kind === 'instant' ? 'date-time' : type.kind)}`;
  if (type.kind === 'map' || type.kind === 'any')
    throw new Error(`${type.kind} has no place in a node-model`);
  if (type.kind === 'list') return `{ ${kind}, element: ${typeLiteral(type.element)} }`;
  if (type.kind === 'record' || type.kind === 'enum') return `{ ${kind}, name: ${literal(type.name)} }`;
  return `{ ${kind} }`;
}

/** Every JSON string is a string literal of JavaScript. */
function literal(text: string): string {
  return JSON.stringify(text);
}
