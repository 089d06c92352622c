import { scalaFixtureModel } from './scala-fixtures.mjs';
import { scalaHeader, scalaString } from './scala-names.mjs';
import { ScalaTypes } from './scala-types.mjs';
import { Unsupported } from './unsupported.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 */

/**
 * Emitter of kind `scala-model`. Generates the model's classes in Scala, and the code that converts fixtures (documents in
 * a neutral binary format) to objects and back.
 *
 * - `wiremark/models/Models.scala`: a case class for each record and an enum for each enum, whose cases have the
 *   documents' names, in backticks if Scala requires them. A field that may be null or absent is an `Option`; lists are
 *   `List`, as in the published benchmark of suite `scalajack`, and maps are `Map`.
 * - `wiremark/fixtures/FixtureModel.scala`: implements the kit's `Model`.
 *
 * `options.names` says how the library learns a document name that Scala can't have (`respelledNames`):
 *
 * - unset: the serializer's file uses `wiremark.generated.Names`, which `scala-entry` generates;
 * - `none`: the library can't learn it, and such a model is `Unsupported`;
 * - any other value is the library's annotation for document names. The model carries it on every respelled name, and on
 *   every name that isn't a plain identifier: macros see such names in the compiler's encoding, and jsoniter-scala's
 *   macro cuts an enum case's name at a dot.
 *
 * @param {Model} model
 * @param {import('./emitters.mjs').Options} options
 */
export function emitScalaModel(model, { names }) {
  const types = new ScalaTypes(model);
  const [first] = types.respelled.keys();
  if (names === 'none' && first !== undefined) {
    throw new Unsupported(
      `nothing in Scala can be called ${JSON.stringify(first)}, and the library has no setting for names`,
    );
  }
  /** @param {string} name */
  const annotation = (name) => {
    if (names === undefined || names === 'none') return '';
    const plain = /^[A-Za-z]\w*$/.test(name) && !types.respelled.has(name);
    return plain ? '' : `@${names}(${scalaString(name)}) `;
  };
  const definitions = [
    `${scalaHeader(model, 'its model')}\npackage wiremark.models`,
    ...[...model.records].map(([name, fields]) => caseClass(name, fields, types, annotation)),
    ...[...model.enums].map(([name, values]) => enumeration(name, values, types, annotation)),
  ];
  return new Map([
    ['wiremark/models/Models.scala', `${definitions.join('\n\n')}\n`],
    ['wiremark/fixtures/FixtureModel.scala', scalaFixtureModel(model, types)],
  ]);
}

/**
 * @param {string} name
 * @param {readonly Field[]} fields
 * @param {ScalaTypes} types
 * @param {(name: string) => string} annotation
 */
function caseClass(name, fields, types, annotation) {
  const lines = fields.map(
    (field) => `    ${annotation(field.name)}${types.member(field.name)}: ${types.ownFieldType(field)}`,
  );
  const list = lines.length === 0 ? '' : `\n${lines.join(',\n')}\n`;
  return `final case class ${name}(${list})`;
}

/**
 * @param {string} name
 * @param {readonly string[]} values
 * @param {ScalaTypes} types
 * @param {(name: string) => string} annotation
 */
function enumeration(name, values, types, annotation) {
  const cases = values.map((value) => `  ${annotation(value)}case ${types.member(value)}\n`);
  return `enum ${name}:\n${cases.join('')}`.trimEnd();
}
