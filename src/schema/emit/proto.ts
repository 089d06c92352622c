import { type Field, placesIn, type SchemaModel, type Type, typeWithin } from '../model.ts';
import { typeWords } from './model.ts';
import { packageSegment, safeNames, upperSnake } from './names.ts';
import type { EmitInput } from './types.ts';

const SCALARS = {
  boolean: 'bool',
  int32: 'int32',
  int64: 'int64',
  double: 'double',
  string: 'string',
  instant: 'int64',
  uuid: 'string',
  bytes: 'bytes',
  // The leading dot makes the name absolute. Without it, protoc would search for it in `wiremark.google` if the dataset is named
  // google.
  any: '.google.protobuf.Value',
} as const;

const MOST_LETTERS = 100;
const DOCUMENT = 'document';

export function emitProto({ dataset, model, protoOptions = [] }: EmitInput): string {
  const segment = packageSegment(dataset);
  const types = protoTypeNames(model);
  const hasAny = [...placesIn(model)].some(([, { kind }]) => kind === 'any');
  const parts = [
    'syntax = "proto3";',
    `package wiremark.${segment};`,
    ...(hasAny ? ['import "google/protobuf/struct.proto";'] : []),
    protoOptions.map((option) => `option ${option.replaceAll('{dataset}', segment)};`).join('\n'),
    ...(model.root.kind === 'record' ? [] : [message(types.get(DOCUMENT)!, [rootField(model)], types)]),
    ...[...model.records.values()].map(({ name, fields }) => message(types.get(name)!, fields, types)),
    ...enumerations(model, types),
    ...wrappedTypes(model).map((type) => message(typeName(type, types), [wrappedField(type)], types)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function protoTypeNames(model: SchemaModel): ReadonlyMap<string, string> {
  const wrapped = wrappedTypes(model);
  const named = [...model.records.keys(), ...model.enums.keys()];
  const keys = [...named, ...wrapped.map(typeWords), ...(model.root.kind === 'record' ? [] : [DOCUMENT])];
  // Generated files are named after messages, and file systems limit the length of names.
  const short = (name: string): string => (name.length > MOST_LETTERS ? 'Wrapper' : name);
  const wanted = [...named, ...wrapped.map((type) => short(wantedName(type))), 'Document'];
  const spelled = safeNames(wanted);
  return new Map(keys.map((key, index) => [key, spelled[index]!]));
}

export function isWrapped({ type, presence }: Field): boolean {
  return typeWithin(type) !== undefined && presence !== 'required';
}

export function rootField({ root }: SchemaModel): Field {
  return { name: 'value', type: root, presence: 'required' };
}

export function wrappedField(type: Type): Field {
  return { name: 'values', type, presence: 'required' };
}

function wantedName(type: Type): string {
  const within = typeWithin(type);
  if (within !== undefined) return `${type.kind === 'list' ? 'ListOf' : 'MapOf'}${wantedName(within)}`;
  if (type.kind === 'record' || type.kind === 'enum') return type.name;
  return type.kind.charAt(0).toUpperCase() + type.kind.slice(1);
}

/** Lists and maps that need a wrapper message, because they are optional, nullable or within another list or map. */
function wrappedTypes(model: SchemaModel): Type[] {
  const found = new Map<string, Type>();
  const fields = [...model.records.values()].flatMap((record) => record.fields);
  for (const field of [...fields, rootField(model)]) {
    const outermost = isWrapped(field) ? field.type : typeWithin(field.type);
    for (let type = outermost; type !== undefined; type = typeWithin(type))
      if (typeWithin(type) !== undefined) found.set(typeWords(type), type);
  }
  return [...found.values()];
}

function typeName(type: Type, types: ReadonlyMap<string, string>): string {
  if (type.kind === 'record' || type.kind === 'enum') return types.get(type.name)!;
  if (type.kind === 'list' || type.kind === 'map') return types.get(typeWords(type))!;
  return SCALARS[type.kind];
}

function message(name: string, fields: readonly Field[], types: ReadonlyMap<string, string>): string {
  const names = safeNames(fields.map((field) => field.name));
  const lines = fields.map(
    (field, index) => `  ${typeOfField(field, types)} ${names[index]} = ${index + 1};\n`,
  );
  return `message ${name} {\n${lines.join('')}}`;
}

function typeOfField(field: Field, types: ReadonlyMap<string, string>): string {
  const { type, presence } = field;
  if (type.kind === 'list' && !isWrapped(field)) return `repeated ${typeName(type.element, types)}`;
  if (type.kind === 'map' && !isWrapped(field)) return `map<string, ${typeName(type.value, types)}>`;
  const isMessage = type.kind === 'record' || type.kind === 'any' || typeWithin(type) !== undefined;
  return `${presence === 'required' || isMessage ? '' : 'optional '}${typeName(type, types)}`;
}

function enumerations(model: SchemaModel, types: ReadonlyMap<string, string>): string[] {
  // Enum constants share the package's scope: value BAR_X of enum FOO would clash with value X of enum FOO_BAR.
  const taken = new Set<string>();
  return [...model.enums.values()].map(({ name, values }) => {
    const prefix = upperSnake(types.get(name)!);
    const spelled = safeNames(['UNSPECIFIED', ...values.map((value) => upperSnake(value))]);
    const lines = spelled.map((value, index) => {
      let constant = `${prefix}_${value.replace(/^_+(?=\d)/, '')}`;
      while (taken.has(constant)) constant = `${constant}_${index}`;
      taken.add(constant);
      return `  ${constant} = ${index};\n`;
    });
    return `enum ${types.get(name)} {\n${lines.join('')}}`;
  });
}
