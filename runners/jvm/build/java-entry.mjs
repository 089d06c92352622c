/**
 * Generates the class `wiremark.generated.Entry`, from which the kit (the Java code that all rows share) gets the model and
 * the serializer.
 */
import { className, javaNames } from './java-names.mjs';

/** @typedef {import('./java-names.mjs').Type} Type */

/**
 * Emitter of kind `java-entry`. Option `entry` names the class in `wiremark.serializers` whose static method `of` returns
 * the serializer. Option `argument` is the Java expression passed to `of`; `{package}` in it becomes the dataset's part of
 * package names. The default argument is the type of a document: for a list or map a `java.lang.reflect.Type`, otherwise a
 * class.
 * @type {import('./emitters.mjs').Emitter}
 */
export function emitJavaEntry(model, options) {
  const { segment, types } = javaNames(model);
  const argument = options.argument?.replaceAll('{package}', segment) ?? typeOf(model.root, segment, types);
  const source = `// Generated from the manifest and the schema.
package wiremark.generated;

import wiremark.kit.Model;
import wiremark.kit.Serializer;

public final class Entry implements wiremark.kit.Entry {
  @Override
  public Model<?> model() {
    return new wiremark.fixtures.${segment}.Documents();
  }

  @Override
  public Serializer<?> serializer() throws Exception {
    return wiremark.serializers.${options.entry}.of(${argument});
  }
}
`;
  return new Map([['wiremark/generated/Entry.java', source]]);
}

/**
 * @param {Type} root
 * @param {string} segment
 * @param {ReadonlyMap<string, string>} types
 */
function typeOf(root, segment, types) {
  const full = fullType(root, segment, types);
  return full.includes('<') ? `new wiremark.kit.TypeOf<${full}>() {}.type()` : `${full}.class`;
}

/**
 * @param {Type} type
 * @param {string} segment
 * @param {ReadonlyMap<string, string>} types
 * @returns {string}
 */
function fullType(type, segment, types) {
  switch (type.kind) {
    case 'record':
    case 'enum':
      return `wiremark.models.${segment}.${className(types, type.name)}`;
    case 'list':
      return `java.util.List<${fullType(type.element, segment, types)}>`;
    case 'map':
      return `java.util.Map<String, ${fullType(type.value, segment, types)}>`;
    default:
      return SCALARS[type.kind];
  }
}

const SCALARS = /** @type {const} */ ({
  boolean: 'Boolean',
  int32: 'Integer',
  int64: 'Long',
  double: 'Double',
  string: 'String',
  instant: 'java.time.Instant',
  uuid: 'java.util.UUID',
  bytes: 'byte[]',
  any: 'Object',
});
