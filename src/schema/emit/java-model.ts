/**
 * The dataset as JavaBeans, as most Java code has it: private fields, getters and setters, a constructor without
 * parameters. Package `wiremark.models.<dataset>`; with it, in `wiremark.fixtures.<dataset>`, what carries documents
 * between these classes and fixtures, and what walks over them.
 *
 * A property or constant whose Java name differs from the name in the documents carries the kit's `@Name`.
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
import { documentWalk } from './java-walk.ts';
import { packageSegment } from './names.ts';
import { type EmitInput, type Emitted, rootRecord, scalarKind } from './types.ts';

const HEADER = '// Generated from the schema.';

/** Emitter of kind `java-model`. */
export function emitJavaModel({ dataset, model }: EmitInput): Emitted {
  const segment = packageSegment(dataset);
  const types = javaTypeNames(model);
  const folder = `wiremark/models/${segment}`;
  const files = new Map<string, string>();
  const add = (name: string, lines: string[]): void => {
    files.set(
      `${folder}/${name}.java`,
      `${[HEADER, `package wiremark.models.${segment};`, '', ...lines].join('\n')}\n`,
    );
  };
  for (const record of model.records.values()) add(types.get(record.name)!, bean(record, types));
  for (const definition of model.enums.values())
    add(types.get(definition.name)!, enumeration(definition, types));
  const fixtures = `wiremark/fixtures/${segment}`;
  files.set(`${fixtures}/Documents.java`, documents(segment, model, types));
  files.set(`${fixtures}/DocumentWalk.java`, documentWalk(HEADER, segment, model, types));
  return files;
}

const IMPORTS = ['import java.time.Instant;', 'import java.util.List;', 'import java.util.UUID;', ''];

function bean(record: RecordType, types: ReadonlyMap<string, string>): string[] {
  const properties = javaProperties(record, types);
  return [
    ...IMPORTS,
    'import wiremark.kit.Name;',
    '',
    `public class ${types.get(record.name)} {`,
    ...indent(properties.map((property) => `private ${property.type} ${property.identifier};`)),
    ...properties.flatMap((property) => indent(accessors(property))),
    '}',
  ];
}

function accessors(property: Property): string[] {
  const { identifier, getter, setter, type } = property;
  const name =
    property.naturalName === property.field.name ? [] : [`@Name(${javaString(property.field.name)})`];
  return [
    '',
    ...name,
    `public ${type} ${getter}() {`,
    `  return ${identifier};`,
    '}',
    '',
    ...name,
    `public void ${setter}(${type} ${identifier}) {`,
    `  this.${identifier} = ${identifier};`,
    '}',
  ];
}

function enumeration(definition: EnumType, types: ReadonlyMap<string, string>): string[] {
  const constants = javaConstants(definition);
  return [
    'import wiremark.kit.Name;',
    '',
    `public enum ${types.get(definition.name)} {`,
    ...indent(
      constants.map((constant, index) => {
        const value = javaString(definition.values[index]!);
        return `@Name(${value}) ${constant}(${value})${index === constants.length - 1 ? ';' : ','}`;
      }),
    ),
    '',
    '  private final String text;',
    '',
    `  ${types.get(definition.name)}(String text) {`,
    '    this.text = text;',
    '  }',
    '',
    '  /** As in the documents. */',
    '  public String text() {',
    '    return text;',
    '  }',
    '}',
  ];
}

