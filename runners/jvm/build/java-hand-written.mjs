/**
 * Generates code that reads and writes JSON for the dataset's JavaBeans without reflection: class
 * `wiremark.handwritten.<dataset>.Codec`, which uses JsonWriter.java and JsonReader.java of runners/jvm/serializers. The
 * class writes a field's name with its punctuation as one string constant. An absent optional field is a null in the
 * JavaBean, and is written as null.
 */
import { readStatements, recordReader } from './java-hand-written-reader.mjs';
import { recordWriter, writeStatements } from './java-hand-written-writer.mjs';
import {
  className,
  indent,
  javaConstants,
  javaImports,
  javaNames,
  javaProperties,
  javaString,
} from './java-names.mjs';

/**
 * @typedef {import('./java-names.mjs').Model} Model
 * @typedef {ReadonlyMap<string, string>} Types
 */

/**
 * Emitter of kind `java-hand-written`. The generated code uses the classes that `java-model` generates.
 * @type {import('./emitters.mjs').Emitter}
 */
export function emitJavaHandWritten(model) {
  const names = javaNames(model);
  const { root, segment, types } = names;
  const lines = [
    '// Generated from the schema.',
    `package wiremark.handwritten.${segment};`,
    '',
    ...javaImports(names, [
      'wiremark.serializers.HandWritten',
      'wiremark.serializers.JsonReader',
      'wiremark.serializers.JsonWriter',
    ]),
    '',
    `public final class Codec implements HandWritten.Codec<${root}> {`,
    ...indent(tables(model, types)),
    ...indent([
      '',
      '@Override',
      `public void write(JsonWriter out, ${root} value) {`,
      ...indent(writeStatements(model.root, types, 'value')),
      '}',
      '',
      '@Override',
      `public ${root} read(JsonReader in) {`,
      ...indent(readStatements(model.root, types, (value) => `return ${value};`)),
      '}',
    ]),
    ...[...model.records].flatMap(([record, fields]) => {
      const name = className(types, record);
      const properties = javaProperties(fields, types);
      return indent([...recordWriter(name, properties, types), ...recordReader(name, properties, types)]);
    }),
    '}',
  ];
  return new Map([[`wiremark/handwritten/${segment}/Codec.java`, `${lines.join('\n')}\n`]]);
}

/**
 * @param {Model} model
 * @param {Types} types
 */
function tables(model, types) {
  /**
   * @param {string} name
   * @param {readonly string[]} values
   */
  const table = (name, values) =>
    `private static final JsonReader.Names ${name}_NAMES = new JsonReader.Names(${values.map(javaString).join(', ')});`;
  const records = [...model.records].map(([record, fields]) =>
    table(
      className(types, record),
      fields.map((field) => field.name),
    ),
  );
  const enums = [...model.enums].flatMap(([definition, values]) => {
    const name = className(types, definition);
    const constants = javaConstants(values).map((constant) => `${name}.${constant}`);
    const texts = values.map((value) => javaString(JSON.stringify(value)));
    return [
      table(name, values),
      `private static final ${name}[] ${name}_VALUES = {${constants.join(', ')}};`,
      `private static final String[] ${name}_TEXTS = {${texts.join(', ')}};`,
    ];
  });
  return [...records, ...enums];
}
