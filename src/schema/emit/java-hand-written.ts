/**
 * Straight-line JSON code for the dataset's JavaBeans: class `wiremark.handwritten.<dataset>.Codec`, over the writer and
 * the reader in runners/jvm/serializers. Everything between two values is one piece of ready text; a null of an
 * optional field is written as null.
 */
import type { EnumType, RecordType, SchemaModel, Type } from '../model.ts';
import {
  indent,
  javaConstants,
  javaProperties,
  javaString,
  javaType,
  javaTypeNames,
  type Property,
} from './java-names.ts';
import { packageSegment } from './names.ts';
import { type EmitInput, type Emitted, rootRecord, scalarKind } from './types.ts';

type TypeNames = ReadonlyMap<string, string>;

/** Emitter of kind `java-hand-written`. Needs `java-model` beside it. */
export function emitJavaHandWritten({ dataset, model }: EmitInput): Emitted {
  const segment = packageSegment(dataset);
  const types = javaTypeNames(model);
  const root = types.get(rootRecord(model))!;
  const lines = [
    '// Generated from the schema.',
    `package wiremark.handwritten.${segment};`,
    '',
    'import java.time.Instant;',
    'import java.util.ArrayList;',
    'import java.util.List;',
    'import java.util.UUID;',
    ...[...types.values()].sort().map((name) => `import wiremark.models.${segment}.${name};`),
    'import wiremark.serializers.HandWritten;',
    'import wiremark.serializers.JsonReader;',
    'import wiremark.serializers.JsonWriter;',
    '',
    `public final class Codec implements HandWritten.Codec<${root}> {`,
    ...indent(names(model, types)),
    ...indent([
      '',
      '@Override',
      `public void write(JsonWriter out, ${root} value) {`,
      `  write${root}(out, value);`,
      '}',
      '',
      '@Override',
      `public ${root} read(JsonReader in) {`,
      `  return read${root}(in);`,
      '}',
    ]),
    ...[...model.records.values()].flatMap((record) => [
      '',
      ...indent(writer(record, types)),
      '',
      ...indent(reader(record, types)),
    ]),
    '}',
  ];
  return new Map([[`wiremark/handwritten/${segment}/Codec.java`, `${lines.join('\n')}\n`]]);
}

/** The tables of names: fields of records, values and JSON texts of enums. */
function names(model: SchemaModel, types: TypeNames): string[] {
  const table = (name: string, values: readonly string[]): string =>
    `private static final JsonReader.Names ${name}_NAMES = new JsonReader.Names(${values.map(javaString).join(', ')});`;
  const enums = [...model.enums.values()].flatMap((definition) => enumTables(definition, types, table));
  const records = [...model.records.values()].map((record) =>
    table(
      types.get(record.name)!,
      record.fields.map((field) => field.name),
    ),
  );
  return [...records, ...enums];
}

function enumTables(
  definition: EnumType,
  types: TypeNames,
  table: (name: string, values: readonly string[]) => string,
): string[] {
  const name = types.get(definition.name)!;
  const constants = javaConstants(definition).map((constant) => `${name}.${constant}`);
  const texts = definition.values.map((value) => javaString(JSON.stringify(value)));
  return [
    table(name, definition.values),
    `private static final ${name}[] ${name}_VALUES = {${constants.join(', ')}};`,
    `private static final String[] ${name}_TEXTS = {${texts.join(', ')}};`,
  ];
}

function writer(record: RecordType, types: TypeNames): string[] {
  const name = types.get(record.name)!;
  const fields = javaProperties(record, types).flatMap((property, index) => {
    const before = `${index === 0 ? '{' : ','}${JSON.stringify(property.field.name)}:`;
    return [`out.raw(${javaString(before)});`, ...writeProperty(property, types)];
  });
  return [
    `private static void write${name}(JsonWriter out, ${name} value) {`,
    ...indent(fields),
    record.fields.length === 0 ? '  out.raw("{}");' : "  out.raw('}');",
    '}',
  ];
}

