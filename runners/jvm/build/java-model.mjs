/**
 * Generates a dataset's classes as JavaBeans: private fields, getters and setters, a constructor without parameters. The
 * classes are in package `wiremark.models.<dataset>`. Package `wiremark.fixtures.<dataset>` has the code that converts
 * fixtures (documents in a neutral binary format) to JavaBeans and back, and the code of limit-walk, which visits all
 * values of a document (docs/PROTOCOL.md, "Limits").
 *
 * The kit's annotation `@Name` gives the name in documents: for every enum constant, and for each property whose accessors
 * would give it another name in Jackson.
 */
import { documents } from './java-documents.mjs';
import { className, indent, javaConstants, javaNames, javaProperties, javaString } from './java-names.mjs';
import { documentWalk } from './java-walk.mjs';

/**
 * @typedef {import('./java-names.mjs').Field} Field
 * @typedef {import('./java-names.mjs').Property} Property
 */

/**
 * Emitter of kind `java-model`. With option `beans = "serializable"`, the JavaBeans implement `java.io.Serializable`.
 * @type {import('./emitters.mjs').Emitter}
 */
export function emitJavaModel(model, { beans }) {
  const names = javaNames(model);
  const { segment, types } = names;
  const above = beans === 'serializable' ? ' implements java.io.Serializable' : '';
  /** @type {Map<string, string>} */
  const files = new Map();
  /**
   * @param {string} room
   * @param {string} name
   * @param {readonly string[]} lines
   */
  const add = (room, name, lines) => {
    const head = ['// Generated from the schema.', `package wiremark.${room}.${segment};`, ''];
    files.set(`wiremark/${room}/${segment}/${name}.java`, `${[...head, ...lines].join('\n')}\n`);
  };
  for (const [record, fields] of model.records) {
    const name = className(types, record);
    add('models', name, bean(name + above, fields, types));
  }
  for (const [definition, values] of model.enums) {
    const name = className(types, definition);
    add('models', name, enumeration(name, values));
  }
  add('fixtures', 'Documents', documents(model, names));
  add('fixtures', 'DocumentWalk', documentWalk(model, names));
  return files;
}

/**
 * @param {string} name class name and the interfaces that it implements
 * @param {readonly Field[]} fields
 * @param {ReadonlyMap<string, string>} types
 */
function bean(name, fields, types) {
  const properties = javaProperties(fields, types);
  return [
    'import java.time.Instant;',
    'import java.util.List;',
    'import java.util.Map;',
    'import java.util.UUID;',
    'import wiremark.kit.Name;',
    '',
    `public class ${name} {`,
    ...indent(properties.map((property) => `private ${property.type} ${property.identifier};`)),
    ...properties.flatMap((property) => indent(accessors(property))),
    '}',
  ];
}

/** @param {Property} property */
function accessors({ field, identifier, getter, setter, type, naturalName }) {
  const name = naturalName === field.name ? [] : [`@Name(${javaString(field.name)})`];
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

/**
 * @param {string} name
 * @param {readonly string[]} values
 */
function enumeration(name, values) {
  const constants = javaConstants(values).map((constant, index) => {
    const value = javaString(/** @type {string} */ (values[index]));
    return `@Name(${value}) ${constant}(${value})${index === values.length - 1 ? ';' : ','}`;
  });
  return [
    'import wiremark.kit.Name;',
    '',
    `public enum ${name} {`,
    ...indent(constants),
    '',
    '  private final String text;',
    '',
    `  ${name}(String text) {`,
    '    this.text = text;',
    '  }',
    '',
    '  /** Returns this value as spelled in documents. */',
    '  public String text() {',
    '    return text;',
    '  }',
    '}',
  ];
}
