import type { EnumType, Field, RecordType, SchemaModel, Type } from '../model.ts';
import { scalaIdentifier, scalaString, scalaType } from './scala-names.ts';
import { scalarKind } from './types.ts';

/** JSON text of a string, all of Latin-1. */
function jsonLiteral(text: string): string {
  return JSON.stringify(text).replace(
    /[\u0100-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

type List = Type & { readonly kind: 'list' };

/** Every kind of list in the model, once each, in the order they are met. */
export function listTypes(model: SchemaModel): readonly List[] {
  const found = new Map<string, List>();
  const add = (type: Type): void => {
    if (type.kind !== 'list') return;
    found.set(scalaType(type, model), type);
    add(type.element);
  };
  for (const record of model.records.values()) for (const field of record.fields) add(field.type);
  return [...found.values()];
}

/** Where the functions that are named by number find theirs. */
export interface Numbers {
  readonly record: (name: string) => number;
  readonly enumeration: (name: string) => number;
  readonly list: (type: List) => number;
}

export function numbersOf(model: SchemaModel): Numbers {
  const lists = listTypes(model).map((list) => scalaType(list, model));
  return {
    record: (name) => [...model.records.keys()].indexOf(name),
    enumeration: (name) => [...model.enums.keys()].indexOf(name),
    list: (type) => lists.indexOf(scalaType(type, model)),
  };
}

/** The functions `write0` … for records, `writeList0` … for lists, and the texts of the enums. */
export function scalaWriter(model: SchemaModel): string {
  const numbers = numbersOf(model);
  return [
    ...[...model.enums.values()].map((definition) => enumTexts(definition, numbers)),
    ...[...model.records.values()].map((record) => writeRecord(record, numbers)),
    ...listTypes(model).map((list) => writeList(list, model, numbers)),
  ].join('\n\n');
}

function enumTexts(definition: EnumType, numbers: Numbers): string {
  const texts = definition.values.map((value) => scalaString(jsonLiteral(value)));
  return `  private val enumTexts${numbers.enumeration(definition.name)} = Array(${texts.join(', ')})`;
}

function writeRecord(record: RecordType, numbers: Numbers): string {
  const lines = record.fields.flatMap((field, position) => {
    const name = `${position === 0 ? '{' : ','}${jsonLiteral(field.name)}:`;
    return [`out.literal(${scalaString(name)})`, ...writeField(field, numbers)];
  });
  const body = lines.length === 0 ? ['out.literal("{}")'] : [...lines, "out.character('}')"];
  return `  private def write${numbers.record(record.name)}(out: TextWriter, value: models.${scalaIdentifier(record.name)}): Unit =
${body.map((line) => `    ${line}`).join('\n')}`;
}

function writeField(field: Field, numbers: Numbers): string[] {
  const value = `value.${scalaIdentifier(field.name)}`;
  if (field.presence === 'required') return [writeValue(field.type, value, numbers)];
  return [
    `${value} match`,
    `  case Some(some) => ${writeValue(field.type, 'some', numbers)}`,
    '  case None => out.literal("null")',
  ];
}

function writeList(list: List, model: SchemaModel, numbers: Numbers): string {
  return `  private def writeList${numbers.list(list)}(out: TextWriter, values: ${scalaType(list, model, 'models.')}): Unit =
    if values.isEmpty then out.literal("[]")
    else
      out.character('[')
      ${writeValue(list.element, 'values.head', numbers)}
      var rest = values.tail
      while !rest.isEmpty do
        out.character(',')
        ${writeValue(list.element, 'rest.head', numbers)}
        rest = rest.tail
      out.character(']')`;
}

const CALLS = {
  boolean: 'boolean',
  int32: 'int32',
  int64: 'int64',
  double: 'double',
  string: 'string',
  instant: 'instant',
  uuid: 'uuid',
  bytes: 'bytes',
} as const;

function writeValue(type: Type, value: string, numbers: Numbers): string {
  switch (type.kind) {
    case 'list':
      return `writeList${numbers.list(type)}(out, ${value})`;
    case 'record':
      return `write${numbers.record(type.name)}(out, ${value})`;
    case 'enum':
      return `out.literal(enumTexts${numbers.enumeration(type.name)}(${value}.ordinal))`;
    default:
      return `out.${CALLS[scalarKind(type)]}(${value})`;
  }
}