function writeProperty({ field, type, getter, identifier }: Property, types: TypeNames): string[] {
  const variable = `${identifier}Value`;
  const get = `${type} ${variable} = value.${getter}();`;
  const write = writeStatements(field.type, types, variable);
  if (field.presence === 'required') return ['{', ...indent([get, ...write]), '}'];
  return [
    '{',
    ...indent([get, `if (${variable} == null) {`, '  out.nullValue();', '} else {', ...indent(write), '}']),
    '}',
  ];
}

const WRITERS = {
  boolean: 'bool',
  int32: 'integer',
  int64: 'integer',
  double: 'number',
  string: 'string',
  instant: 'instant',
  uuid: 'uuid',
  bytes: 'bytes',
} as const;

function writeStatements(type: Type, types: TypeNames, expression: string, depth = 0): string[] {
  if (type.kind === 'record') return [`write${types.get(type.name)}(out, ${expression});`];
  if (type.kind === 'enum') return [`out.raw(${types.get(type.name)}_TEXTS[${expression}.ordinal()]);`];
  if (type.kind !== 'list') {
    // Unboxed here, so that the method for the narrower type is taken.
    const cast = { int32: '(int) ', int64: '(long) ' }[type.kind as string] ?? '';
    return [`out.${WRITERS[scalarKind(type)]}(${cast}${expression});`];
  }
  const i = `i${depth}`;
  const size = `size${depth}`;
  const element = `element${depth}`;
  return [
    "out.raw('[');",
    `for (int ${i} = 0, ${size} = ${expression}.size(); ${i} < ${size}; ${i}++) {`,
    `  if (${i} > 0) {`,
    "    out.raw(',');",
    '  }',
    `  ${javaType(type.element, types, true)} ${element} = ${expression}.get(${i});`,
    ...indent(writeStatements(type.element, types, element, depth + 1)),
    '}',
    "out.raw(']');",
  ];
}

function reader(record: RecordType, types: TypeNames): string[] {
  const name = types.get(record.name)!;
  const cases = javaProperties(record, types).flatMap(({ field, setter }, index) => {
    const read = readStatements(field.type, types, (e) => `value.${setter}(${e});`);
    const guarded = field.presence === 'required' ? read : ['if (!in.readNull()) {', ...indent(read), '}'];
    return [`case ${index} -> {`, ...indent(guarded), '}'];
  });
  return [
    `private static ${name} read${name}(JsonReader in) {`,
    `  ${name} value = new ${name}();`,
    '  if (in.beginObject()) {',
    '    int guess = 0;',
    '    do {',
    `      int field = in.field(${name}_NAMES, guess);`,
    '      switch (field) {',
    ...indent([...cases, 'default -> in.skip();'], 4),
    '      }',
    '      guess = field + 1;',
    '    } while (in.moreFields());',
    '  }',
    '  return value;',
    '}',
  ];
}

const READERS = { ...WRITERS, int32: 'int32', int64: 'int64' } as const;

/** Statements that read a value and hand the expression for it to `use`. */
function readStatements(
  type: Type,
  types: TypeNames,
  use: (expression: string) => string,
  depth = 0,
): string[] {
  if (type.kind === 'record') return [use(`read${types.get(type.name)}(in)`)];
  if (type.kind === 'enum') {
    const name = types.get(type.name)!;
    return [use(`${name}_VALUES[in.choice(${name}_NAMES)]`)];
  }
  if (type.kind !== 'list') return [use(`in.${READERS[scalarKind(type)]}()`)];
  const list = `list${depth}`;
  return [
    `${javaType(type, types, true)} ${list} = new ArrayList<>();`,
    'if (in.beginList()) {',
    '  do {',
    ...indent(
      readStatements(type.element, types, (e) => `${list}.add(${e});`, depth + 1),
      2,
    ),
    '  } while (in.moreValues());',
    '}',
    use(list),
  ];
}