function documents(segment: string, model: SchemaModel, types: ReadonlyMap<string, string>): string {
  const root = types.get(rootRecord(model))!;
  const lines = [
    HEADER,
    `package wiremark.fixtures.${segment};`,
    '',
    'import java.io.IOException;',
    'import java.time.Instant;',
    'import java.util.ArrayList;',
    'import java.util.List;',
    'import java.util.UUID;',
    'import wiremark.kit.FixtureReader;',
    'import wiremark.kit.FixtureWriter;',
    'import wiremark.kit.Model;',
    'import wiremark.kit.Walk;',
    ...[...types.values()].sort().map((name) => `import wiremark.models.${segment}.${name};`),
    '',
    `public final class Documents implements Model<${root}> {`,
    ...indent([
      '@Override',
      `public ${root} read(FixtureReader in) throws IOException {`,
      `  return read${root}(in);`,
      '}',
      '',
      '@Override',
      `public void write(FixtureWriter out, ${root} value) throws IOException {`,
      `  write${root}(out, value);`,
      '}',
      '',
      '@Override',
      `public Walk<${root}> walk() {`,
      '  return new DocumentWalk();',
      '}',
    ]),
    ...[...model.records.values()].flatMap((record) => [
      '',
      ...indent(reader(record, types)),
      '',
      ...indent(writer(record, types)),
    ]),
    ...[...model.enums.values()].flatMap((definition) => ['', ...indent(enumReader(definition, types))]),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

const READERS = {
  boolean: 'readBoolean',
  int32: 'readInt32',
  int64: 'readInt64',
  double: 'readDouble',
  string: 'readString',
  instant: 'readInstant',
  uuid: 'readUuid',
  bytes: 'readBytes',
} as const;

function reader(record: RecordType, types: ReadonlyMap<string, string>): string[] {
  const name = types.get(record.name)!;
  const cases = javaProperties(record, types).flatMap(({ field, setter }) => {
    const read = readStatements(field.type, types, (e) => `value.${setter}(${e});`);
    const guarded = field.presence === 'required' ? read : ['if (!in.readNull()) {', ...indent(read), '}'];
    return [`case ${javaString(field.name)} -> {`, ...indent(guarded), '}'];
  });
  return [
    `private static ${name} read${name}(FixtureReader in) throws IOException {`,
    `  ${name} value = new ${name}();`,
    '  for (int left = in.record(); left > 0; left--) {',
    '    switch (in.name()) {',
    ...indent([...cases, 'default -> in.skip();'], 3),
    '    }',
    '  }',
    '  return value;',
    '}',
  ];
}

/** Statements that read a value and hand the expression for it to `use`. */
function readStatements(
  type: Type,
  types: ReadonlyMap<string, string>,
  use: (expression: string) => string,
  depth = 0,
): string[] {
  if (type.kind !== 'list') return [use(readExpression(type, types))];
  const list = `list${depth}`;
  return [
    `int count${depth} = in.list();`,
    `${javaType(type, types, true)} ${list} = new ArrayList<>(count${depth});`,
    `for (int i${depth} = 0; i${depth} < count${depth}; i${depth}++) {`,
    ...indent(readStatements(type.element, types, (e) => `${list}.add(${e});`, depth + 1)),
    '}',
    use(list),
  ];
}

function readExpression(type: Exclude<Type, { kind: 'list' }>, types: ReadonlyMap<string, string>): string {
  if (type.kind === 'record' || type.kind === 'enum') return `read${types.get(type.name)}(in)`;
  return `in.${READERS[scalarKind(type)]}()`;
}

function enumReader(definition: EnumType, types: ReadonlyMap<string, string>): string[] {
  const name = types.get(definition.name)!;
  return [
    `private static ${name} read${name}(FixtureReader in) throws IOException {`,
    '  String text = in.readEnum();',
    `  for (${name} value : ${name}.values()) {`,
    '    if (value.text().equals(text)) {',
    '      return value;',
    '    }',
    '  }',
    `  throw new IOException("fixture: ${name} has no " + text);`,
    '}',
  ];
}

function writer(record: RecordType, types: ReadonlyMap<string, string>): string[] {
  const name = types.get(record.name)!;
  return [
    `private static void write${name}(FixtureWriter out, ${name} value) throws IOException {`,
    '  if (value == null) {',
    '    out.writeNull();',
    '    return;',
    '  }',
    `  out.record(${record.fields.length});`,
    ...javaProperties(record, types).flatMap(({ field, getter }) =>
      indent([
        `out.name(${javaString(field.name)});`,
        ...writeStatements(field.type, types, `value.${getter}()`, field.presence !== 'required'),
      ]),
    ),
    '}',
  ];
}

/** Statements that write an expression of a type; a null in it is written as null. */
function writeStatements(
  type: Type,
  types: ReadonlyMap<string, string>,
  expression: string,
  boxed: boolean,
  depth = 0,
): string[] {
  if (type.kind === 'record') return [`write${types.get(type.name)}(out, ${expression});`];
  if (type.kind === 'list') {
    const element = `item${depth}`;
    return [
      `if (${expression} == null) {`,
      '  out.writeNull();',
      '} else {',
      `  out.list(${expression}.size());`,
      `  for (${javaType(type.element, types, true)} ${element} : ${expression}) {`,
      ...indent(writeStatements(type.element, types, element, true, depth + 1), 2),
      '  }',
      '}',
    ];
  }
  if (type.kind === 'enum') return [`out.writeEnum(${expression} == null ? null : ${expression}.text());`];
  const write = `out.${READERS[scalarKind(type)].replace('read', 'write')}(${expression});`;
  const primitive = ['boolean', 'int32', 'int64', 'double'].includes(type.kind);
  return boxed && primitive
    ? [`if (${expression} == null) {`, '  out.writeNull();', '} else {', `  ${write}`, '}']
    : [write];
}
