/**
 * The dataset as a proto3 file.
 *
 * - A field's number is its index + 1. Where names aren't legal they are respelled (names.ts): go by number.
 * - `date-time` is int64 milliseconds since 1970, `uuid` is string in the 8-4-4-4-12 spelling.
 * - An enum's value has its index + 1; 0 is `<ENUM>_UNSPECIFIED`.
 * - A nullable or optional scalar or enum is `optional`; a record has presence anyway. Left out means null.
 * - A list is `repeated`. Where proto3 can't write that (the element of a list, a nullable or optional field) it stands
 *   in a wrapper message `ListOf<Element>` with the single field `repeated <element> values = 1`; the wrapper left out
 *   means null.
 */
import type { RecordType, SchemaModel, Type } from '../model.ts';
import { packageSegment, safeNames, upperSnake } from './names.ts';
import type { EmitInput, Emitted } from './types.ts';

const SCALARS = {
  boolean: 'bool',
  int32: 'int32',
  int64: 'int64',
  double: 'double',
  string: 'string',
  instant: 'int64',
  uuid: 'string',
  bytes: 'bytes',
} as const;

/** Emitter of kind `proto`: `<dataset>.proto`. */
export function emitProto({ dataset, model }: EmitInput): Emitted {
  const segment = packageSegment(dataset);
  const types = protoTypeNames(model);
  const blocks = [
    ...[...model.records.values()].map((record) => message(model, record, types)),
    ...[...model.enums.values()].map((definition) => enumeration(definition.name, definition.values, types)),
    ...wrappedLists(model).map((list) => wrapper(list, types)),
  ];
  const header = [
    'syntax = "proto3";',
    '',
    `package wiremark.${segment};`,
    '',
    `option java_package = "wiremark.proto.${segment}";`,
    'option java_multiple_files = true;',
  ];
  return new Map([[`${dataset}.proto`, `${[header.join('\n'), ...blocks].join('\n\n')}\n`]]);
}

/** Tells every list from every other, also from one of a record that is itself called `ListOfOrder`. */
export function listKey({ element }: ListType): string {
  if (element.kind === 'list') return `<${listKey(element)}>`;
  return element.kind === 'record' || element.kind === 'enum' ? element.name : element.kind;
}

/**
 * What every record, enum and wrapper is called in the proto file: by the model's name (`Order`), a wrapper by `list:`
 * and its list's key.
 */
export function protoTypeNames(model: SchemaModel): ReadonlyMap<string, string> {
  const lists = wrappedLists(model);
  const keys = [
    ...model.records.keys(),
    ...model.enums.keys(),
    ...lists.map((list) => `list:${listKey(list)}`),
  ];
  const wanted = [...model.records.keys(), ...model.enums.keys(), ...lists.map(wantedName)];
  const spelled = safeNames(wanted);
  return new Map(keys.map((key, index) => [key, spelled[index]!]));
}

/** True where a list in this field needs a wrapper message. */
export function isWrapped(field: { type: Type; presence: string }): boolean {
  return field.type.kind === 'list' && field.presence !== 'required';
}

type ListType = Type & { kind: 'list' };

/** `ListOfOrder`, `ListOfListOfDateTime`. */
function wantedName(type: Type): string {
  if (type.kind === 'list') return `ListOf${wantedName(type.element)}`;
  if (type.kind === 'record' || type.kind === 'enum') return type.name;
  return type.kind.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** Every list that needs a wrapper, once each, in the order they are met. */
function wrappedLists(model: SchemaModel): ListType[] {
  const found = new Map<string, ListType>();
  const add = (type: ListType): void => {
    found.set(listKey(type), type);
    if (type.element.kind === 'list') add(type.element);
  };
  for (const record of model.records.values()) {
    for (const field of record.fields) {
      if (field.type.kind !== 'list') continue;
      if (isWrapped(field)) add(field.type);
      else if (field.type.element.kind === 'list') add(field.type.element);
    }
  }
  return [...found.values()];
}

function typeName(type: Type, types: ReadonlyMap<string, string>): string {
  if (type.kind === 'list') return types.get(`list:${listKey(type)}`)!;
  if (type.kind === 'record' || type.kind === 'enum') return types.get(type.name)!;
  return SCALARS[type.kind];
}

function message(model: SchemaModel, record: RecordType, types: ReadonlyMap<string, string>): string {
  const names = safeNames(record.fields.map((field) => field.name));
  const lines = record.fields.map((field, index) => {
    const target = `${names[index]} = ${index + 1};`;
    if (field.type.kind === 'list' && !isWrapped(field)) {
      return `  repeated ${typeName(field.type.element, types)} ${target}`;
    }
    const isMessage = field.type.kind === 'record' || field.type.kind === 'list';
    const label = field.presence !== 'required' && !isMessage ? 'optional ' : '';
    return `  ${label}${typeName(field.type, types)} ${target}`;
  });
  const root = model.root.kind === 'record' && record.name === model.root.name ? '// A document.\n' : '';
  return `${root}message ${types.get(record.name)} {\n${lines.map((line) => `${line}\n`).join('')}}`;
}

function enumeration(name: string, values: readonly string[], types: ReadonlyMap<string, string>): string {
  const prefix = upperSnake(types.get(name)!);
  const spelled = safeNames(['UNSPECIFIED', ...values.map((value) => upperSnake(value))]);
  const lines = spelled.map((value, index) => `  ${prefix}_${value.replace(/^_+(?=\d)/, '')} = ${index};\n`);
  return `enum ${types.get(name)} {\n${lines.join('')}}`;
}

function wrapper(list: ListType, types: ReadonlyMap<string, string>): string {
  return `message ${typeName(list, types)} {\n  repeated ${typeName(list.element, types)} values = 1;\n}`;
}
