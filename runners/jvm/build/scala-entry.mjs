import { scalaHeader, scalaString } from './scala-names.mjs';
import { ScalaTypes } from './scala-types.mjs';

/** @typedef {import('../../build-kit/model.mjs').Model} Model */

/**
 * Emitter of kind `scala-entry`. Generates `Entry`, from which the kit gets the model and the serializer; `Codecs`, the
 * codecs of the model's types; and `Names`, the document names of fields and enum values with another name in Scala.
 *
 * `options.entry` names the object in the serializer's file, in package `wiremark.serializers`. `options.codecs`
 * determines which members the object must have:
 *
 * - `types` (default): one codec for each record and enum, each created once, as circe's documentation shows.
 *   The members are `type Codec[T]`; `inline def record[T]: Codec[T]` and `inline def enumeration[T]: Codec[T]`, which
 *   may take a `using Mirror`; and `def of[T]: Serializer[T]`, which takes a document's codec by `using`: a generated
 *   one, or one that the library derives from these for a list or map. The generated file imports the object's givens. A
 *   codec is initialized at its first use, so that the codec of a recursive type can refer to itself.
 * - `root`: `inline def of[T]: Serializer[T]`, which also handles nested types.
 * - `generated`: `def of[T](codec: Codec[T]): Serializer[T]`; another emitter generates the codec,
 *   `wiremark.handwritten.Codec`.
 *
 * `Names` is generated for the object to pass to its library, unless `options.names` is set (scala-model.mjs).
 *
 * @param {Model} model
 * @param {import('./emitters.mjs').Options} options
 */
export function emitScalaEntry(model, { entry, codecs = 'types', names }) {
  if (entry === undefined || !/^[A-Z]\w*$/.test(entry)) {
    throw new Error('scala-entry needs the option `entry`: the name of the object in the serializer’s file');
  }
  const made = CODECS.get(codecs);
  if (made === undefined) {
    throw new Error(`option \`codecs\` is one of ${[...CODECS.keys()].join(', ')}, not ${codecs}`);
  }
  const types = new ScalaTypes(model);
  const files = new Map([
    ['wiremark/generated/Entry.scala', entryFile(model)],
    ['wiremark/generated/Codecs.scala', codecsFile(model, entry, made(model, types.type(model.root)))],
  ]);
  if (names === undefined) files.set('wiremark/generated/Names.scala', namesFile(model, types));
  return files;
}

/** @type {ReadonlyMap<string, (model: Model, root: string) => string>} */
const CODECS = new Map([
  ['types', (model, root) => `${givens(model)}  def serializer: Serializer[${root}] = of[${root}]`],
  ['root', (_model, root) => `  def serializer: Serializer[${root}] = of[${root}]`],
  ['generated', (_model, root) => `  def serializer: Serializer[${root}] = of(wiremark.handwritten.Codec)`],
]);

/** @param {Model} model */
function entryFile(model) {
  return `${scalaHeader(model, 'the model and the serializer')}
package wiremark.generated

import wiremark.kit.Model
import wiremark.kit.Serializer

final class Entry extends wiremark.kit.Entry:
  override def model(): Model[?] = wiremark.fixtures.FixtureModel

  override def serializer(): Serializer[?] = Codecs.serializer
`;
}

/**
 * @param {Model} model
 * @param {string} entry
 * @param {string} body
 */
function codecsFile(model, entry, body) {
  return `${scalaHeader(model, 'the codecs of its types')}
package wiremark.generated

import wiremark.kit.Serializer
import wiremark.models
import wiremark.serializers.${entry}.{*, given}

object Codecs:
${body}
`;
}

/** @param {Model} model */
function givens(model) {
  const made = [
    ...[...model.enums.keys()].map((name) => ({ name, how: 'enumeration' })),
    ...[...model.records.keys()].map((name) => ({ name, how: 'record' })),
  ];
  const lines = made.map(
    ({ name, how }, position) => `  given codec${position}: Codec[models.${name}] = ${how}[models.${name}]\n`,
  );
  return lines.length === 0 ? '' : `${lines.join('')}\n`;
}

/**
 * @param {Model} model
 * @param {ScalaTypes} types
 */
function namesFile(model, types) {
  const pairs = [...types.respelled].map(
    ([name, spelled]) => `${scalaString(spelled)} -> ${scalaString(name)}`,
  );
  const inDocuments =
    pairs.length === 0
      ? 'identity'
      : `
    val respelled = Map(${pairs.join(', ')})
    name => respelled.getOrElse(name, name)`;
  return `${scalaHeader(model, 'document names of fields and enum values with another name in Scala')}
package wiremark.generated

object Names:
  val inDocuments: String => String = ${inDocuments}
`;
}
